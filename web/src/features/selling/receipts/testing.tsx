import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { http, HttpResponse } from 'msw'
import type { ActiveCompany, Numbers, Receipt, ReceiptEmails, ReceiptSummary, Sale } from '@/api'
import { boaVista, pageOf, showScreens, startServer, tabTotals, tagged } from '@/testing'
import NumbersPage from './numbers-page'
import { SITUATIONS } from './queries'
import ReceiptPage from './receipt-page'
import ReceiptsPage from './receipts-page'

/** One of the documents that the fiscal library is proven by, such as 'v02-simples-csosn500-troco'. */
export const vector = (name: string) =>
  readFileSync(resolve(import.meta.dirname, `../../../../../nfce/tests/vectors/out/${name}.xml`), 'utf8')

export const nota: ReceiptSummary = {
  id: 'n1284',
  venda_id: 'v1',
  operacao: 'venda',
  devolucao_id: null,
  entrega_id: null,
  ambiente: 'producao',
  modelo: 65,
  serie: 1,
  numero: 1284,
  chave: '35261111222333000181650010000012841048291737',
  tpEmis: 1,
  estado: 'autorizada',
  dhEmi: '2026-11-20T18:42:08Z',
  vNF: '4150.00',
  documento: '52998224725',
  nome: 'Marcos Vinícius Teles',
  cStat: 100,
  nProt: '135260048172936',
  dhRecbto: '2026-11-20T18:42:09Z',
  prazo: null,
  cancelavel_ate: '2026-11-20T19:12:09Z',
  substitui: null,
  substituida_por: null,
  operador_id: 'u1',
  version: 3,
  alertas: [],
}

export const another = (numero: number, changes: Partial<ReceiptSummary> = {}): ReceiptSummary => ({
  ...nota,
  id: `n${numero}`,
  numero,
  ...changes,
})

const item = (produto_id: string, descricao: string) => ({
  ...{ produto_id, cProd: produto_id, descricao, unidade: 'UN', quantidade: '2.0000', valor: '41.0000' },
  ...{ preco_lido: '41.0000', desconto: '0.00', total: '82.00', lote: null },
})

export const venda = {
  id: 'v1',
  cliente_id: null,
  total: '4150.00',
  desconto: '64.50',
  acrescimo: '0.00',
  frete: '0.00',
  troco: '50.00',
  itens: [item('p1', 'Laje treliçada H8'), item('p2', 'Vigota TR8')],
  pagamentos: [
    { tPag: '20', valor: '3000.00', xPag: null },
    { tPag: '01', valor: '1200.00', xPag: null },
  ],
} as unknown as Sale

export const receipt = (changes: Partial<Receipt> = {}): Receipt => ({
  nota,
  mensagem: null,
  campo: null,
  sefaz_texto: 'Autorizado o uso da NF-e',
  item: null,
  venda,
  acoes: [],
  linha_do_tempo: [
    { em: '2026-11-20T18:42:08Z', tipo: 'emissao', texto: 'Emitida', quem: 'Rafael Nogueira', ms: null },
    {
      ...{ em: '2026-11-20T18:42:08Z', tipo: 'envio', quem: null, ms: 1100 },
      texto: 'Enviada à SEFAZ: 100 Autorizado o uso da NF-e',
    },
  ],
  ...changes,
})

/** None sent yet; the client has an address and a phone. */
export const emails = (changes: Partial<ReceiptEmails> = {}): ReceiptEmails => ({
  disponivel: true,
  sugestao: 'compras@horizonte.example',
  telefone: '19999990000',
  items: [],
  ...changes,
})

/** Refused for the NCM of its second item. */
export const refused = (changes: Partial<Receipt> = {}): Receipt =>
  receipt({
    nota: another(1285, { estado: 'rejeitada', cStat: 778, nProt: null, dhRecbto: null, cancelavel_ate: null }),
    mensagem: 'O NCM do item não existe na tabela. Troque por um código de 8 dígitos no cadastro do produto.',
    campo: 'det/prod/NCM',
    item: 2,
    sefaz_texto: 'Rejeicao: Informado NCM inexistente [nItem:2]',
    acoes: [
      { acao: 'issue', ate: null },
      { acao: 'abandon', ate: null },
    ],
    ...changes,
  })

