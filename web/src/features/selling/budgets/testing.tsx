import { http, HttpResponse } from 'msw'
import type { ActiveCompany, Budget, BudgetInput, BudgetItem, BudgetSummary, Person, Product } from '@/api'
import { boaVista, done, pageOf, showScreens, startServer, tabTotals, tagged } from '@/testing'
import BudgetPage from './budget-page'
import BudgetsPage from './budgets-page'

export const ipe: Person = {
  id: 'p1',
  pessoa_tipo: 2,
  cpf_cnpj: '12345678000195',
  razao_social: 'Construtora Ipê Amarelo Ltda',
  nome_fantasia: null,
  insc_estadual: null,
  logradouro: 'Rua dos Jequitibás',
  numero: '1120',
  complemento: null,
  bairro: 'Centro',
  municipio: '3509502',
  municipio_nome: 'Campinas',
  uf: 'SP',
  cep: '13010001',
  pais: 'Brasil',
  telefone: '1935550142',
  email: null,
  contato: 'Paula Teixeira',
  observacao: null,
  ativo: 'S',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  deleted_at: null,
}

/** As much of a product as a budget looks at. */
function product(code: string, name: string, unit: string, price: string, ean: string | null = null): Product {
  const fields = { id: `product-${code}`, prod_cProd: code, prod_xProd: name, prod_uCOM: unit, prod_vUnCOM: price }
  return { ...fields, prod_cEAN: ean, prod_ativo: 'S' } as Product
}

export const products = [
  product('CIM-CP2-50', 'Cimento CP II, saco 50 kg', 'sc', '39.9000', '7891234567895'),
  product('LJ-H12', 'Laje treliçada H12 com EPS', 'm²', '74.5000'),
  product('LJ-H12-CER', 'Laje treliçada H12 com lajota cerâmica', 'm²', '68.2000'),
  product('TL-Q92', 'Tela soldada Q92', 'un', '118.0000'),
]

export function item(code: string, changes: Partial<BudgetItem> = {}): BudgetItem {
  const found = products.find(({ prod_cProd }) => prod_cProd === code)
  if (!found) throw new Error(`no product ${code}`)
  return {
    id: `item-${code}`,
    composicao_id: found.id,
    prod_cProd: code,
    descricao: found.prod_xProd,
    unidade: found.prod_uCOM,
    quantidade: '2.0000',
    valor_venda: found.prod_vUnCOM ?? '0.0000',
    desconto: '0.00',
    total: '0.00',
    rateio_desconto: '0.00',
    rateio_acrescimo: '0.00',
    faturada: '0.0000',
    entregue: '0.0000',
    ...changes,
  }
}

export const saved: Budget = {
  id: 'b1',
  numero_pedido: 1047,
  data_orcamento: '2026-11-20',
  data_venda: null,
  cliente_id: ipe.id,
  nome_cliente: ipe.razao_social,
  funcionario_id: 'u1',
  vendedor: 'Rafael Nogueira',
  tipo: 'Orçamento',
  forma_pagamento: 'Boleto',
  condicao_pagamento: null,
  numero_parcelas: 2,
  prazo_entrega: 10,
  validade: 15,
  solicitante: null,
  telefone: null,
  obra: 'Residencial Jardim das Paineiras',
  debito_credito: 'D',
  faturado: false,
  numero_nfe: null,
  total_venda: '228.80',
  total_fatura: '228.80',
  valido_ate: null,
  desconto: '0.00',
  acrescimo: '0.00',
  cfop: null,
  natureza: null,
  codigo_antigo: null,
  endereco_entrega: null,
  endereco_entrega_completo: 'Rua dos Jequitibás, 1120, Centro, Campinas/SP, CEP 13010-001',
  historico: null,
  observacao: null,
  cnpj_empresa: boaVista.cnpj,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  deleted_at: null,
  itens: [item('CIM-CP2-50', { total: '79.80' }), item('LJ-H12', { total: '149.00' })],
  parcelas: [
    { vencimento: '2026-12-20', valor: '114.40' },
    { vencimento: '2027-01-19', valor: '114.40' },
  ],
  faturamento: { percentual: '0.00', notas: [] },
}

