import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { marina, pageOf, problem } from '@/testing'
import { showApp, startTestServer } from '../testing'

const server = startTestServer()

it('lets an administrator no further than the set-up, until the recovery codes were seen', async () => {
  let isNeeded = true
  server.use(
    http.get('*/api/session', () => HttpResponse.json({ ...marina, role: 'admin', second_factor_needed: isNeeded })),
    http.get('*/api/companies', () =>
      isNeeded ? problem(403, 'segundo_fator_necessario', 'Configure antes.') : pageOf([]),
    ),
    http.post('*/api/account/second-factor', () => HttpResponse.json({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })),
    http.put('*/api/account/second-factor', () => {
      isNeeded = false
      return HttpResponse.json({ recovery_codes: ['K7QF-M2XD-9PLH-W3TC'] })
    }),
  )
  const { address } = showApp('/app/people')
  expect(await screen.findByRole('heading', { name: 'Falta uma etapa para entrar' })).toBeVisible()
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(screen.queryByText('Configure antes.')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Sair' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Ligar' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /Código que o aplicativo mostra/ }), '111222{Enter}')
  expect(await screen.findByText('K7QF-M2XD-9PLH-W3TC')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Pessoas', level: 1 })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Já guardei' }))
  expect(await screen.findByRole('heading', { name: 'Pessoas', level: 1 })).toBeVisible()
  await waitFor(() => expect(address()).toMatch(/^\/app\/people/))
})
