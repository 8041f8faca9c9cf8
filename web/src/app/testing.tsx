import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { leaveSession } from '@/api'
import { boaVista, marina, pageOf, problem, serraAzul, startServer, tabTotals } from '@/testing'
import { queryClient } from './query-client'
import { routes } from './router'

/** A server where Marina is signed in and may use two companies without records; each test replaces what it is about. */
export function startTestServer() {
  const companies = [boaVista, serraAzul]
  const { server } = startServer(
    http.get('*/api/session', () => HttpResponse.json(marina)),
    http.get('*/api/auth/sign-up', () =>
      HttpResponse.json({ open: true, first_account: false, setup_code: false, password_reset: false }),
    ),
    http.get('*/api/notifications', () => HttpResponse.json({ items: [], unseen: 0 })),
    http.get('*/api/companies/:id/dashboard', () => problem(404, 'not_found', 'Registro não encontrado.')),
    http.get('*/api/versions', () => pageOf([])),
    http.get('*/api/installation', () => HttpResponse.json({ suporte: { email: null, telefone: null } })),
    http.get('*/api/states', () => HttpResponse.json([])),
    http.get('*/api/reference/:table', () => HttpResponse.json({ items: [] })),
    http.get('*/api/people', () => pageOf([])),
    http.get('*/api/people/count', () =>
      HttpResponse.json({ total: 0, abas: tabTotals({ ativas: 0, inativas: 0, todas: 0, lixeira: 0 }) }),
    ),
    http.get('*/api/companies/:id/products', () => pageOf([])),
    http.get('*/api/companies/:id/products/count', () =>
      HttpResponse.json({
        total: 0,
        abas: tabTotals({ ativos: 0, com_pendencia: 0, com_aviso: 0, inativos: 0, todos: 0, lixeira: 0 }),
      }),
    ),
    http.get('*/api/companies/:id/receipts/count', () =>
      HttpResponse.json({ total: 0, autorizado: '0.00', cancelado: '0.00' }),
    ),
    http.get('*/api/companies/:id/contingency', () => HttpResponse.json({ agora: null, esperando: 0 })),
    http.get('*/api/companies', () => pageOf(companies)),
    http.get('*/api/companies/:id', ({ params }) => {
      const company = companies.find(({ id }) => id === params.id)
      return company ? HttpResponse.json(company) : problem(404, 'not_found', 'Registro não encontrado.')
    }),
  )
  // Loaded beforehand, so that no test has to wait for them.
  beforeAll(() => Promise.all([import('./area'), import('./session/session-guard'), import('./shell/shell')]), 60_000)
  beforeEach(() => {
    leaveSession(queryClient)
    queryClient.clear()
    vi.stubGlobal(
      'EventSource',
      class {
        close() {}
      },
    )
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  return server
}

/** The whole app at an address. */
export function showApp(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return { address: () => router.state.location.pathname + router.state.location.search }
}
