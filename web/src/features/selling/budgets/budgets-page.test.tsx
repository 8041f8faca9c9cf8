import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, it, vi } from 'vitest'
import { pageOf, problem, serraAzul } from '@/testing'
import { periodOf, today } from '@/ui'
import { counted, showBudgets, startTestServer, summary } from './testing'

const { server, calls, asked } = startTestServer()

const lists = () => asked.filter(({ path }) => path.endsWith('/budgets')).map(({ query }) => query)
const row = () => screen.findByRole('row', { name: /Construtora Ipê Amarelo/ })

it('shows number, client, date, seller, total and status', async () => {
  showBudgets('/app/budgets')
  for (const text of [
    '1.047',
    'Construtora Ipê Amarelo Ltda',
    '20/11/2026',
    'Rafael Nogueira',
    'Pendente',
    'Orçamento',
  ])
    expect(within(await row()).getByText(text)).toBeInTheDocument()
  expect(await row()).toHaveTextContent(/R\$\s228,80/)
  expect(await screen.findByText(/^1 orçamento · R\$\s228,80$/)).toBeInTheDocument()
})

it('names a missing client', async () => {
  server.use(http.get('*/api/companies/a/budgets', () => pageOf([summary({ nome_cliente: null })])))
  showBudgets('/app/budgets')
  expect(await screen.findByRole('link', { name: 'Cliente Não Informado' })).toBeInTheDocument()
})

it('asks for exactly what the address says, for the rows and for their sum', async () => {
  showBudgets('/app/budgets?status=pedidos&search=ipe&de=2026-11-01&ate=2026-11-30&situacao=pendente&sort=total_fatura')
  await row()
  const filter = { search: 'ipe', tipo: 'Pedido', faturado: 'false', de: '2026-11-01', ate: '2026-11-30' }
  expect(lists()[0]).toEqual({ ...filter, sort: 'total_fatura', page: '1' })
  // One count tells what the tab's own come to and how many the search finds behind every tab.
  await waitFor(() => expect(asked).toContainEqual({ path: '/api/companies/a/budgets/count', query: filter }))
  expect(lists()).toHaveLength(1)
})

it('shows the rows of a figure, says by what they were chosen, and takes that away', async () => {
  const user = userEvent.setup()
  showBudgets(
    '/app/budgets?status=pedidos&venda_de=2026-11-01&venda_ate=2026-11-20&situacao=pendente&cliente_id=p1&funcionario_id=u1',
  )
  await row()
  const figure = { tipo: 'Pedido', faturado: 'false', venda_de: '2026-11-01', venda_ate: '2026-11-20' }
  expect(lists()[0]).toMatchObject({ ...figure, cliente_id: 'p1', funcionario_id: 'u1' })
  expect(screen.getByRole('button', { name: 'Tirar o filtro: Um cliente' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Tirar o filtro: Venda desde 01/11/2026' }))
  await waitFor(() => expect(lists().at(-1)).not.toHaveProperty('venda_de'))
})

it('fills both days by a quick choice, in one step', async () => {
  const user = userEvent.setup()
  const { address } = showBudgets('/app/budgets')
  await row()
  await user.click(screen.getByRole('combobox', { name: 'Período' }))
  await user.click(await screen.findByRole('option', { name: 'Este mês' }))
  const { de, ate } = periodOf('mes', today())
  await waitFor(() => expect(address()).toBe(`/app/budgets?de=${de}&ate=${ate}`))
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ de, ate }))
})

it('deletes after asking, and Desfazer brings it back', async () => {
  const user = userEvent.setup()
  showBudgets('/app/budgets')
  await user.click(within(await row()).getByRole('button', { name: /^Excluir/ }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('Tem certeza que deseja excluir o orçamento 1.047, Construtora Ipê Amarelo Ltda?')
  await user.click(within(dialog).getByRole('button', { name: 'Excluir orçamento' }))
  expect(await screen.findByText('Orçamento excluído!')).toBeInTheDocument()
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/companies/a/budgets/b1' })
  expect(calls.at(-1)?.headers.get('if-match')).toBe('*')
  await user.click(screen.getByRole('button', { name: 'Desfazer' }))
  await screen.findByText('Orçamento restaurado.')
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/companies/a/budgets/b1/restore' })
})

it('deletes several with their number in the question', async () => {
  const user = userEvent.setup()
  server.use(
    http.get('*/api/companies/a/budgets', () => pageOf([summary(), summary({ id: 'b2', numero_pedido: 1048 })])),
  )
  showBudgets('/app/budgets')
  await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }))
  await user.click(screen.getByRole('button', { name: 'Excluir 2' }))
  await user.click(await screen.findByRole('button', { name: 'Excluir 2 orçamentos' }))
  await screen.findByText('2 orçamentos excluídos.')
  expect(calls.at(-1)?.body).toBe('{"action":"delete","ids":["b1","b2"]}')
})

