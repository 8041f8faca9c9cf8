import { http, HttpResponse } from 'msw'
import type { ActiveCompany, CashMovement, CashSession } from '@/api'
import { boaVista, pageOf, showScreens, startServer } from '@/testing'
import CashPage from './cash-page'
import ClosePage from './close-page'
import ReportPage from './report-page'
import SessionPage from './session-page'

/** Opened by the person who looks, at Caixa 1. */
export const session: CashSession = {
  ...{ id: 's1', ambiente: 'producao', estacao_id: 'e1', estacao: 'Caixa 1', operador_id: 'u1' },
  ...{ operador: 'Rafael Nogueira', aberta_em: '2026-11-20T10:52:00Z', fechada_em: null, fechada_por: null },
  ...{ fundo: '200.00', movimentos: 54, vendas: 46, canceladas: 1, contado: null, esperado: null, diferenca: null },
  ...{ nota_gerente: null, pode: true, formas: null },
  pendencias: { notas: [], contingencia: 0, em_espera: 0 },
}

/** As a gerente sees it. */
export const closed: CashSession = {
  ...session,
  ...{ fechada_em: '2026-11-20T21:06:00Z', fechada_por: 'Rafael Nogueira', pode: false, pendencias: null },
  ...{ contado: '1712.60', esperado: '1682.60', diferenca: '30.00' },
  formas: [
    {
      ...{ tPag: '01', contado: '1672.60', esperado: '1682.60', diferenca: '-10.00' },
      origem: [
        { tipo: 'abertura', valor: '200.00', quantidade: 1, em: '2026-11-20T10:52:00Z', numero: null },
        { tipo: 'venda', valor: '3482.60', quantidade: 46, em: null, numero: null },
        { tipo: 'sangria', valor: '-2000.00', quantidade: 1, em: '2026-11-20T19:30:00Z', numero: null },
      ],
    },
    { tPag: '20', contado: '40.00', esperado: '0.00', diferenca: '40.00', origem: [] },
    { tPag: '04', contado: '0.00', esperado: '0.00', diferenca: '0.00', origem: [] },
    { tPag: '03', contado: '0.00', esperado: '0.00', diferenca: '0.00', origem: [] },
    { tPag: '99', contado: '0.00', esperado: '0.00', diferenca: '0.00', origem: [] },
  ],
}

export const sangria: CashMovement = {
  ...{ seq: 7, tipo: 'sangria', tPag: '01', valor: '-50.00', venda_id: null, nfce_id: null, numero: null },
  ...{ motivo: 'Depósito', tardio: 'N', user_id: 'u1', usuario: 'Rafael Nogueira', created_at: '2026-11-20T19:30:00Z' },
}

export const asOperador: ActiveCompany = { ...boaVista, papel: 'operador' }

/** One open till, at the station that this browser is; slips come out of its printer. */
export function startTestServer() {
  return startServer(
    http.get('*/api/companies/a/stations', () =>
      HttpResponse.json({
        items: [
          { id: 'e1', nome: 'Caixa 1', ativo: 'S', impressora: { caminho: 'rede' } },
          { id: 'e2', nome: 'Caixa 2', ativo: 'S', impressora: { caminho: 'navegador', papel: '80' } },
        ],
      }),
    ),
    http.post('*/api/companies/a/stations/e1/slips', () => HttpResponse.json({ ok: true, texto: 'Impresso.' })),
    http.get('*/api/companies/a/cash/sessions', () => pageOf([session])),
    http.get('*/api/companies/a/cash/sessions/:id', () => HttpResponse.json(session)),
    http.get('*/api/companies/a/cash/sessions/:id/movements', () => pageOf([sangria])),
    http.post('*/api/companies/a/cash/sessions/:id/movements', () => HttpResponse.json(sangria, { status: 201 })),
    http.post('*/api/companies/a/cash/sessions/:id/close', () => HttpResponse.json(closed)),
  )
}

export function showCash(at: string, company: ActiveCompany | null = boaVista) {
  const children = [
    { path: '/app/cash', element: <CashPage /> },
    { path: '/app/cash/report', element: <ReportPage /> },
    { path: '/app/cash/:id', element: <SessionPage /> },
    { path: '/app/cash/:id/close', element: <ClosePage /> },
    { path: '/app/stations', element: <p>Estações</p> },
  ]
  return showScreens(at, children, { company })
}