export const numbers: Numbers = {
  ambiente: 'producao',
  series: [
    {
      ...{ modelo: 65, serie: 1, proximo: 1290, ultimo_usado: 1289, conferido_ate: 1289, parada: null, lacuna: null },
      ultimos: [
        { numero: 1289, estado: 'contingencia', nfce_id: 'n1289' },
        { numero: 1288, estado: 'autorizada', nfce_id: 'n1288' },
        { numero: 1287, estado: 'saltada', nfce_id: null },
      ],
    },
  ],
  pendentes: [],
  contingencia_mes: { quantidade: 6, total: 148 },
  estados: [
    { modelo: 65, serie: 1, estado: 'autorizada', quantidade: 656 },
    { modelo: 65, serie: 1, estado: 'cancelada', quantidade: 9 },
    { modelo: 65, serie: 1, estado: 'inutilizada', quantidade: 4 },
    { modelo: 65, serie: 1, estado: 'rejeitada', quantidade: 1 },
    { modelo: 65, serie: 1, estado: 'indefinida', quantidade: 1 },
    { modelo: 65, serie: 1, estado: 'contingencia', quantidade: 3 },
    { modelo: 65, serie: 1, estado: 'abandonada', quantidade: 1 },
  ],
  faixas: [
    { modelo: 65, serie: 1, ini: 1, fim: 612, tipo: 'anterior' },
    { modelo: 65, serie: 1, ini: 1201, fim: 1202, tipo: 'saltada' },
  ],
}

export const totals = (total: number, autorizado = '0.00', cancelado = '0.00') =>
  HttpResponse.json({
    total,
    autorizado,
    cancelado,
    abas: tabTotals(Object.fromEntries(SITUATIONS.map((situacao) => [situacao, total]))),
  })

/** A server with one authorised receipt; each test replaces what it is about. */
export function startTestServer() {
  return startServer(
    http.get('*/api/companies/a/receipts', () => pageOf([nota])),
    http.get('*/api/companies/a/sellers', () => HttpResponse.json({ items: [] })),
    http.get('*/api/companies/a/receipts/count', () => totals(1, '4150.00')),
    http.get('*/api/companies/a/receipts/:rid', () => tagged(receipt())),
    http.get(
      '*/api/companies/a/receipts/:rid/xml',
      () => new HttpResponse(vector('v02-simples-csosn500-troco'), { headers: { 'content-type': 'application/xml' } }),
    ),
    http.get('*/api/companies/a/receipts/:rid/danfe', () => new HttpResponse('%PDF-')),
    http.get('*/api/companies/a/receipts/:rid/returnable', ({ params }) =>
      HttpResponse.json({ nfce_id: params.rid, motivo: null, cancelavel_ate: null, itens: [], devolucoes: [] }),
    ),
    http.get('*/api/companies/a/receipts/:rid/emails', () => HttpResponse.json(emails())),
    http.get('*/api/companies/a/receipts/:rid/corrections', () =>
      HttpResponse.json({ numero: 1, motivo: null, ate: null, anterior: '', assuntos: [], items: [] }),
    ),
    http.get('*/api/companies/a/receipts/:rid/prints', () => HttpResponse.json({ items: [] })),
    http.post('*/api/companies/a/receipts/:rid/prints', () => new HttpResponse(null, { status: 204 })),
    http.get('*/api/companies/a/numbers', () => HttpResponse.json(numbers)),
  )
}

/** Makes this browser a station whose printer on the network prints all it is given. Gives what that was: 'n1284 null'. */
export function atStation(server: ReturnType<typeof startServer>['server']): string[] {
  const printed: string[] = []
  localStorage.setItem('balcao-estacao:a', 'e1')
  server.use(
    http.get('*/api/companies/a/stations', () =>
      HttpResponse.json({ items: [{ id: 'e1', nome: 'Caixa 1', ativo: 'S', impressora: { caminho: 'rede' } }] }),
    ),
    http.post('*/api/companies/a/stations/e1/prints', async ({ request }) => {
      const { nfce_id, via } = (await request.json()) as { nfce_id: string; via: string | null }
      printed.push(`${nfce_id} ${via}`)
      return HttpResponse.json({ items: [{ id: 'i1', ok: null }] }, { status: 202 })
    }),
    http.get('*/api/companies/a/receipts/:rid/prints', () => HttpResponse.json({ items: [{ id: 'i1', ok: true }] })),
  )
  return printed
}

/** Where one only sells. */
export const asOperador: ActiveCompany = { ...boaVista, papel: 'operador' }

/** The screens of receipts at an address, in a company or in none; for an administrator, or an operador of it. */
export function showReceipts(at: string, company: ActiveCompany | null = boaVista) {
  const children = [
    { path: '/app/receipts', element: <ReceiptsPage /> },
    { path: '/app/receipts/numbers', element: <NumbersPage /> },
    { path: '/app/receipts/:id', element: <ReceiptPage /> },
    { path: '/app/products/:id/edit', element: <p>Editar Produto</p> },
  ]
  return showScreens(at, children, { company, role: company === asOperador ? 'user' : 'admin' })
}
