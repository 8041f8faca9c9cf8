import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { isAbout } from '@/api'
import type { Dashboard } from '@/api'
import { nothing, selling, showDashboard, startTestServer } from './testing'

const { server } = startTestServer()

const serve = (dashboard: Dashboard) =>
  server.use(http.get('*/api/companies/a/dashboard', () => HttpResponse.json(dashboard)))

/** A figure with its detail, as one reads it. */
const figure = async (label: string) =>
  (await screen.findByText(label)).parentElement?.textContent.replaceAll('\u00a0', ' ')

const card = (name: string | RegExp) => screen.getByRole('region', { name })

it('shows the four figures of the month beside the month before to the same day', async () => {
  showDashboard()
  expect(await figure('Faturamento do mês')).toBe(
    'Faturamento do mês R$ 71.482,90+12,4 % sobre 1 a 27 de outubro · notas ›',
  )
  expect(await figure('Crescimento')).toBe('Crescimento +12,4%R$ 7.886,10 a mais que até o dia 27')
  expect(await figure('Clientes únicos')).toBe('Clientes únicos 18431 novos · 153 voltaram')
  expect(await figure('Ticket médio')).toBe('Ticket médio R$ 162,46−2,1 % 440 notas ›')
  expect(screen.getByRole('link', { name: /71\.482,90/ })).toHaveAttribute(
    'href',
    '/app/receipts?empresa=a&de=2026-11-01&ate=2026-11-27&status=autorizadas',
  )
})

it('explains a figure beside it', async () => {
  showDashboard()
  const help = await screen.findByRole('button', { name: 'O que é: Faturamento do mês' })
  await userEvent.click(help)
  expect(help).toHaveAccessibleDescription(/^Autorizado menos devolvido/)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

it('invents no number where there is nothing to count', async () => {
  serve({ ...nothing, primeira_nota: true })
  showDashboard()
  expect(await figure('Faturamento do mês')).toMatch(/^Faturamento do mês R\$ 0,00 *pedidos$/)
  expect(await figure('Crescimento')).toBe('Crescimento –sem vendas em 1 a 27 de outubro para comparar')
  expect(await figure('Ticket médio')).toMatch(/^Ticket médio –/)
  expect(screen.getByText(/^Nenhum pedido nos últimos 14 dias/)).toBeVisible()
  expect(screen.getByText(/Nenhum orçamento ainda/)).toBeVisible()
  expect(screen.getByText('Nenhum caixa aberto agora.')).toBeVisible()
  expect(screen.queryByText('Para resolver')).not.toBeInTheDocument()
})

it('shows what it lost', async () => {
  const { no_mes } = selling
  const faturamento = { ...no_mes.faturamento, variacao: '-12.0', valor: '99999999.99' }
  serve({ ...selling, no_mes: { ...no_mes, faturamento, diferenca: '-10.00' } })
  showDashboard()
  expect(await figure('Crescimento')).toBe('Crescimento −12,0%R$ 10,00 a menos que até o dia 27')
  expect(await figure('Faturamento do mês')).toMatch(/R\$ 99\.999\.999,99/)
})

it('tells the hours of today, each of which leads to its receipts', async () => {
  const { address } = showDashboard()
  const hours = await screen.findByRole('slider', { name: 'Vendas de hoje por hora' })
  expect(hours.getAttribute('aria-valuetext')).toBe(
    'das 15h às 16h: R$\u00a0902,40, 14 notas, sexta passada R$\u00a0650,00',
  )
  expect(card('Hoje')).toHaveTextContent(/até 15:20 · sexta passada no mesmo horário R\$\s3\.104,00/)
  hours.focus()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  expect(address()).toBe('/app/receipts?empresa=a&de=2026-11-27&ate=2026-11-27&hora=14&status=autorizadas')
})

it('tells each of 14 days by bars and as a table', async () => {
  showDashboard()
  const days = await screen.findByRole('slider', { name: 'Últimos 14 dias' })
  expect(days.getAttribute('aria-valuetext')).toBe(
    'sexta-feira, 27 de novembro de 2026: R$\u00a02.987,40, 72 notas, semana anterior R$\u00a03.104,00',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ver em tabela: Últimos 14 dias' }))
  const table = within(card('Últimos 14 dias')).getByRole('table')
  expect(within(table).getAllByRole('row')).toHaveLength(15)
  expect(within(table).getByRole('link', { name: '26/11/2026' })).toHaveAttribute(
    'href',
    '/app/receipts?empresa=a&de=2026-11-26&ate=2026-11-26&status=autorizadas',
  )
})

it('puts first what needs somebody, each with the way to it', async () => {
  showDashboard()
  const resolve = (await screen.findByRole('heading', { name: 'Para resolver 3' })).closest('section')
  const items = within(resolve as HTMLElement).getAllByRole('listitem')
  expect(items[0]).toHaveTextContent('RejeitadaNFC-e 1.284Corrigir')
  expect(within(items[0] as HTMLElement).getByRole('link')).toHaveAttribute('href', '/app/receipts/n9?empresa=a')
  expect(within(items[1] as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    '/app/products?empresa=a&status=com_aviso',
  )
  // Nothing of the program resolves it: it is on the server's machine.
  expect(within(items[2] as HTMLElement).queryByRole('link')).not.toBeInTheDocument()
  // Before the charts, also for who goes through the page by keys.
  expect(resolve?.compareDocumentPosition(card('Hoje'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('shows who sells now, the last receipts and the last budgets', async () => {
  showDashboard()
  expect(await screen.findByRole('link', { name: /Balcão 1 Rafael, desde \d\d:52 46/ })).toHaveAttribute(
    'href',
    '/app/cash/c1?empresa=a',
  )
  expect(screen.getByRole('link', { name: /1\.284 .*Consumidor não identificado 145,90/ })).toHaveAttribute(
    'href',
    '/app/receipts/n1?empresa=a',
  )
  expect(screen.getByRole('link', { name: '1.047 Cliente Não Informado 4.150,00' })).toHaveAttribute(
    'href',
    '/app/budgets/b1/edit?empresa=a',
  )
})

it('tells an operador of the own till, receipts and budgets, and of no sum', async () => {
  const { mes, ultimos, ultimas_notas, caixas, ambiente } = selling
  serve({ mes, ultimos, ultimas_notas, caixas, ambiente })
  showDashboard()
  expect(await screen.findByRole('region', { name: 'Últimas notas' })).toBeVisible()
  expect(card('Caixas abertos')).toBeVisible()
  expect(screen.queryByText('Faturamento do mês')).not.toBeInTheDocument()
  expect(screen.queryByRole('slider')).not.toBeInTheDocument()
  expect(screen.queryByText('Para resolver')).not.toBeInTheDocument()
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

it('is read anew by what changes budgets, and starts a new one by N', async () => {
  const { client, address } = showDashboard()
  await figure('Crescimento')
  serve({ ...selling, no_mes: { ...selling.no_mes, quantidade: 441 } })
  await client.invalidateQueries({ predicate: (query) => isAbout(query, 'budgets') })
  expect(await screen.findByText(/441 notas/)).toBeVisible()
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
  expect(await figure('Clientes únicos')).toMatch(/184/)
})
