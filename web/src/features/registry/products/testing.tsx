import { http, HttpResponse } from 'msw'
import type { ActiveCompany, Product } from '@/api'
import { boaVista, done, pageOf, showScreens, startServer, tabTotals, tagged } from '@/testing'
import { FIELD_NAMES, isFlag } from './product-fields'
import ProductPage from './product-page'
import ProductsPage from './products-page'
import TaxProfilePage from './tax-profile-page'
import TaxProfilesPage from './tax-profiles-page'

const nothing = Object.fromEntries(FIELD_NAMES.map((name) => [name, isFlag(name) ? 'N' : null]))

export const laje = {
  ...nothing,
  id: 'p1',
  id_emit: boaVista.id,
  prod_cProd: 'LJ-H12',
  prod_xProd: 'Laje treliçada H12 com EPS',
  prod_NCM: '68109100',
  prod_uCOM: 'm²',
  prod_qCOM: '1.0000',
  prod_qTrib: '1.0000',
  prod_vUnCOM: '74.5000',
  prod_cEAN: '7891000315507',
  prod_ativo: 'S',
  icms_CST: '102',
  icms_pCredSN: '1.2500',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  deleted_at: null,
  fiscal_pendencies: [],
  fiscal_warnings: [],
} as unknown as Product

const TABLES: Record<string, { codigo: string; descricao: string; detalhe: string | null }[]> = {
  ncm: [{ codigo: '68109100', descricao: 'Elementos pré-fabricados', detalhe: 'Obras de cimento' }],
  cest: [{ codigo: '1000500', descricao: 'Elementos pré-fabricados', detalhe: 'Materiais de construção' }],
  csosn: [
    { codigo: '101', descricao: 'Com permissão de crédito', detalhe: null },
    { codigo: '102', descricao: 'Sem permissão de crédito', detalhe: null },
    { codigo: '900', descricao: 'Outros', detalhe: null },
  ],
  cst_icms: [{ codigo: '00', descricao: 'Tributada integralmente', detalhe: null }],
}

/** So many active ones, and no others. */
export const counted = (total: number, total_exact = true) =>
  HttpResponse.json({
    total,
    abas: {
      ...tabTotals({ com_pendencia: 0, com_aviso: 0, inativos: 0, todos: total, lixeira: 0 }),
      ativos: { total: Math.min(total, 1000), total_exact },
    },
  })

/** A server with one product; each test replaces what it is about. */
export function startTestServer() {
  return startServer(
    http.get('*/api/companies/:id/products', () => pageOf([laje])),
    http.get('*/api/companies/:id/products/count', () => counted(1)),
    http.get('*/api/companies/:id/products/ncm', () => HttpResponse.json({ items: TABLES.ncm })),
    http.get('*/api/companies/:id/products/:pid', () => tagged(laje)),
    http.post('*/api/companies/:id/products', () => tagged(laje, '"7"', 201)),
    http.put('*/api/companies/:id/products/:pid', () => tagged(laje)),
    http.delete('*/api/companies/:id/products/:pid', done),
    http.post('*/api/companies/:id/products/:pid/restore', () => tagged(laje)),
    http.post('*/api/companies/:id/products/bulk', () => HttpResponse.json({ changed: 1, deactivated: [] })),
    http.get('*/api/companies/:id/tax-profiles', () => HttpResponse.json({ items: [], sugestoes: [] })),
    http.get('*/api/companies/:id', () => HttpResponse.json({ crt: 1 })),
    http.get('*/api/reference/:table', ({ params }) =>
      HttpResponse.json({ items: TABLES[params.table as string] ?? [] }),
    ),
  )
}

/** The products' screens at an address, for somebody who works on this company. */
export function showProducts(at: string, company: ActiveCompany | null = boaVista) {
  const children = [
    { path: '/app/products', element: <ProductsPage /> },
    { path: '/app/products/new', element: <ProductPage key="new" /> },
    { path: '/app/products/:id/edit', element: <ProductPage key="edit" /> },
    { path: '/app/tax-profiles', element: <TaxProfilesPage /> },
    { path: '/app/tax-profiles/new', element: <TaxProfilePage key="new" /> },
    { path: '/app/tax-profiles/:id/edit', element: <TaxProfilePage key="edit" /> },
    { path: '/app/receipts/:id', element: <p>Nota</p> },
  ]
  const { path, search, switchTo } = showScreens(at, children, { company })
  return { address: path, search, switchTo }
}
