import { http, HttpResponse } from 'msw'
import type { ActiveCompany, Dashboard, ReceiptSummary } from '@/api'
import { boaVista, showScreens, startServer } from '@/testing'
import DashboardPage from './dashboard-page'

const none = { valor: '0.00', anterior: '0.00', variacao: null }

const DAYS = Array.from({ length: 14 }, (_, index) => `2026-11-${String(14 + index)}`)

/** Of a company that has just been registered. */
export const nothing: Required<Dashboard> = {
  mes: '2026-11',
  faturamento: '0.00',
  faturamento_anterior: '0.00',
  crescimento: null,
  clientes: 0,
  pedidos: 0,
  ticket_medio: null,
  meses: [],
  ultimos: [],
  ultimas_notas: [],
  caixas: [],
  ambiente: 'homologacao',
  base: 'pedidos',
  no_mes: {
    ...{ de: '2026-11-01', ate: '2026-11-27', anterior_de: '2026-10-01', anterior_ate: '2026-10-27' },
    ...{ faturamento: none, diferenca: '0.00', quantidade: 0 },
    ticket_medio: { valor: null, anterior: null, variacao: null },
    clientes: { quantidade: 0, novos: 0, voltaram: 0 },
  },
  hoje: {
    ...{ dia: '2026-11-27', ate: '15:20', valor: '0.00', anterior: '0.00', variacao: null, quantidade: 0 },
    ...{ dia_anterior: '2026-11-20', total_anterior: '0.00', horas: [] },
    linhas: { lista: 'orcamentos', filtros: { tipo: 'Pedido', de: '2026-11-27', ate: '2026-11-27' } },
  },
  dias: DAYS.map((dia) => ({ dia, valor: '0.00', quantidade: 0, anterior: '0.00' })),
  resolver: [],
  primeira_nota: false,
}

const receipts = (de: string, ate: string) => ({
  lista: 'notas' as const,
  filtros: { situacao: 'autorizadas', de, ate },
})

const nota: ReceiptSummary = {
  ...{
    id: 'n1',
    venda_id: 'v1',
    operacao: 'venda',
    devolucao_id: null,
    entrega_id: null,
    ambiente: 'producao',
    modelo: 65,
    serie: 1,
    numero: 1284,
    chave: '35',
    tpEmis: 1,
  },
  ...{ estado: 'autorizada', dhEmi: '2026-11-27T18:05:00Z', vNF: '145.90', documento: null, nome: null, cStat: 100 },
  ...{ nProt: null, dhRecbto: null, prazo: null, cancelavel_ate: null, substitui: null, substituida_por: null },
  ...{ operador_id: 'u1', version: 1, alertas: [] },
}

/** Of one that issues receipts. */
export const selling: Required<Dashboard> = {
  ...nothing,
  ambiente: 'producao',
  base: 'notas',
  no_mes: {
    ...nothing.no_mes,
    faturamento: {
      ...{ valor: '71482.90', anterior: '63596.80', variacao: '12.4' },
      linhas: receipts('2026-11-01', '2026-11-27'),
    },
    diferenca: '7886.10',
    quantidade: 440,
    ticket_medio: { valor: '162.46', anterior: '165.95', variacao: '-2.1' },
    clientes: { quantidade: 184, novos: 31, voltaram: 153 },
  },
  hoje: {
    ...nothing.hoje,
    ...{ valor: '2987.40', anterior: '3104.00', variacao: '-3.8', quantidade: 72, total_anterior: '4100.00' },
    horas: [
      { hora: 14, valor: '310.00', quantidade: 9, anterior: '400.00' },
      { hora: 15, valor: '902.40', quantidade: 14, anterior: '650.00' },
      { hora: 16, valor: '0.00', quantidade: 0, anterior: '500.00' },
    ],
    linhas: receipts('2026-11-27', '2026-11-27'),
  },
  dias: nothing.dias.map((day, index) =>
    index === 13
      ? { ...day, valor: '2987.40', quantidade: 72, anterior: '3104.00' }
      : { ...day, valor: `${index + 1}00.00`, quantidade: index + 1, anterior: '50.00' },
  ),
  caixas: [{ id: 'c1', estacao: 'Balcão 1', operador: 'Rafael', aberta_em: '2026-11-27T10:52:00Z', vendas: 46 }],
  ultimas_notas: [nota],
  resolver: [
    {
      ...{ tipo: 'rejeitada', tom: 'erro', selo: 'Rejeitada', texto: 'NFC-e 1.284', acao: 'Corrigir' },
      ...{ destino: 'nota', id: 'n9', filtros: {} },
    },
    {
      ...{ tipo: 'avisos_da_lei', tom: 'aviso', selo: 'Produtos', texto: '118 com aviso da lei', acao: 'Ver' },
      ...{ destino: 'produtos', id: null, filtros: { situacao: 'com_aviso' } },
    },
    {
      ...{ tipo: 'backup', tom: 'erro', selo: 'Backup', texto: 'Backup falhou', acao: 'Ver' },
      ...{ destino: 'backups', id: null, filtros: {} },
    },
  ],
  ultimos: [
    {
      id: 'b1',
      numero_pedido: 1047,
      data_orcamento: '2026-11-20',
      data_venda: null,
      cliente_id: null,
      nome_cliente: null,
      vendedor: 'Rafael Nogueira',
      tipo: 'Pedido',
      faturado: false,
      numero_nfe: null,
      obra: null,
      total_fatura: '4150.00',
      valido_ate: null,
      updated_at: '2026-11-20T12:00:00Z',
      deleted_at: null,
    },
  ],
  primeira_nota: true,
}

const row = (chave: string, situacao: 'ok' | 'falta', acao: string, texto: string) => ({
  ...{ chave, situacao, acao, texto, titulo: chave, necessaria: true },
  ...{ marcavel: false, marcado_em: null, marcado_por: null },
})
/** What a company with its certificate still lacks. */
const begun = {
  ambiente: 'homologacao',
  pronto: false,
  itens: [
    row('empresa', 'ok', 'empresa', 'CNPJ, inscrição estadual e endereço completos.'),
    row('certificado', 'ok', 'certificado', 'Válido até 20/11/2027.'),
    row('csc', 'falta', 'sefaz', 'Gere o CSC no portal da SEFAZ e salve código e identificador.'),
    row('produtos', 'falta', 'produto_novo', 'Cadastre ao menos um produto.'),
    row('serie', 'falta', 'sefaz', 'Confira.'),
  ],
}

/** A server with one dashboard; each test replaces what it is about. */
export function startTestServer() {
  return startServer(
    http.get('*/api/companies/a/dashboard', () => HttpResponse.json(selling)),
    http.get('*/api/companies/a/readiness', () => HttpResponse.json(begun)),
  )
}

/** The dashboard in a company or in none. Gives the cache, to make what it holds old. */
export function showDashboard(company: ActiveCompany | null = boaVista) {
  const children = [
    { path: '/app', element: <DashboardPage /> },
    { path: '*', element: <p>elsewhere</p> },
  ]
  return showScreens('/app', children, { company })
}
