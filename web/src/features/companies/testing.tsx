import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createQueryClient, SessionProvider } from '@/api'
import type { Company } from '@/api'
import { toast, UiProvider } from '@/ui'
import CompaniesPage from './companies-page'
import CompanyPage from './company-page'

export const boaVista: Company = {
  id: '01',
  razao_social: 'Lajes Boa Vista Ltda',
  nome_fantasia: 'Lajes Boa Vista',
  cnpj: '11222333000181',
  inscricao_estadual: 'ISENTO',
  telefone: null,
  crt: 1,
  cep: '15010000',
  codigo_municipio: '3549805',
  logradouro: 'Rua das Palmeiras',
  numero: '100',
  complemento: null,
  bairro: 'Centro',
  municipio: 'São José do Rio Preto',
  uf: 'SP',
  logo_sistema_url: null,
  logo_documentos_url: null,
  cor: 'barro',
  fuso_horario: 'America/Sao_Paulo',
  ativo: 'S',
  ambiente: 'homologacao',
  certificado_valido_ate: null,
  primeiro_numero_em: null,
  updated_at: '2026-11-20T12:00:00Z',
}

export function problem(status: number, code: string, detail: string, more: object = {}) {
  const body = { type: 'about:blank', title: 'Título', status, code, detail, request_id: 'r1', ...more }
  return HttpResponse.json(body, { status })
}

/** A server with one company; each test replaces what it is about. `calls` holds every writing request. */
export function startTestServer() {
  const calls: { method: string; path: string; headers: Headers; body: string }[] = []
  const withTag = { headers: { ETag: '"7"' } }
  const server = setupServer(
    http.get('*/api/companies', ({ request }) => {
      const isActive = new URL(request.url).searchParams.get('ativo') !== 'N'
      const items = isActive ? [boaVista] : []
      return HttpResponse.json({ items, page: 1, page_size: 10, total: items.length, total_exact: true })
    }),
    http.get('*/api/companies/:id', () => HttpResponse.json(boaVista, withTag)),
    http.post('*/api/companies', () => HttpResponse.json(boaVista, { status: 201, ...withTag })),
    http.put('*/api/companies/:id', () => HttpResponse.json(boaVista, withTag)),
    http.put('*/api/companies/:id/logos/:kind', () => HttpResponse.json(boaVista, { headers: { ETag: '"8"' } })),
    http.delete('*/api/companies/:id', () => new HttpResponse(null, { status: 204 })),
    http.get('*/api/states', () => HttpResponse.json([{ uf: 'SP', codigo: '35', nome: 'São Paulo' }])),
    http.get('*/api/states/SP/municipalities', () =>
      HttpResponse.json([{ codigo: '3549805', nome: 'São José do Rio Preto' }]),
    ),
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

/** The companies' screens at an address, for somebody with this role. */
export function showCompanies(at: string, role: 'admin' | 'user' = 'admin') {
  const user = { id: 'u1', email: 'marina@example.com', full_name: 'Marina Duarte' }
  const root = (
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider value={{ user, role, active_company: null, default_company_id: null }}>
        <UiProvider>
          <Outlet />
        </UiProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  const children = [
    { path: '/app/companies', element: <CompaniesPage /> },
    { path: '/app/companies/new', element: <CompanyPage key="new" /> },
    { path: '/app/companies/:id/edit', element: <CompanyPage key="edit" /> },
  ]
  const router = createMemoryRouter([{ element: root, children }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return { address: () => router.state.location.pathname }
}
