import { http, HttpResponse } from 'msw'
import type { ActiveCompany, ClientsReport, ClosingSheet, FiscalReport, SalesReport } from '@/api'
import { boaVista, pageOf, serraAzul, showScreens, startServer } from '@/testing'
import AllCompaniesPage from './all-companies-page'
import ClientsPage from './clients-page'
import ClosingPage from './closing-page'
import FiscalPage from './fiscal-page'
import ReportsPage from './reports-page'
import SalesPage from './sales-page'

const of = (situacao: string) => ({
  lista: 'notas' as const,
  filtros: { situacao, de: '2026-11-01', ate: '2026-11-27' },
})
const counted = (quantidade: number, valor: string) => ({ quantidade, valor })
const period = { de: '2026-11-01', ate: '2026-11-27' }
const more = { ticket_medio: '126.21', anterior: '100.00' }
const before = { de: '2026-10-01', ate: '2026-10-27' }

export const sales: SalesReport = {
  periodo: period,
  comparado: before,
  ambiente: 'producao',
  base: 'notas',
  total: {
    faturado: '71482.90',
    autorizado: { ...counted(440, '72095.30'), linhas: of('autorizadas') },
    devolvido: {
      ...counted(5, '612.40'),
      linhas: { lista: 'devolucoes', filtros: period },
    },
    cancelado: { ...counted(7, '1130.00'), linhas: of('canceladas') },
    desconto: '1904.10',
    desconto_percentual: '2.6',
    ticket_medio: '163.85',
    vendido: counted(3, '900.00'),
    pedidos: counted(4, '1200.00'),
  },
  anterior: null,
  variacao: '12.4',
  por_dia: [
    { dia: '2026-11-25', valor: '5530.00', quantidade: 31, anterior: '5100.00' },
    { dia: '2026-11-26', valor: '0.00', quantidade: 0, anterior: null },
    { dia: '2026-11-27', valor: '2987.40', quantidade: 72, anterior: '3104.00' },
  ],
  por_hora: [
    { dia_semana: 1, hora: 8, valor: '120.00', quantidade: 2 },
    { dia_semana: 5, hora: 10, valor: '900.00', quantidade: 11 },
  ],
  por_operador: [
    {
      ...{ operador: 'u2', nome: 'Rafael', quantidade: 300, autorizado: '50000.00', devolvido: '0.00' },
      ...{ faturado: '50000.00', desconto: '1161.50', desconto_parte: '61.0', ticket_medio: '166.67' },
      anterior: '48000.00',
    },
    {
      ...{ operador: null, nome: '', quantidade: 1, autorizado: '10.00', devolvido: '0.00', faturado: '10.00' },
      ...{ desconto: '0.00', desconto_parte: '0.0', ticket_medio: '10.00', anterior: null },
    },
  ],
  por_cliente: [
    { ...{ cliente: 'c1', nome: 'Construtora Ipê', quantidade: 12, valor: '21000.00', parte: '29.4' }, ...more },
    { ...{ cliente: '-', nome: '', quantidade: 400, valor: '50482.90', parte: '70.6' }, ...more },
  ],
  por_produto: [
    {
      ...{ produto: 'p1', descricao: 'Laje treliçada H8 com EPS', codigo: 'LJ-H08', unidade: 'M2' },
      ...{ quantidade: '412.5000', preco_medio: '62.90', preco_anterior: '60.00', preco_variacao: '4.8' },
      ...{ valor: '25946.25', parte: '36.3', acumulado: '36.3', abc: 'A', abc_quantidade: 'A', devolvido: '0.00' },
    },
    {
      ...{ produto: 'p2', descricao: 'Areia média lavada', codigo: 'ARE-MED', unidade: null },
      ...{ quantidade: '38.0000', preco_medio: null, preco_anterior: null, preco_variacao: null },
      ...{ valor: '5510.00', parte: '7.7', acumulado: '100.0', abc: 'C', abc_quantidade: 'B', devolvido: '0.00' },
    },
  ],
  produtos: 2,
  por_pagamento: [
    { tPag: '20', quantidade: 200, valor: '40000.00', parte: '55.5', anterior: null },
    { tPag: '01', quantidade: 240, valor: '32095.30', parte: '44.5', anterior: null },
  ],
  recebido: [{ tPag: '01', quantidade: 240, valor: '32000.00', parte: '100.0', anterior: null }],
  canceladas: [{ motivo: 'Cliente desistiu', quantidade: 7, valor: '1130.00' }],
  devolucoes: [],
  pedidos: {
    abertos: { ...counted(4, '12000.00'), linhas: { lista: 'orcamentos', filtros: { tipo: 'Orçamento' } } },
    vencendo: counted(1, '3000.00'),
    perdidos: counted(2, '800.00'),
    ganhos: counted(6, '9000.00'),
    novos: counted(10, '20000.00'),
    dias_ate_pedido: '3.5',
    conversao: '75.0',
  },
}

