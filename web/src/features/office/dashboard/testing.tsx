import { http, HttpResponse } from 'msw'
import type { ActiveCompany, Dashboard } from '@/api'
import { boaVista, showScreens, startServer } from '@/testing'
import DashboardPage from './dashboard-page'

const MONTHS = Array.from({ length: 12 }, (_, index) =>
  new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 7),
)

/** Of a company that has just been registered. */
export const nothing: Required<Dashboard> = {
  mes: '2026-11',
  faturamento: '0.00',
  faturamento_anterior: '0.00',
  crescimento: null,
  clientes: 0,
  pedidos: 0,
  ticket_medio: null,
  meses: MONTHS.map((mes) => ({ mes, total: '0.00', quantidade: 0 })),
  ultimos: [],
  primeira_nota: false,
}

/** Of one that sells. */
export const selling: Required<Dashboard> = {
  ...nothing,
  faturamento: '86412.70',
  faturamento_anterior: '79716.51',
  crescimento: '8.4',
  clientes: 94,
  pedidos: 141,
  ticket_medio: '612.86',
  meses: nothing.meses.map((month, index) =>
    index === 11
      ? { ...month, total: '86412.70', quantidade: 141 }
      : index === 10
        ? { ...month, total: '79716.51', quantidade: 1 }
        : month,
  ),
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
    http.get('*/api/companies/a/receipts/count', () =>
      HttpResponse.json({ total: 0, autorizado: '0.00', cancelado: '0.00' }),
    ),
    http.get('*/api/companies/a/readiness', () => HttpResponse.json(begun)),
    http.get('*/api/notifications', () => HttpResponse.json({ items: [], unseen: 0 })),
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
