import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { isAbout } from '@/api'
import type { Dashboard, Notification } from '@/api'
import { nothing, selling, showDashboard, startTestServer } from './testing'

const { server } = startTestServer()

const serve = (dashboard: Dashboard) =>
  server.use(http.get('*/api/companies/a/dashboard', () => HttpResponse.json(dashboard)))

/** A figure with its detail, as one reads it. */
const figure = async (label: string) => (await screen.findByText(label)).parentElement?.textContent

it('shows the four figures of the month', async () => {
  showDashboard()
  expect(await figure('Faturamento do mês')).toBe('Faturamento do mêsR$\u00a086.412,70141 pedidos neste mês')
  expect(await figure('Crescimento')).toBe('Crescimento+8,4%sobre R$\u00a079.716,51 em outubro')
  expect(await figure('Clientes únicos')).toMatch(/^Clientes únicos94/)
  expect(await figure('Ticket médio')).toBe('Ticket médioR$\u00a0612,86por pedido deste mês')
})

it('invents no number where there is nothing to count', async () => {
  serve({ ...nothing, primeira_nota: true })
  showDashboard()
  expect(await figure('Faturamento do mês')).toBe('Faturamento do mêsR$\u00a00,00Nenhum pedido neste mês')
  expect(await figure('Crescimento')).toBe('Crescimento–sem vendas em outubro para comparar')
  expect(await figure('Ticket médio')).toBe('Ticket médio–sem pedidos neste mês')
  expect(screen.getByText('Nenhum pedido nos últimos 12 meses. As barras aparecem com o primeiro.')).toBeVisible()
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  expect(screen.getByText(/Nenhum orçamento ainda/)).toBeVisible()
})

it('shows what it lost and the largest sums in full', async () => {
  serve({ ...selling, crescimento: '-12.0', faturamento: '99999999.99', ticket_medio: '99999999.99' })
  showDashboard()
  expect(await figure('Crescimento')).toMatch(/^Crescimento-12,0%/)
  expect(await figure('Faturamento do mês')).toMatch(/^Faturamento do mêsR\$\u00a099\.999\.999,99/)
})

it('tells each month by bars one walks with the arrows, and as a table', async () => {
  const user = userEvent.setup()
  showDashboard()
  const now = await screen.findByRole('radio', { name: 'Novembro de 2026: R$\u00a086.412,70, 141 pedidos' })
  expect(now).toBeChecked()
  const before = screen.getByRole('radio', { name: 'Outubro de 2026: R$\u00a079.716,51, 1 pedido' })
  await user.click(before)
  expect(before).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Dezembro de 2025: R$\u00a00,00, nenhum pedido' })).not.toBeChecked()
  expect(screen.getAllByRole('radio')).toHaveLength(12)

  await user.click(screen.getByRole('button', { name: 'Ver em tabela' }))
  const table = screen.getByRole('table', { name: 'Vendas por mês' })
  expect(within(table).getAllByRole('row')).toHaveLength(13)
  expect(within(table).getByRole('row', { name: /^Novembro de 2026 141 R\$\s86\.412,70$/ })).toBeVisible()
})

it('lists the latest budgets', async () => {
  showDashboard()
  const row = await screen.findByRole('row', { name: /1\.047/ })
  expect(row).toHaveTextContent(/20\/11\/2026Cliente Não InformadoRafael NogueiraPedidoPendenteR\$\s4\.150,00/)
  expect(within(row).getByRole('link')).toHaveAttribute('href', '/app/budgets/b1/edit?empresa=a')
})

it('leads to the first receipt, by what readiness says, and then leaves it out', async () => {
  serve(nothing)
  const { client } = showDashboard()
  expect(await screen.findByRole('heading', { name: 'Primeiros passos' })).toBeVisible()
  expect(screen.getAllByRole('img', { name: 'Pronto' })).toHaveLength(2)
  expect(screen.getByText('Gere o CSC no portal da SEFAZ e salve código e identificador.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Configurar' })).toHaveAttribute('href', '/app/sefaz?empresa=a')
  expect(screen.getByRole('link', { name: 'Cadastrar' })).toHaveAttribute('href', '/app/products/new?empresa=a')
  expect(screen.getByRole('link', { name: 'Vender' })).toHaveAttribute('href', '/app/receipts/new?empresa=a')

  serve({ ...nothing, primeira_nota: true })
  await client.invalidateQueries({ predicate: (query) => isAbout(query, 'receipts') })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Primeiros passos' })).not.toBeInTheDocument())
})

