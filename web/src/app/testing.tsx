import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { leaveSession } from '@/api'
import type { ActiveCompany, Session } from '@/api'
import { toast } from '@/ui'
import { queryClient } from './query-client'
import { routes } from './router'

export const boaVista: ActiveCompany = {
  id: 'a',
  razao_social: 'Lajes Boa Vista Ltda',
  nome_fantasia: 'Lajes Boa Vista',
  cnpj: '11222333000181',
  ambiente: 'producao',
  cor: 'barro',
  logo_sistema_url: null,
  certificado_valido_ate: null,
}
export const serraAzul: ActiveCompany = {
  ...boaVista,
  id: 'b',
  razao_social: 'Pré-Moldados Serra Azul Ltda',
  nome_fantasia: 'Serra Azul',
  cnpj: '12345678000195',
  ambiente: 'homologacao',
  cor: 'anil',
}

export const marina: Session = {
  user: { id: 'u1', email: 'marina@example.com', full_name: 'Marina Duarte' },
  role: 'admin',
  active_company: boaVista,
  default_company_id: boaVista.id,
}

export function problem(status: number, code: string, detail: string) {
  return HttpResponse.json({ type: 'about:blank', title: 'Título', status, code, detail, request_id: 'r1' }, { status })
}

export function pageOf(items: object[]): JsonBodyType {
  return { items, page: 1, page_size: 10, total: items.length, total_exact: true }
}

/** A server where Marina is signed in and may use two companies; each test replaces what it is about. */
export function startTestServer() {
  const companies = [boaVista, serraAzul]
  const server = setupServer(
    http.get('*/api/session', () => HttpResponse.json(marina)),
    http.get('*/api/notifications', () => HttpResponse.json({ items: [], unseen: 0 })),
    http.get('*/api/companies/:id/dashboard', () => problem(404, 'not_found', 'Registro não encontrado.')),
    http.get('*/api/versions', () => HttpResponse.json(pageOf([]))),
    http.get('*/api/companies', () => HttpResponse.json(pageOf(companies))),
    http.get('*/api/companies/:id', ({ params }) => {
      const company = companies.find(({ id }) => id === params.id)
      return company ? HttpResponse.json(company) : problem(404, 'not_found', 'Registro não encontrado.')
    }),
  )
  // Loaded beforehand, so that no test has to wait for them.
  beforeAll(() => Promise.all([import('./area'), import('./session/session-guard'), import('./shell/shell')]), 60_000)
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  beforeEach(() => {
    leaveSession(queryClient)
    queryClient.clear()
    toast.close()
    vi.stubGlobal(
      'EventSource',
      class {
        close() {}
      },
    )
  })
  afterEach(() => {
    server.resetHandlers()
    vi.unstubAllGlobals()
  })
  afterAll(() => server.close())
  return server
}

/** The whole app at an address. */
export function showApp(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return { address: () => router.state.location.pathname + router.state.location.search }
}