const taxes = (valor: string, icms: string) => ({
  ...{ valor, base_icms: valor, icms, pis: '1.00', cofins: '2.00', ibs: '0.10', cbs: '0.90' },
})
export const fiscal: FiscalReport = {
  periodo: period,
  comparado: null,
  ambiente: 'producao',
  notas: 440,
  total: taxes('72095.30', '1200.00'),
  anterior: null,
  por_cfop: [{ chave: '5102', itens: 900, somas: taxes('72095.30', '1200.00') }],
  por_cst: [{ chave: '102', itens: 900, somas: taxes('72095.30', '1200.00') }],
  por_ncm: [{ chave: '68109900', itens: 900, somas: taxes('72095.30', '1200.00') }],
  por_aliquota: [{ chave: '18.0000', itens: 900, somas: taxes('72095.30', '1200.00') }],
  linhas: [
    {
      ...{ cfop: '5102', cst: '102', ncm: '68109900', aliquota: null, uf: 'SP', itens: 900 },
      somas: taxes('72095.30', '1200.00'),
    },
  ],
  mais_linhas: true,
  lista: of('autorizadas'),
}

const client = (chave: string, nome: string) => ({
  ...{ chave, nome, pessoa_id: chave, quantidade: 3, valor: '900.00', parte: '90.0', acumulado: '90.0' },
  ...{ abc: 'A' as const, ticket_medio: '300.00', primeira: '2026-01-05', ultima: '2026-11-20', novo: false },
  anterior: null,
})
export const clients: ClientsReport = {
  periodo: period,
  comparado: null,
  ambiente: 'producao',
  base: 'notas',
  clientes: 184,
  novos: 31,
  voltaram: 153,
  sem_cliente: {
    ...counted(20, '800.00'),
    linhas: { lista: 'notas', filtros: { situacao: 'autorizadas', ...period, cliente: '-' } },
  },
  ticket_medio: '163.85',
  anterior: 170,
  linhas: [client('k1', 'Construtora Alvorada'), { ...client('-', ''), pessoa_id: null, novo: true }],
  parados: [{ ...client('k9', 'Ana Araújo'), ultima: '2026-07-02' }],
  lista: of('autorizadas'),
}

export const sheet: ClosingSheet = {
  mes: '2026-10',
  ambiente: 'producao',
  series: [
    {
      ...{ modelo: 65, serie: 1, primeiro: 1200, ultimo: 1640, autorizadas: counted(430, '70000.00') },
      ...{
        canceladas: counted(6, '1000.00'),
        entradas: counted(0, '0.00'),
        inutilizadas: 2,
        pendentes: counted(1, '50.00'),
        faltam: 2,
      },
      intervalos: [
        { ini: 1300, fim: 1300 },
        { ini: 1400, fim: 1401 },
      ],
    },
  ],
  total: counted(430, '70000.00'),
  pendentes: 1,
}

export function startTestServer() {
  return startServer(
    http.get('*/api/companies/a/reports/sales', () => HttpResponse.json(sales)),
    http.get('*/api/companies/a/reports/fiscal', () => HttpResponse.json(fiscal)),
    http.get('*/api/companies/a/reports/clients', () => HttpResponse.json(clients)),
    http.get('*/api/companies', () => pageOf([boaVista, serraAzul])),
    http.get('*/api/companies/a/reports/closing', () => HttpResponse.json(sheet)),
    http.get('*/api/companies/a/sellers', () =>
      HttpResponse.json({ items: [{ id: 'u2', nome: 'Rafael', papel: 'operador' }] }),
    ),
  )
}

export function showReport(at: string, company: ActiveCompany | null = boaVista) {
  return showScreens(
    at,
    [
      { path: '/app/reports', element: <ReportsPage /> },
      { path: '/app/reports/sales', element: <SalesPage /> },
      { path: '/app/reports/fiscal', element: <FiscalPage /> },
      { path: '/app/reports/clients', element: <ClientsPage /> },
      { path: '/app/reports/closing', element: <ClosingPage /> },
      { path: '/app/reports/companies', element: <AllCompaniesPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { company },
  )
}
