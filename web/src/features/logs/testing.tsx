import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ActiveCompanyProvider, createQueryClient, SessionProvider } from '@/api'
import type { ActiveCompany, AuditLogEntry } from '@/api'
import { toast, UiProvider } from '@/ui'
import LogsPage from './logs-page'

export const boaVista: ActiveCompany = {
  id: 'c1',
  razao_social: 'Lajes Boa Vista Ltda',
  nome_fantasia: 'Lajes Boa Vista',
  cnpj: '11222333000181',
  ambiente: 'producao',
  cor: 'barro',
  logo_sistema_url: null,
  certificado_valido_ate: null,
}

export const saved: AuditLogEntry = {
  id: 'l1',
  created_at: '2026-11-20T17:05:09Z',
  action_type: 'product_update',
  description: 'Salvou o produto LJ-H12',
  resultado: 'success',
  user: { id: 'u1', full_name: 'Marina Duarte', email: 'marina@example.com' },
  company: { id: 'c1', razao_social: boaVista.razao_social },
  target_user: null,
  details: { prod_vUnCOM: ['68.2000', '74.5000'], prod_xProd: ['Laje H8', 'Laje H12'], prod_ativo: ['N', 'S'] },
}

export function pageOf(items: readonly AuditLogEntry[], changes: object = {}) {
  return HttpResponse.json({ items, page: 1, page_size: 10, total: items.length, total_exact: true, ...changes })
}

/** A server with one line in the log; `asked` holds the query of every list of it. */
export function startTestServer() {
  const asked: Record<string, string>[] = []
  const server = setupServer(
    http.get('*/api/audit-log', ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return pageOf([saved])
    }),
    http.get('*/api/users', () =>
      HttpResponse.json({
        items: [{ id: 'u1', full_name: 'Marina Duarte', email: 'marina@example.com' }],
        page: 1,
        page_size: 20,
        total: 1,
        total_exact: true,
      }),
    ),
    http.get('*/api/companies', () =>
      HttpResponse.json({
        items: [{ id: 'c2', razao_social: 'Pré-Moldados Serra Azul Ltda', cnpj: '12345678000195' }],
        page: 1,
        page_size: 20,
        total: 1,
        total_exact: true,
      }),
    ),
  )
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    asked.length = 0
    toast.close()
  })
  afterAll(() => server.close())
  return { server, asked }
}

/** The log at an address, for somebody with this role in a company or in none. */
export function showLogs(at = '/app/logs', role: 'admin' | 'user' = 'admin', company: ActiveCompany | null = boaVista) {
  const user = { id: 'u1', email: 'marina@example.com', full_name: 'Marina Duarte' }
  const root = (
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider value={{ user, role, active_company: company, default_company_id: null }}>
        <ActiveCompanyProvider value={company}>
          <UiProvider>
            <Outlet />
          </UiProvider>
        </ActiveCompanyProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ element: root, children: [{ path: '/app/logs', element: <LogsPage /> }] }], {
    initialEntries: [at],
  })
  render(<RouterProvider router={router} />)
  return { address: () => router.state.location.pathname + router.state.location.search }
}
