import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, it } from 'vitest'
import type { ActiveCompany, TechResp } from '@/api'
import { boaVista, problem, showScreens, startServer, tagged } from '@/testing'
import TechRespPage from './tech-resp-page'

const none: TechResp = {
  configured: false,
  tech_resp_cnpj: null,
  tech_resp_contact: null,
  tech_resp_email: null,
  tech_resp_phone: null,
  csrt_id: null,
  csrt_configurado: false,
  updated_at: null,
}
const set: TechResp = {
  configured: true,
  tech_resp_cnpj: '12345678000195',
  tech_resp_contact: 'Marina Duarte',
  tech_resp_email: 'marina@example.com',
  tech_resp_phone: '17999991234',
  csrt_id: '1',
  csrt_configurado: true,
  updated_at: '2026-11-20T12:00:00Z',
}

const { server, calls } = startServer()
const sent = (at: number) => JSON.parse(calls[at]?.body ?? 'null') as unknown

function serve(start: TechResp, saved: TechResp = set) {
  server.use(
    http.get('*/api/companies/a/tech-resp', () => tagged(start, '"0"')),
    http.put('*/api/companies/a/tech-resp', () => tagged(saved, '"1"')),
  )
}

function show(company: ActiveCompany | null = boaVista) {
  showScreens('/app/tech-resp', [{ path: '*', element: <TechRespPage /> }], { role: 'admin', company })
}

const field = (name: RegExp) => screen.getByRole('textbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: /^Salvar/ }))

it('needs a company', () => {
  show(null)
  expect(screen.getByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeVisible()
})

it('is Pendente until it is saved, and then Configurado', async () => {
  serve(none, { ...set, csrt_id: null, csrt_configurado: false })
  show()
  expect(await screen.findByText('Pendente')).toBeVisible()
  await userEvent.click(field(/^CNPJ/))
  await userEvent.paste('12.345.678/0001-95')
  await userEvent.type(field(/^Nome do contato/), 'Marina Duarte')
  await userEvent.type(field(/^E-mail/), 'marina@example.com')
  await userEvent.type(field(/^Telefone/), '17999991234')
  await save()
  expect(await screen.findByText('Configurações Salvas!')).toBeVisible()
  expect(await screen.findByText('Configurado')).toBeVisible()
  expect(calls[0]?.headers.get('If-Match')).toBe('"0"')
  expect(sent(0)).toEqual({
    tech_resp_cnpj: '12345678000195',
    tech_resp_contact: 'Marina Duarte',
    tech_resp_email: 'marina@example.com',
    tech_resp_phone: '17999991234',
    csrt_id: null,
    csrt: null,
  })
})

it('keeps a CSRT that is not touched, and sends another', async () => {
  serve(set)
  show()
  await screen.findByText('Configurado')
  expect(field(/^CSRT/)).toHaveValue('••••••••••••••••')
  await save()
  await waitFor(() => expect(sent(0)).toMatchObject({ csrt_id: '1', csrt: null }))
  await userEvent.type(field(/^CSRT/), 'G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO')
  await save()
  await waitFor(() => expect(sent(1)).toMatchObject({ csrt: 'G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO' }))
  expect(calls[1]?.headers.get('If-Match')).toBe('"1"')
})

it('shows at its field what the server refused', async () => {
  serve(none)
  const errors = [{ field: 'tech_resp_email', message: 'Digite um e-mail completo.' }]
  server.use(http.put('*/api/companies/a/tech-resp', () => problem(422, 'invalid', 'Confira os campos.', { errors })))
  show()
  await screen.findByText('Pendente')
  await save()
  await waitFor(() => expect(field(/^E-mail/)).toHaveAccessibleDescription('Digite um e-mail completo.'))
  expect(field(/^E-mail/)).toHaveFocus()
})

it('says once when it cannot be read, and why in its place', async () => {
  server.use(http.get('*/api/companies/a/tech-resp', () => problem(500, 'internal', 'Quebrou.')))
  show()
  expect(await screen.findByRole('heading', { name: 'Erro ao buscar dados' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Erro ao buscar dadosNão foi possível carregar as informações do responsável técnico.',
  )
  expect(screen.getAllByText('Não foi possível carregar as informações do responsável técnico.')).toHaveLength(1)
  expect(screen.getByText('Quebrou.')).toBeVisible()
})