it('shows what of this company needs attention, as the bell knows it', async () => {
  const of = (id: string, changes: Partial<Notification>): Notification => ({
    tipo: 'certificado_vencendo',
    tom: 'aviso',
    titulo: `Certificado de ${id}`,
    texto: 'Vence em 12 dias.',
    company: { id, razao_social: id },
    alvo_id: null,
    em: '2026-11-20T12:00:00Z',
    nova: true,
    ...changes,
  })
  server.use(
    http.get('*/api/notifications', () =>
      HttpResponse.json({
        items: [of('a', {}), of('b', {}), of('a', { tom: 'info', titulo: 'Pronta' })],
        unseen: 3,
      }),
    ),
  )
  showDashboard()
  const card = (await screen.findByRole('heading', { name: 'Para resolver 1' })).closest('section')
  expect(card).toHaveTextContent('Certificado de a')
  expect(card).not.toHaveTextContent(/Certificado de b|Pronta/)
})

it('is read anew by what changes budgets, and starts a new one by N', async () => {
  const { client, address } = showDashboard()
  await figure('Crescimento')
  serve({ ...selling, pedidos: 142 })
  await client.invalidateQueries({ predicate: (query) => isAbout(query, 'budgets') })
  expect(await screen.findByText('142 pedidos neste mês')).toBeVisible()
  await userEvent.keyboard('n')
  expect(address()).toBe('/app/budgets/new')
})

it('says why it is not there, and tries again', async () => {
  server.use(
    http.get(
      '*/api/companies/a/dashboard',
      () =>
        HttpResponse.json(
          { title: 'Título', status: 500, code: 'internal', detail: 'Não deu certo.' },
          { status: 500 },
        ),
      { once: true },
    ),
  )
  showDashboard()
  expect(await screen.findByRole('heading', { name: 'Erro ao carregar dados' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(await figure('Clientes únicos')).toMatch(/94/)
})

it('puts refused receipts and those that wait for SEFAZ first in what is to be settled', async () => {
  const counts: Record<string, number> = { rejeitadas: 2, contingencia: 14 }
  const prazo = new Date(Date.now() + 20 * 3_600_000).toISOString()
  server.use(
    http.get('*/api/notifications', () => HttpResponse.json({ items: [], unseen: 0 })),
    http.get('*/api/companies/a/receipts/count', ({ request }) => {
      const situacao = new URL(request.url).searchParams.get('situacao') ?? ''
      return HttpResponse.json({ total: counts[situacao] ?? 0, autorizado: '0.00', cancelado: '0.00' })
    }),
    // The list is newest first, and so the last one is the first to run out of time.
    http.get('*/api/companies/a/receipts', ({ request }) => {
      const page = new URL(request.url).searchParams.get('page')
      const items = page === '14' ? [{ id: 'n1', prazo }] : []
      return HttpResponse.json({ items, page: Number(page), page_size: 1, total: 14, total_exact: true })
    }),
  )
  showDashboard()
  const card = (await screen.findByRole('heading', { name: /^Para resolver/ })).closest('section')
  await waitFor(() => expect(within(card as HTMLElement).getAllByRole('listitem')).toHaveLength(2))
  const [refused, waiting] = within(card as HTMLElement).getAllByRole('listitem')
  expect(refused).toHaveTextContent('2 notas rejeitadas')
  expect(within(refused as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    '/app/receipts?empresa=a&status=rejeitadas',
  )
  expect(waiting).toHaveTextContent(/14 notas esperam envioEm contingência. O primeiro prazo é \d\d\/\d\d \d\d:\d\d\./)
})
