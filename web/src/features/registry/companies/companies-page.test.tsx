import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { problem } from '@/testing'
import { boaVista, showCompanies, startTestServer } from './testing'

const { server, calls } = startTestServer()
const NAME = boaVista.razao_social
const row = () => screen.findByRole('link', { name: NAME })

const serve = (company: typeof boaVista) =>
  server.use(
    http.get('*/api/companies', () =>
      HttpResponse.json({ items: [company], page: 1, page_size: 10, total: 1, total_exact: true }),
    ),
    http.get('*/api/companies/:id', () => HttpResponse.json(company, { headers: { ETag: '"7"' } })),
  )

describe('the list', () => {
  it('shows name, CNPJ and city, and the counts of its tabs', async () => {
    showCompanies('/app/companies')
    await row()
    const columns = within(screen.getByRole('table', { name: 'Empresas' })).getAllByRole('columnheader')
    const names = columns.map(({ textContent }) => textContent.trim()).filter(Boolean)
    expect(names).toEqual(['Razão Social', 'CNPJ', 'Cidade/UF', 'Ações'])
    expect(screen.getByText('11.222.333/0001-81')).toBeVisible()
    expect(screen.getByText('São José do Rio Preto/SP')).toBeVisible()
    expect(screen.getByText('Exibindo 1-1 de 1 registro')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Inativas0' })).toBeVisible()
  })

  it('lets only admins create and delete', async () => {
    showCompanies('/app/companies', 'user')
    await row()
    expect(screen.queryByRole('link', { name: /Nova Empresa/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: `Excluir: ${NAME}` })).not.toBeInTheDocument()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: `Editar: ${NAME}` })).toBeVisible()
  })

  it.each(['Certificado Digital A1', 'Configurações da SEFAZ'])('opens the dialog %s', async (name) => {
    showCompanies('/app/companies')
    await row()
    await userEvent.click(screen.getByRole('button', { name: `${name}: ${NAME}` }))
    expect(await screen.findByRole('dialog', { name })).toHaveTextContent(NAME)
  })

  it('says when it cannot be loaded', async () => {
    server.use(http.get('*/api/companies', () => problem(500, 'internal', 'Algo falhou. Código r1.')))
    showCompanies('/app/companies')
    expect(await screen.findByRole('heading', { name: 'Erro ao carregar empresas' })).toBeVisible()
    expect(screen.getAllByText('Algo falhou. Código r1.').length).toBeGreaterThan(0)
  })

  it('invites an admin to the first company, and sends others to an admin', async () => {
    server.use(
      http.get('*/api/companies', () =>
        HttpResponse.json({ items: [], page: 1, page_size: 10, total: 0, total_exact: true }),
      ),
    )
    showCompanies('/app/companies', 'user')
    expect(await screen.findByText(/Peça a um administrador/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /Cadastrar a primeira/ })).not.toBeInTheDocument()
  })
})

describe('deleting', () => {
  const startDeleting = async () => {
    showCompanies('/app/companies')
    await row()
    await userEvent.click(screen.getByRole('button', { name: `Excluir: ${NAME}` }))
  }

  it('asks for the word and sends the version it has read', async () => {
    await startDeleting()
    await userEvent.type(await screen.findByLabelText(/digite EXCLUIR/), 'EXCLUIR{Enter}')
    expect(await screen.findByText('Empresa excluída.')).toBeVisible()
    expect(calls).toHaveLength(1)
    expect(calls[0]?.method).toBe('DELETE')
    expect(calls[0]?.headers.get('If-Match')).toBe('"7"')
  })

  it('tells what the server said against it', async () => {
    server.use(http.delete('*/api/companies/:id', () => problem(403, 'forbidden', 'Só administradores excluem.')))
    await startDeleting()
    await userEvent.type(await screen.findByLabelText(/digite EXCLUIR/), 'EXCLUIR{Enter}')
    expect(await screen.findByText('Erro ao excluir')).toBeVisible()
    expect(screen.getByText('Só administradores excluem.')).toBeVisible()
  })

  it('explains why it cannot be, and deactivates instead', async () => {
    serve({ ...boaVista, primeiro_numero_em: '2026-11-20T12:00:00Z' })
    await startDeleting()
    expect(await screen.findByRole('dialog', { name: /não pode ser excluída/ })).toHaveTextContent('20/11/2026')
    await userEvent.click(screen.getByRole('button', { name: 'Desativar empresa' }))
    expect(await screen.findByText('Empresa desativada.')).toBeVisible()
    expect(calls.map(({ method }) => method)).toEqual(['PUT'])
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ ativo: 'N', cnpj: boaVista.cnpj })
  })
})

describe('deactivating', () => {
  it('asks first, and says how many could not be changed', async () => {
    server.use(http.put('*/api/companies/:id', () => problem(503, 'unavailable', 'Tente de novo.')))
    showCompanies('/app/companies')
    await row()
    await userEvent.click(screen.getByRole('checkbox', { name: `Selecionar ${NAME}` }))
    await userEvent.click(screen.getByRole('button', { name: 'Desativar 1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Desativar empresa' }))
    expect(await screen.findByText('Erro ao alterar empresa')).toBeVisible()
    await waitFor(() => expect(screen.getByText('1 selecionado')).toBeVisible())
  })
})