export function summary(changes: Partial<BudgetSummary> = {}): BudgetSummary {
  const { id, numero_pedido, data_orcamento, data_venda, cliente_id, nome_cliente, vendedor, tipo } = saved
  const { faturado, numero_nfe, obra, total_fatura, valido_ate, updated_at, deleted_at } = saved
  const head = { id, numero_pedido, data_orcamento, data_venda, cliente_id, nome_cliente, vendedor, tipo }
  return { ...head, faturado, numero_nfe, obra, total_fatura, valido_ate, updated_at, deleted_at, ...changes }
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function find<T>(all: readonly T[], text: string, wordsOf: (each: T) => string): T[] {
  const words = fold(text).split(/\s+/)
  return all.filter((each) => words.every((word) => fold(wordsOf(each)).includes(word)))
}

/** So many in every tab but the bin. */
export function counted(total: number, soma_total_fatura: string) {
  return HttpResponse.json({
    total,
    soma_total_fatura,
    abas: tabTotals({ todos: total, orcamentos: total, pedidos: 0, lixeira: 0 }),
  })
}

/** A server with one client, four products and one budget; each test replaces what it is about. `sent`: the last budget saved. */
export function startTestServer() {
  const searchOf = (request: Request) => new URL(request.url).searchParams.get('search') ?? ''
  const started = startServer(
    http.get('*/api/companies/a/budgets', () => pageOf([summary()])),
    http.get('*/api/companies/a/budgets/count', () => counted(1, '228.80')),
    http.get('*/api/companies/:id/sellers', () =>
      HttpResponse.json({
        items: [
          { id: 'u2', nome: 'Rafael Nogueira', papel: 'operador' },
          { id: 'u3', nome: 'Otávio Lima', papel: 'gerente' },
        ],
      }),
    ),
    http.get('*/api/companies/a/budgets/:bid', () => tagged(saved)),
    http.get('*/api/companies/a/budgets/:bid/pdf', () => new HttpResponse('%PDF-')),
    http.post('*/api/companies/a/budgets', () => tagged(saved, '"7"', 201)),
    http.put('*/api/companies/a/budgets/:bid', () => tagged(saved)),
    http.delete('*/api/companies/a/budgets/:bid', done),
    http.post('*/api/companies/a/budgets/bulk', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] }
      return HttpResponse.json({ changed: ids.length, deactivated: [] })
    }),
    http.post('*/api/companies/a/budgets/:bid/restore', () => tagged(saved)),
    http.post('*/api/companies/a/budgets/:bid/duplicate', () =>
      tagged({ ...saved, id: 'b2', numero_pedido: 1048 }, '"7"', 201),
    ),
    http.get('*/api/companies/a/products', ({ request }) =>
      pageOf(
        find(products, searchOf(request), (each) => `${each.prod_cProd} ${each.prod_xProd} ${each.prod_cEAN ?? ''}`),
      ),
    ),
    http.get('*/api/people', ({ request }) => pageOf(find([ipe], searchOf(request), (each) => each.razao_social))),
    http.get('*/api/people/:pid', () => tagged(ipe)),
  )
  return { ...started, sent: () => JSON.parse(started.calls.at(-1)?.body ?? 'null') as BudgetInput }
}

/** The budgets' screens at an address, in a company or in none. */
export function showBudgets(at: string, company: ActiveCompany | null = boaVista) {
  const children = [
    { path: '/app/budgets', element: <BudgetsPage /> },
    { path: '/app/budgets/new', element: <BudgetPage key="new" /> },
    { path: '/app/budgets/:id/edit', element: <BudgetPage key="edit" /> },
  ]
  return showScreens(at, children, { company })
}
