import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { formatDateTime } from '@/ui'
import { pageOf, problem, serraAzul } from '@/testing'
import { saved, showLogs, startTestServer } from './testing'

const { server, asked: questions } = startTestServer()
/** The filters of each list of the log that was asked for. */
const asked = () => questions.filter(({ path }) => path === '/api/audit-log').map(({ query }) => query)
const row = () => screen.findByRole('row', { name: /Produto alterado/ })

it('shows when, what, who, where and how it went', async () => {
  showLogs()
  for (const text of ['Salvou o produto LJ-H12', 'Marina Duarte', 'Lajes Boa Vista Ltda', 'Sucesso'])
    expect(within(await row()).getByText(text)).toBeInTheDocument()
  expect(await row()).toHaveTextContent(formatDateTime(saved.created_at))
  expect(asked()).toEqual([{ page: '1' }])
})

it('asks for exactly what the address says', async () => {
  showLogs('/app/logs?status=erro&de=2026-11-01&ate=2026-11-30&acao=budget_delete&usuario=u1&de_empresa=c2&page=3')
  await row()
  expect(asked()).toEqual([
    {
      resultado: 'error',
      de: '2026-11-01',
      ate: '2026-11-30',
      action_type: 'budget_delete',
      user_id: 'u1',
      company_id: 'c2',
      page: '3',
    },
  ])
})

it('filters by the specified types', async () => {
  showLogs()
  await row()
  const types = within(screen.getByRole('group', { name: 'Situação' }))
  expect(types.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Todos',
    'Sucesso',
    'Erro',
    'Processando',
  ])
  await userEvent.click(types.getByRole('button', { name: 'Processando' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ resultado: 'processing' }))
})

it('filters by a user and a company found by name', async () => {
  const user = userEvent.setup()
  const { address } = showLogs()
  await row()
  await user.type(screen.getByRole('combobox', { name: 'Usuário' }), 'marina')
  await user.click(await screen.findByRole('option', { name: /Marina Duarte/ }))
  await waitFor(() => expect(address()).toContain('usuario=u1'))
  await user.type(screen.getByRole('combobox', { name: 'Empresa' }), 'serra')
  await user.click(await screen.findByRole('option', { name: /Serra Azul/ }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ user_id: 'u1', company_id: serraAzul.id }))
})

it('shows others than admins their active company, and no choice of users', async () => {
  showLogs('/app/logs', 'user')
  await row()
  expect(asked()).toEqual([{ company_id: 'a', page: '1' }])
  expect(screen.queryByRole('combobox', { name: 'Usuário' })).not.toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Empresa' })).toHaveAttribute('placeholder', 'Lajes Boa Vista')
})

it('asks others than admins for a company first', async () => {
  showLogs('/app/logs', 'user', null)
  expect(await screen.findByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeVisible()
  expect(asked()).toEqual([])
})

it('opens what has changed, by the address, and Back to the list closes it', async () => {
  const user = userEvent.setup()
  const { address } = showLogs('/app/logs?status=sucesso')
  await user.click(within(await row()).getByRole('link', { name: 'Produto alterado' }))
  const dialog = await screen.findByRole('dialog', { name: 'Produto alterado' })
  expect(address()).toBe('/app/logs?status=sucesso&registro=l1')
  expect(within(dialog).getByRole('row', { name: 'Valor unitário 68,20 74,50' })).toBeVisible()
  expect(within(dialog).getByRole('row', { name: 'Descrição Laje H8 Laje H12' })).toBeVisible()
  expect(dialog).toHaveTextContent('Marina Duarte (marina@example.com)')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(address()).toBe('/app/logs?status=sucesso')
})

it.each(['/app/logs', '/app/logs?status=erro', '/app/logs?de=2026-11-01'])(
  'says when there is none: %s',
  async (at) => {
    server.use(http.get('*/api/audit-log', () => pageOf([])))
    showLogs(at)
    expect(await screen.findByRole('heading', { name: 'Nenhum Log Encontrado' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Exportar/ })).not.toBeInTheDocument()
  },
)

it('exports what it shows, telling how many, and says why not', async () => {
  server.use(
    http.get('*/api/audit-log', () => pageOf([saved], { total: 1000, total_exact: false })),
    http.get('*/api/audit-log/export', () => problem(422, 'invalid', 'São registros demais.')),
  )
  const user = userEvent.setup()
  showLogs('/app/logs?status=erro&de=2026-11-01')
  await user.click(await screen.findByRole('button', { name: 'Exportar mais de 1.000 registros' }))
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  expect(await screen.findByText('Erro ao baixar o arquivo')).toBeVisible()
  expect(screen.getByText('São registros demais.')).toBeVisible()
  expect(questions.filter(({ path }) => path === '/api/audit-log/export').map(({ query }) => query)).toEqual([
    { resultado: 'error', de: '2026-11-01', format: 'csv' },
  ])
})

it('shows a code it does not know as it is, and what nobody did as the program’s', async () => {
  server.use(
    http.get('*/api/audit-log', () => pageOf([{ ...saved, action_type: 'gaveta_aberta', user: null, company: null }])),
  )
  showLogs()
  const found = await screen.findByRole('row', { name: /gaveta_aberta/ })
  expect(within(found).getByText('Balcão')).toBeInTheDocument()
})

it('says why it is not there', async () => {
  server.use(
    http.get('*/api/audit-log', () =>
      HttpResponse.json({ title: 'Título', status: 500, code: 'internal', detail: 'Não deu certo.' }, { status: 500 }),
    ),
  )
  showLogs()
  expect(await screen.findByRole('heading', { name: 'Erro ao carregar dados' })).toBeVisible()
})
