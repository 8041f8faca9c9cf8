import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { pageOf, problem } from '@/testing'
import { boaVista, serraAzul, showUsers, startTestServer } from './testing'

const { server, calls } = startTestServer()
const asked = () => calls.map(({ method, path, body }) => `${method} ${path}${body && ` ${body}`}`)

async function open() {
  showUsers()
  await userEvent.click(await screen.findByRole('button', { name: 'Gerenciar Empresas: Rafael Nogueira' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Gerenciar Empresas' }))
  await dialog.findByRole('listitem', { name: boaVista.razao_social })
  return dialog
}

it('shows who it is about, the access to each company, and a star only where there is access', async () => {
  const dialog = await open()
  expect(dialog.getByText('Rafael Nogueira · rafael@example.com')).toBeVisible()
  expect(dialog.getByRole('switch', { name: `Acesso a ${boaVista.razao_social}` })).toBeChecked()
  expect(dialog.getByRole('switch', { name: `Acesso a ${serraAzul.razao_social}` })).not.toBeChecked()
  expect(dialog.getByRole('button', { name: `Definir padrão: ${boaVista.razao_social}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(dialog.queryByRole('button', { name: `Definir padrão: ${serraAzul.razao_social}` })).not.toBeInTheDocument()
  expect(dialog.getByText('1 de 2 empresas. Cada troca é salva na hora.')).toBeVisible()
})

it('gives access at once', async () => {
  const dialog = await open()
  server.use(
    http.get('*/api/users/:id/companies', () => pageOf([boaVista, { ...serraAzul, access: true }], { page_size: 20 })),
  )
  await userEvent.click(dialog.getByRole('switch', { name: `Acesso a ${serraAzul.razao_social}` }))
  expect(await screen.findByText('Empresa associada!')).toBeVisible()
  expect(asked()).toEqual(['PUT /api/users/u2/companies/b'])
  expect(await dialog.findByRole('button', { name: `Definir padrão: ${serraAzul.razao_social}` })).toBeVisible()
})

it('says what somebody is in a company, and makes it another', async () => {
  const dialog = await open()
  const papel = dialog.getByRole('combobox', { name: `Papel em ${boaVista.razao_social}` })
  expect(papel).toHaveValue('Gerente')
  expect(dialog.queryByRole('combobox', { name: `Papel em ${serraAzul.razao_social}` })).not.toBeInTheDocument()
  server.use(
    http.get('*/api/users/:id/companies', () =>
      pageOf([{ ...boaVista, papel: 'operador' }, serraAzul], { page_size: 20 }),
    ),
  )
  await userEvent.click(papel)
  await userEvent.click(await screen.findByRole('option', { name: 'Operador' }))
  expect(await screen.findByText('Papel alterado para Operador.')).toBeVisible()
  expect(asked()).toEqual(['PUT /api/users/u2/companies/a {"papel":"operador"}'])
  await waitFor(() => expect(papel).toHaveValue('Operador'))
})

it('takes access away, and the star with it', async () => {
  const dialog = await open()
  server.use(
    http.get('*/api/users/:id/companies', () =>
      pageOf([{ ...boaVista, access: false, is_default: false }, serraAzul], { page_size: 20 }),
    ),
  )
  await userEvent.click(dialog.getByRole('switch', { name: `Acesso a ${boaVista.razao_social}` }))
  expect(await screen.findByText('Associação removida.')).toBeVisible()
  expect(asked()).toEqual(['DELETE /api/users/u2/companies/a'])
  await waitFor(() => expect(dialog.queryByRole('button', { name: /Definir padrão/ })).not.toBeInTheDocument())
})

it('sets and clears the default', async () => {
  server.use(
    http.get('*/api/users/:id/companies', () => pageOf([boaVista, { ...serraAzul, access: true }], { page_size: 20 })),
  )
  const dialog = await open()
  await userEvent.click(dialog.getByRole('button', { name: `Definir padrão: ${serraAzul.razao_social}` }))
  expect(await screen.findByText('Empresa padrão definida com sucesso!')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: `Definir padrão: ${boaVista.razao_social}` }))
  expect(await screen.findByText('Empresa padrão removida.')).toBeVisible()
  expect(asked()).toEqual([
    'PUT /api/users/u2/default-company {"company_id":"b"}',
    'PUT /api/users/u2/default-company {"company_id":null}',
  ])
})

it('sends a click that comes while the one before is still being saved', async () => {
  const dialog = await open()
  let answer = () => undefined as unknown
  server.use(
    http.put('*/api/users/:id/companies/:company', async () => {
      await new Promise((done) => (answer = () => done(undefined)))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await userEvent.click(dialog.getByRole('switch', { name: `Acesso a ${serraAzul.razao_social}` }))
  await userEvent.click(await dialog.findByRole('button', { name: `Definir padrão: ${serraAzul.razao_social}` }))
  answer()
  expect(await screen.findByText('Empresa padrão definida com sucesso!')).toBeVisible()
  expect(asked()).toEqual(['PUT /api/users/u2/companies/b', 'PUT /api/users/u2/default-company {"company_id":"b"}'])
})

it('says with the specified titles what failed, and shows what is true again', async () => {
  server.use(
    http.delete('*/api/users/:id/companies/:company', () => problem(503, 'unavailable', 'Tente de novo.')),
    http.put('*/api/users/:id/default-company', () => problem(422, 'invalid', 'Sem acesso a esta empresa.')),
  )
  const dialog = await open()
  const access = dialog.getByRole('switch', { name: `Acesso a ${boaVista.razao_social}` })
  await userEvent.click(access)
  expect(await screen.findByText('Erro ao atualizar associação')).toBeVisible()
  await waitFor(() => expect(access).toBeChecked())
  await userEvent.click(dialog.getByRole('button', { name: `Definir padrão: ${boaVista.razao_social}` }))
  expect(await screen.findByText('Erro ao definir empresa padrão')).toBeVisible()
  expect(screen.getByText('Sem acesso a esta empresa.')).toBeVisible()
})

it('searches on the server and shows further pages when asked', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({
    ...serraAzul,
    id: `c${index}`,
    razao_social: `Filial ${index}`,
  }))
  server.use(
    http.get('*/api/users/:id/companies', ({ request }) => {
      const { searchParams } = new URL(request.url)
      if (searchParams.get('search') === 'serra') return pageOf([serraAzul], { page_size: 20 })
      return searchParams.get('page') === '2'
        ? pageOf([serraAzul], { page: 2, page_size: 20, total: 22 })
        : pageOf([boaVista, ...many.slice(1)], { page_size: 20, total: 22 })
    }),
  )
  const dialog = await open()
  expect(dialog.getByText('Mostrando 20 de 22 empresas. Cada troca é salva na hora.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Mostrar mais' }))
  expect(await dialog.findByRole('listitem', { name: serraAzul.razao_social })).toBeVisible()
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Buscar empresa ou CNPJ' }), 'serra')
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1))
})

it('says when the companies cannot be read', async () => {
  server.use(http.get('*/api/users/:id/companies', () => HttpResponse.json({}, { status: 500 })))
  showUsers()
  await userEvent.click(await screen.findByRole('button', { name: 'Gerenciar Empresas: Rafael Nogueira' }))
  expect(await screen.findByRole('heading', { name: 'Erro ao carregar empresas' })).toBeVisible()
})
