import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { problem } from '@/testing'
import { boaVista, showCompanies, startTestServer } from './testing'

const { server } = startTestServer()

it('opens the certificate of the company that the address asks for, once', async () => {
  server.use(
    http.get('*/api/companies/:id/certificate', () =>
      HttpResponse.json({ configured: false }, { headers: { ETag: '"0"' } }),
    ),
  )
  showCompanies(`/app/companies?certificado=${boaVista.id}`)
  expect(await screen.findByRole('dialog', { name: /Certificado Digital A1/ })).toHaveTextContent(boaVista.razao_social)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('says when that company is out of reach', async () => {
  server.use(http.get('*/api/companies/:id', () => problem(404, 'not_found', 'Registro não encontrado.')))
  showCompanies('/app/companies?certificado=99')
  expect(await screen.findByText('Erro ao carregar empresa')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
