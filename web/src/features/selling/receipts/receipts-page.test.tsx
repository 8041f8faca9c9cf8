import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { pageOf, problem, tagged } from '@/testing'
import { another, asOperador, atStation, nota, refused, showReceipts, startTestServer, totals } from './testing'

const { server, calls, asked } = startTestServer()

beforeEach(() => localStorage.clear())

const lists = () => asked.filter(({ path }) => path.endsWith('/receipts')).map(({ query }) => query)
const row = (name: RegExp) => screen.findByRole('row', { name })

/** The list holds these, and each can be read by itself. */
function serve(...receipts: { nota: typeof nota }[]) {
  server.use(
    http.get('*/api/companies/a/receipts', () => pageOf(receipts.map((each) => each.nota))),
    ...receipts.map((each) => http.get(`*/api/companies/a/receipts/${each.nota.id}`, () => tagged(each))),
  )
}

it('shows number, consumer, state and total, and what all of them amount to', async () => {
  server.use(http.get('*/api/companies/a/receipts/count', () => totals(2, '4150.00', '239.40')))
  serve({ nota }, { nota: another(1280, { estado: 'cancelada', nome: null, documento: null, vNF: '239.40' }) })
  showReceipts('/app/receipts')
  for (const text of ['1.284', 'Marcos Vinícius Teles', 'Autorizada'])
    expect(within(await row(/Marcos/)).getByText(text)).toBeInTheDocument()
  expect(within(await row(/Consumidor não identificado/)).getByText('Cancelada')).toBeInTheDocument()
  const pager = screen.getByRole('navigation', { name: 'Páginas' })
  await waitFor(() => expect(pager).toHaveTextContent(/Autorizado R\$\s4\.150,00Cancelado R\$\s239,40/))
})

it('asks for exactly what the address says, for the rows and for their sum', async () => {
  showReceipts('/app/receipts?status=rejeitadas&search=1.284&de=2026-11-01&ate=2026-11-30')
  await row(/Marcos/)
  const filter = { situacao: 'rejeitadas', search: '1284', de: '2026-11-01', ate: '2026-11-30' }
  expect(lists()[0]).toEqual({ ...filter, page: '1' })
  await waitFor(() => expect(asked).toContainEqual({ path: '/api/companies/a/receipts/count', query: filter }))
})

it('says of a refused one why, and leads to the product and back to SEFAZ', async () => {
  const user = userEvent.setup()
  const wrong = refused()
  serve(wrong)
  server.use(
    http.post('*/api/companies/a/receipts/n1285/issue', () =>
      tagged({ ...wrong.nota, estado: 'enviando' }, '"4"', 202),
    ),
  )
  showReceipts('/app/receipts')
  expect(await screen.findByText(/O NCM do item não existe na tabela/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Abrir produto' })).toHaveAttribute(
    'href',
    '/app/products/p2/edit?empresa=a&nota=n1285&campo=prod_NCM',
  )
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByText('A NFC-e 1.285 está com a SEFAZ.')).toBeVisible()
  expect(calls).toEqual([expect.objectContaining({ path: '/api/companies/a/receipts/n1285/issue' })])
})

it('tells of a refused one only when SEFAZ may be asked again', async () => {
  serve(refused({ acoes: [] }))
  showReceipts('/app/receipts')
  expect(await screen.findByRole('link', { name: 'Abrir produto' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).not.toBeInTheDocument()
})

it('offers no printing before it is a receipt', async () => {
  serve({ nota: another(1286, { estado: 'indefinida', nome: 'Luzia Ferraz' }) }, { nota })
  showReceipts('/app/receipts')
  expect(within(await row(/Luzia/)).queryByRole('button', { name: /^Imprimir/ })).not.toBeInTheDocument()
  expect(within(await row(/Luzia/)).getByText('sem resposta, conferindo')).toBeVisible()
  expect(within(await row(/Marcos/)).getByRole('button', { name: 'Imprimir: NFC-e 1.284' })).toBeVisible()
})

it('prints what is selected at the station of this computer', async () => {
  const printed = atStation(server)
  const user = userEvent.setup()
  serve({ nota }, { nota: another(1287, { estado: 'contingencia' }) })
  showReceipts('/app/receipts')
  await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }))
  await user.click(screen.getByRole('button', { name: 'Imprimir 2' }))
  await waitFor(() => expect(printed).toEqual(['n1284 null', 'n1287 null']))
})

it('notes a print that did not come out, prints nothing after it, and shows the paper', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const user = userEvent.setup()
  serve({ nota }, { nota: another(1287) })
  showReceipts('/app/receipts')
  await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }))
  await user.click(screen.getByRole('button', { name: 'Imprimir 2' }))
  expect(await screen.findByText('A NFC-e 1.284 não foi impressa')).toBeVisible()
  expect(calls.map(({ path, body }) => [path.split('/')[5], (JSON.parse(body) as { ok: boolean }).ok])).toEqual([
    ['n1284', false],
  ])
  await user.click(screen.getByRole('button', { name: 'Abrir para imprimir' }))
  expect(await screen.findByText('O navegador bloqueou a janela')).toBeVisible()
  expect(opened).toHaveBeenCalledTimes(1)
})

it('prints nothing of a selection in which one is no receipt yet', async () => {
  const user = userEvent.setup()
  serve({ nota }, { nota: another(1286, { estado: 'enviando', substituida_por: 'n1287' }) })
  showReceipts('/app/receipts')
  await user.click(await screen.findByRole('checkbox', { name: 'Selecionar todos desta página' }))
  await user.click(screen.getByRole('button', { name: 'Imprimir 2' }))
  expect(await screen.findByText('1 nota da seleção ainda não foi.')).toBeVisible()
  expect(calls).toEqual([])
})

it('asks each second while something is on its way', async () => {
  let isSent = false
  server.use(
    http.get('*/api/companies/a/receipts', () => {
      const estado = isSent ? 'autorizada' : 'enviando'
      isSent = true
      return pageOf([another(1284, { estado })])
    }),
  )
  showReceipts('/app/receipts')
  expect(within(await row(/Marcos/)).getByText('Enviando')).toBeVisible()
  await waitFor(async () => expect(within(await row(/Marcos/)).getByText('Autorizada')).toBeVisible(), {
    timeout: 4_000,
  })
})

it('offers an operador no files for the accountant', async () => {
  showReceipts('/app/receipts', asOperador)
  await row(/Marcos/)
  expect(screen.getByRole('link', { name: 'Vender' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /XML do mês|^Exportar/ })).not.toBeInTheDocument()
})

it('leads to the numbers', async () => {
  const user = userEvent.setup()
  const { address } = showReceipts('/app/receipts')
  await user.click(await screen.findByRole('link', { name: 'Números' }))
  expect(address()).toBe('/app/receipts/numbers?empresa=a')
})

it('says what is missing', async () => {
  server.use(
    http.get('*/api/companies/a/receipts', () => pageOf([])),
    http.get('*/api/companies/a/receipts/count', () => totals(0)),
  )
  showReceipts('/app/receipts')
  expect(await screen.findByRole('heading', { name: 'Nenhuma nota ainda' })).toBeVisible()
})

it('tells why the list is not there', async () => {
  server.use(http.get('*/api/companies/a/receipts', () => problem(500, 'internal', 'Não deu certo.')))
  showReceipts('/app/receipts')
  expect(await screen.findByRole('heading', { name: 'Erro ao carregar notas' })).toBeVisible()
})

it('asks for a company first', async () => {
  showReceipts('/app/receipts', null)
  expect(await screen.findByRole('heading', { name: 'Nenhuma Empresa Ativa' })).toBeVisible()
})