it('never shows the rows of another company, not even until its own are there', async () => {
  const never = () => new Promise<never>(() => undefined)
  server.use(http.get('*/api/companies/b/budgets', never), http.get('*/api/companies/b/budgets/count', never))
  const { switchTo } = showBudgets('/app/budgets')
  await row()
  switchTo(serraAzul)
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ path: '/api/companies/b/budgets' })))
  expect(screen.queryByText('1.047')).not.toBeInTheDocument()
})

it('restores from the bin', async () => {
  const user = userEvent.setup()
  server.use(http.get('*/api/companies/a/budgets', () => pageOf([summary({ deleted_at: '2026-11-21T12:00:00Z' })])))
  showBudgets('/app/budgets?status=lixeira')
  expect(within(await row()).queryByRole('button', { name: /^Excluir/ })).not.toBeInTheDocument()
  await user.click(within(await row()).getByRole('button', { name: /^Restaurar/ }))
  await screen.findByText('Orçamento restaurado.')
  expect(lists()[0]).toMatchObject({ situacao: 'lixeira' })
})

it('says why a document is not shown, and offers it where the browser allows no tab', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const user = userEvent.setup()
  showBudgets('/app/budgets')
  const print = async () => user.click(within(await row()).getByRole('button', { name: /^Imprimir/ }))
  await print()
  await user.click(await screen.findByRole('button', { name: 'Abrir documento' }))
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
  server.use(
    http.get('*/api/companies/a/budgets/b1/pdf', () => problem(404, 'not_found', 'O orçamento não existe mais.')),
  )
  await print()
  expect(await screen.findByText('O orçamento não existe mais.')).toBeVisible()
  expect(opened).toHaveBeenCalledTimes(2)
})

it('opens the document, duplicates and turns into an order from the row', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const user = userEvent.setup()
  const { address } = showBudgets('/app/budgets')
  await user.click(within(await row()).getByRole('button', { name: /^Imprimir/ }))
  await waitFor(() => expect(opened).toHaveBeenCalledWith('/api/companies/a/budgets/b1/pdf', '_blank'))

  await user.click(within(await row()).getByRole('button', { name: /^Mais ações/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Transformar em pedido' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Transformar em pedido' }))
  await screen.findByText('Agora é o pedido 1.047.')
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toMatchObject({
    tipo: 'Pedido',
    cliente_id: 'p1',
    data_venda: '2026-11-20',
  })

  await user.click(within(await row()).getByRole('button', { name: /^Mais ações/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicar' }))
  await waitFor(() => expect(address()).toBe('/app/budgets/b2/edit'))
  expect(calls.at(-1)?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})

it('says what is missing', async () => {
  server.use(
    http.get('*/api/companies/a/budgets', () => pageOf([])),
    http.get('*/api/companies/a/budgets/count', () => counted(0, '0.00')),
  )
  const user = userEvent.setup()
  const { address } = showBudgets('/app/budgets')
  expect(await screen.findByRole('heading', { name: 'Nenhum orçamento ainda' })).toBeInTheDocument()
  await user.keyboard('n')
  expect(address()).toBe('/app/budgets/new')
})

it('tells why the list is not there', async () => {
  server.use(http.get('*/api/companies/a/budgets', () => problem(500, 'internal', 'Não deu certo.')))
  showBudgets('/app/budgets')
  expect(await screen.findByRole('heading', { name: 'Erro ao carregar orçamentos' })).toBeInTheDocument()
})

it('asks for a company first', async () => {
  showBudgets('/app/budgets', null)
  expect(await screen.findByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeInTheDocument()
})
