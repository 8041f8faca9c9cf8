import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { problem } from '@/testing'
import { sales, showReport, startTestServer } from './testing'

const { server, calls, asked } = startTestServer()

const sent = () => asked.filter(({ path }) => path.endsWith('/reports/sales')).at(-1)?.query
const region = (name: string) => screen.getByRole('region', { name })

it('says the period and what it stands beside, and each figure leads to its rows', async () => {
  showReport('/app/reports/sales')
  expect(await screen.findByText('1 a 27 de novembro de 2026, comparado com 1 a 27 de outubro')).toBeVisible()
  const links = {
    '612,40': '/app/receipts/returns?empresa=a&de=2026-11-01&ate=2026-11-27',
    '1.130,00': '/app/receipts?empresa=a&de=2026-11-01&ate=2026-11-27&status=canceladas',
  }
  expect(screen.getByRole('link', { name: /71\.482,90/ })).toHaveAttribute(
    'href',
    '/app/receipts?empresa=a&de=2026-11-01&ate=2026-11-27&status=autorizadas',
  )
  for (const name of ['612,40', '1.130,00'] as const)
    expect(screen.getByRole('link', { name: new RegExp(`${name}.*›`) })).toHaveAttribute('href', links[name])
  expect(screen.getByText(/2,6 % · Rafael 61,0 %/)).toBeVisible()
})

it('asks for the period of a button, and the address carries it', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T15:00:00'), toFake: ['Date'] })
  const { search } = showReport('/app/reports/sales')
  await screen.findByRole('slider', { name: 'Por dia' })
  expect(sent()).toEqual({ de: '2026-11-01', ate: '2026-11-27', comparar: 'periodo_anterior' })
  await userEvent.click(screen.getByRole('button', { name: 'Ontem' }))
  expect(search()).toBe('?periodo=ontem')
  await waitFor(() => expect(sent()).toEqual({ de: '2026-11-26', ate: '2026-11-26', comparar: 'periodo_anterior' }))
  expect(screen.getByRole('button', { name: 'Ontem' })).toHaveAttribute('aria-pressed', 'true')
  vi.useRealTimers()
})

