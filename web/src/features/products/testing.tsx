import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ActiveCompanyProvider, createQueryClient, SessionProvider } from '@/api'
import type { ActiveCompany, Product } from '@/api'
import { toast, UiProvider } from '@/ui'
import { FIELD_NAMES, isFlag } from './product-fields'
import ProductPage from './product-page'
import ProductsPage from './products-page'

export const company: ActiveCompany = {
  id: 'c1',
  razao_social: 'Lajes Boa Vista Ltda',
  nome_fantasia: 'Lajes Boa Vista',
  cnpj: '11222333000181',
  ambiente: 'producao',
  cor: 'barro',
  logo_sistema_url: null,
  certificado_valido_ate: null,
}

const nothing = Object.fromEntries(FIELD_NAMES.map((name) => [name, isFlag(name) ? 'N' : null]))

export const laje = {
  ...nothing,
  id: 'p1',
  id_emit: 'c1',
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
} as Product

export function problem(status: number, code: string, detail: string, more: object = {}) {
  const body = { type: 'about:blank', title: 'Título', status, code, detail, request_id: 'r1', ...more }
  return HttpResponse.json(body, { status })
}

export const pageOf = (items: Product[]) =>
  HttpResponse.json({ items, page: 1, page_size: 10, total: items.length, total_exact: true })

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

/** A server with one product; each test replaces what it is about. `calls` holds every writing request. */
export function startTestServer() {
  const calls: { method: string; path: string; headers: Headers; body: string }[] = []
  const asked: string[] = []
  const withTag = { headers: { ETag: '"7"' } }
  const server = setupServer(
    http.get('*/api/companies/:id/products', () => pageOf([laje])),
    http.get('*/api/companies/:id/products/count', ({ request }) => {
      const tab = new URL(request.url).searchParams.get('situacao') ?? 'todos'
      return HttpResponse.json({ total: ['ativos', 'todos'].includes(tab) ? 1 : 0 })
    }),
    http.get('*/api/companies/:id/products/:pid', () => HttpResponse.json(laje, withTag)),
    http.post('*/api/companies/:id/products', () => HttpResponse.json(laje, { status: 201, ...withTag })),
    http.put('*/api/companies/:id/products/:pid', () => HttpResponse.json(laje, withTag)),
    http.delete('*/api/companies/:id/products/:pid', () => new HttpResponse(null, { status: 204 })),
    http.post('*/api/companies/:id/products/:pid/restore', () => HttpResponse.json(laje, withTag)),
    http.post('*/api/companies/:id/products/bulk', () => HttpResponse.json({ changed: 1, deactivated: [] })),
    http.get('*/api/companies/:id', () => HttpResponse.json({ crt: 1 })),
    http.get('*/api/reference/:table', ({ params }) =>
      HttpResponse.json({ items: TABLES[params.table as string] ?? [] }),
    ),
  )
  server.events.on('request:start', async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    if (request.method === 'GET') {
      asked.push(pathname + search)
      return
    }
    const { method, headers } = request
    calls.push({ method, path: pathname, headers, body: await request.clone().text() })
  })
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    calls.length = 0
    asked.length = 0
    toast.close()
  })
  afterAll(() => server.close())
  return { server, calls, asked }
}

/** The products' screens at an address, for somebody who works on this company. */
export function showProducts(at: string, active: ActiveCompany | null = company) {
  const user = { id: 'u1', email: 'marina@example.com', full_name: 'Marina Duarte' }
  const root = (
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider value={{ user, role: 'user', active_company: active, default_company_id: null }}>
        <ActiveCompanyProvider value={active}>
          <UiProvider>
            <Outlet />
          </UiProvider>
        </ActiveCompanyProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  const children = [
    { path: '/app/products', element: <ProductsPage /> },
    { path: '/app/products/new', element: <ProductPage key="new" /> },
    { path: '/app/products/:id/edit', element: <ProductPage key="edit" /> },
  ]
  const router = createMemoryRouter([{ element: root, children }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return { address: () => router.state.location.pathname, search: () => router.state.location.search }
}
