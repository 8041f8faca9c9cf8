import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createQueryClient } from '@/api'
import type { Person } from '@/api'
import { toast, UiProvider } from '@/ui'
import PeoplePage from './people-page'
import PersonPage from './person-page'

export const jose: Person = {
  id: 'p1',
  pessoa_tipo: 1,
  cpf_cnpj: '12345678062',
  razao_social: 'José Aparecido Ramos',
  nome_fantasia: null,
  insc_estadual: null,
  logradouro: 'Rua A',
  numero: '10',
  complemento: null,
  bairro: 'Centro',
  municipio: '3549805',
  municipio_nome: 'São José do Rio Preto',
  uf: 'SP',
  cep: '15010000',
  pais: 'Brasil',
  telefone: '17999991234',
  email: null,
  contato: null,
  observacao: null,
  ativo: 'S',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  deleted_at: null,
}

export const ipe: Person = {
  ...jose,
  id: 'p2',
  pessoa_tipo: 2,
  cpf_cnpj: '12345678000195',
  razao_social: 'Construtora Ipê Amarelo Ltda',
  insc_estadual: 'ISENTO',
}

export function problem(status: number, code: string, detail: string, more: object = {}) {
  const body = { type: 'about:blank', title: 'Título', status, code, detail, request_id: 'r1', ...more }
  return HttpResponse.json(body, { status })
}

export const pageOf = (items: Person[]) =>
  HttpResponse.json({ items, page: 1, page_size: 10, total: items.length, total_exact: true })

/** A server with two people; each test replaces what it is about. `calls` holds every writing request. */
export function startTestServer() {
  const calls: { method: string; path: string; headers: Headers; body: string }[] = []
  const withTag = { headers: { ETag: '"7"' } }
  const server = setupServer(
    http.get('*/api/people', () => pageOf([jose, ipe])),
    http.get('*/api/people/count', () => HttpResponse.json({ total: 2 })),
    http.get('*/api/people/:pid', ({ params }) => HttpResponse.json(params.pid === ipe.id ? ipe : jose, withTag)),
    http.post('*/api/people', () => HttpResponse.json(jose, { status: 201, ...withTag })),
    http.put('*/api/people/:pid', () => HttpResponse.json(jose, withTag)),
    http.delete('*/api/people/:pid', () => new HttpResponse(null, { status: 204 })),
    http.post('*/api/people/:pid/restore', () => HttpResponse.json(jose, withTag)),
    http.post('*/api/people/bulk', () => HttpResponse.json({ changed: 1, deactivated: [] })),
    http.get('*/api/states', () =>
      HttpResponse.json([
        { uf: 'SP', codigo: '35', nome: 'São Paulo' },
        { uf: 'MG', codigo: '31', nome: 'Minas Gerais' },
      ]),
    ),
    http.get('*/api/states/:uf/municipalities', ({ params }) =>
      HttpResponse.json(
        params.uf === 'SP'
          ? [{ codigo: '3549805', nome: 'São José do Rio Preto' }]
          : [{ codigo: '3106200', nome: 'Belo Horizonte' }],
      ),
    ),
  )
  server.events.on('request:start', async ({ request }) => {
    if (request.method === 'GET') return
    const { method, headers } = request
    calls.push({ method, path: new URL(request.url).pathname, headers, body: await request.clone().text() })
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

/** The people's screens at an address; `other` is what stands at /other. */
export function showPeople(at: string, other?: ReactNode) {
  const root = (
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <Outlet />
      </UiProvider>
    </QueryClientProvider>
  )
  const children = [
    { path: '/app/people', element: <PeoplePage /> },
    { path: '/app/people/new', element: <PersonPage key="new" /> },
    { path: '/app/people/:id/edit', element: <PersonPage key="edit" /> },
    { path: '/other', element: other },
  ]
  const router = createMemoryRouter([{ element: root, children }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return { address: () => router.state.location.pathname }
}
