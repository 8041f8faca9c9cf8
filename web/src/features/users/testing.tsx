import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createQueryClient, SessionProvider } from '@/api'
import type { User, UserCompany } from '@/api'
import { toast, UiProvider } from '@/ui'
import UsersPage from './users-page'

export const marina: User = {
  id: 'u1',
  full_name: 'Marina Duarte',
  email: 'marina@example.com',
  role: 'admin',
  active: 'S',
  created_at: '2026-11-01T12:00:00Z',
  last_sign_in_at: '2026-11-21T12:00:00Z',
  is_self: true,
  default_company: null,
}

export const rafael: User = {
  ...marina,
  id: 'u2',
  full_name: 'Rafael Nogueira',
  email: 'rafael@example.com',
  role: 'user',
  is_self: false,
  last_sign_in_at: null,
  default_company: { id: 'a', razao_social: 'Lajes Boa Vista Ltda' },
}

export const contador: User = {
  ...rafael,
  id: 'u3',
  full_name: 'Otávio Lima',
  email: 'otavio@example.com',
  role: 'contador',
}

export const boaVista: UserCompany = {
  id: 'a',
  razao_social: 'Lajes Boa Vista Ltda',
  nome_fantasia: 'Lajes Boa Vista',
  cnpj: '11222333000181',
  cor: 'barro',
  ativo: 'S',
  access: true,
  is_default: true,
}

export const serraAzul: UserCompany = {
  ...boaVista,
  id: 'b',
  razao_social: 'Pré-Moldados Serra Azul Ltda',
  nome_fantasia: null,
  cnpj: '12345678000195',
  access: false,
  is_default: false,
}

export function problem(status: number, code: string, detail: string, more: object = {}, headers = {}) {
  const body = { type: 'about:blank', title: 'Título', status, code, detail, request_id: 'r1', ...more }
  return HttpResponse.json(body, { status, headers })
}

export const pageOf = (items: object[], page = 1, page_size = 10, total = items.length) =>
  HttpResponse.json({ items, page, page_size, total, total_exact: true })

/** A server with three users and two companies; each test replaces what it is about. `calls` holds every writing request. */
export function startTestServer() {
  const calls: { method: string; path: string; headers: Headers; body: string }[] = []
  const users = [marina, rafael, contador]
  const withTag = { headers: { ETag: '"7"' } }
  const done = () => new HttpResponse(null, { status: 204 })
  const server = setupServer(
    http.get('*/api/users', ({ request }) =>
      pageOf(new URL(request.url).searchParams.get('situacao') === 'inativos' ? [] : users),
    ),
    http.get('*/api/roles', () => HttpResponse.json([{ name: 'admin' }, { name: 'contador' }, { name: 'user' }])),
    http.get('*/api/users/:id', ({ params }) =>
      HttpResponse.json(users.find(({ id }) => id === params.id) ?? rafael, withTag),
    ),
    http.post('*/api/users', () => HttpResponse.json(rafael, { status: 201, ...withTag })),
    http.put('*/api/users/:id', () => HttpResponse.json(rafael, withTag)),
    http.delete('*/api/users/:id', done),
    http.put('*/api/users/:id/password', done),
    http.get('*/api/users/:id/companies', () => pageOf([boaVista, serraAzul], 1, 20)),
    http.put('*/api/users/:id/companies/:company', done),
    http.delete('*/api/users/:id/companies/:company', done),
    http.put('*/api/users/:id/default-company', done),
  )
  server.events.on('request:start', async ({ request }) => {
    if (request.method === 'GET') return
    const { pathname } = new URL(request.url)
    const { method, headers } = request
    calls.push({ method, path: pathname, headers, body: await request.clone().text() })
  })
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    calls.length = 0
    toast.close()
  })
  afterAll(() => server.close())
  return { server, calls }
}

/** The users' screen at an address, for somebody with this role. */
export function showUsers(at = '/app/users', role: 'admin' | 'user' = 'admin') {
  const user = { id: marina.id, email: marina.email, full_name: marina.full_name }
  const root = (
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider value={{ user, role, active_company: null, default_company_id: null }}>
        <UiProvider>
          <Outlet />
        </UiProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ element: root, children: [{ path: '/app/users', element: <UsersPage /> }] }], {
    initialEntries: [at],
  })
  render(<RouterProvider router={router} />)
  return { search: () => router.state.location.search }
}