it('takes everything from the address', async () => {
  showReport(
    '/app/reports/sales?de=2026-01-01&ate=2026-06-30&comparar=nada&operador=u2&tPag=20&serie=2&produto=p1&ver=produto',
  )
  expect(await screen.findByRole('slider', { name: 'Curva ABC dos produtos' })).toBeVisible()
  expect(sent()).toEqual({
    ...{ de: '2026-01-01', ate: '2026-06-30', operador: 'u2', tPag: '20', serie: '2', produto: 'p1' },
  })
  for (const name of ['Hoje', 'Mês'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'false')
})

it('opens the receipts of a day and of an hour by keys', async () => {
  const { address } = showReport('/app/reports/sales')
  const hours = await screen.findByRole('slider', { name: 'Dia da semana e hora' })
  expect(hours.getAttribute('aria-valuetext')).toBe('sexta-feira, 10h às 11h: R$\u00a0900,00, 11 notas')
  hours.focus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/app/receipts?empresa=a&de=2026-11-01&ate=2026-11-27&dia_semana=5&hora=10&status=autorizadas')
})

it('has chart and table of the same numbers', async () => {
  showReport('/app/reports/sales')
  await userEvent.click(await screen.findByRole('button', { name: 'Ver em tabela: Por dia' }))
  const row = within(region('Por dia')).getByRole('row', { name: /25\/11\/2026/ })
  expect(row).toHaveTextContent(/31R\$\s5\.530,00R\$\s5\.100,00/)
  expect(within(row).getByRole('link')).toHaveAttribute(
    'href',
    '/app/receipts?empresa=a&de=2026-11-25&ate=2026-11-25&status=autorizadas',
  )
})

it('shows products, sellers, payments, reasons and orders with their exact numbers', async () => {
  showReport('/app/reports/sales')
  const product = await screen.findByRole('row', { name: /Laje treliçada/ })
  expect(product).toHaveTextContent(/LJ-H08412,5 m262,90\+4,8\s%25\.946,2536,3\s%AA/)
  expect(within(product).getByRole('link')).toHaveAttribute('href', expect.stringContaining('produto=p1'))
  expect(within(region('Vendedores')).getByRole('row', { name: /Sem vendedor/ })).toBeVisible()
  expect(within(region('Formas de pagamento')).getByRole('link', { name: 'Pix' })).toHaveAttribute(
    'href',
    expect.stringContaining('tPag=20'),
  )
  expect(within(region('Recebido nos caixas')).getByRole('row', { name: /Dinheiro/ })).toHaveTextContent('32.000,00')
  expect(within(region('Notas canceladas, por motivo')).getByRole('link', { name: 'Cliente desistiu' })).toBeVisible()
  expect(screen.getByText('3,5 dias')).toBeVisible()
})

it('says that nothing was sold, and what to do', async () => {
  const none = { quantidade: 0, valor: '0.00' }
  const total = { ...sales.total, faturado: '0.00', autorizado: none, devolvido: none, cancelado: none }
  server.use(
    http.get('*/reports/sales', () =>
      HttpResponse.json({ ...sales, total, por_dia: [], por_hora: [], por_produto: [] }),
    ),
  )
  showReport('/app/reports/sales')
  expect(await screen.findByRole('heading', { name: 'Nada foi vendido nestes dias.' })).toBeVisible()
  expect(screen.queryByRole('slider')).not.toBeInTheDocument()
})

it('keeps the period in reach when the server refuses it', async () => {
  server.use(http.get('*/reports/sales', () => problem(422, 'invalid', 'O primeiro dia vem depois do último.')))
  showReport('/app/reports/sales?de=2026-11-27&ate=2026-11-01')
  expect((await screen.findAllByText('O primeiro dia vem depois do último.'))[0]).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mês' })).toBeVisible()
  expect(screen.getByLabelText('Dias: de')).toHaveValue('27/11/2026')
})

it('has a file made, tells how far it is, and keeps it', async () => {
  const made = (changes: object) => ({
    ...{ id: 'x1', relatorio: 'vendas', formato: 'pdf', estado: 'preparando', feitas: 0, total: null, erro: null },
    ...{ nome: 'vendas.pdf', tamanho: null, created_at: '2026-11-27T12:00:00Z', guardado_ate: null },
    ...changes,
  })
  let look = 0
  server.use(
    http.post('*/reports/exports', () => HttpResponse.json(made({}), { status: 202 })),
    http.get('*/reports/exports/x1', () =>
      HttpResponse.json(made(++look === 1 ? { feitas: 500, total: 2000 } : { estado: 'pronto' })),
    ),
    http.get(
      '*/reports/exports/x1/file',
      () =>
        new HttpResponse('%PDF', {
          headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="vendas.pdf"' },
        }),
    ),
  )
  showReport('/app/reports/sales?operador=u2&comparar=nada&de=2026-11-01&ate=2026-11-02')
  await screen.findByRole('slider', { name: 'Por dia' })
  await userEvent.click(screen.getByRole('button', { name: 'Exportar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Relatório em PDF' }))
  expect(await screen.findByText('500 de 2.000 linhas')).toBeVisible()
  expect(await screen.findByText('vendas.pdf')).toBeVisible()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    ...{ relatorio: 'vendas', formato: 'pdf', secao: 'dia', de: '2026-11-01', ate: '2026-11-02', operador: 'u2' },
  })
})

it('says why a file was not made', async () => {
  server.use(http.post('*/reports/exports', () => problem(429, 'limited', 'Já há cinco arquivos em preparo.')))
  showReport('/app/reports/sales')
  await screen.findByRole('slider', { name: 'Por dia' })
  await userEvent.click(screen.getByRole('button', { name: 'Exportar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'As notas, em CSV (.csv)' }))
  expect(await screen.findByText('Já há cinco arquivos em preparo.')).toBeVisible()
})

it('leads to orders by the day of their sale, their seller and their client', async () => {
  const rows = {
    lista: 'orcamentos' as const,
    filtros: { tipo: 'Pedido', venda_de: '2026-11-01', venda_ate: '2026-11-27' },
  }
  const pedidos = { quantidade: 3, valor: '4500.00', linhas: rows }
  const client = { ...sales.por_cliente![0]!, cliente: '0a1b2c3d-0000-7000-8000-000000000000' }
  server.use(
    http.get('*/api/companies/a/reports/sales', () =>
      HttpResponse.json({
        ...sales,
        base: 'pedidos',
        total: { ...sales.total, pedidos },
        por_cliente: [client, { ...client, cliente: 'joao da obra', nome: 'João da obra' }],
      }),
    ),
  )
  showReport('/app/reports/sales')
  const at = (path: string) => `/app/budgets?empresa=a&${path}&status=pedidos`
  const days = 'venda_de=2026-11-01&venda_ate=2026-11-27'
  expect(await screen.findByRole('link', { name: /4\.500,00/ })).toHaveAttribute('href', at(days))
  const cellOf = (name: string) => within(region('Clientes')).queryByRole('link', { name: new RegExp(name) })
  expect(cellOf('Construtora Ipê')).toHaveAttribute('href', at(`${days}&cliente_id=${client.cliente}`))
  expect(cellOf('João da obra')).not.toBeInTheDocument()
  expect(within(region('Vendedores')).getByRole('link', { name: /Rafael/ })).toHaveAttribute(
    'href',
    at(`${days}&funcionario_id=u2`),
  )
})
