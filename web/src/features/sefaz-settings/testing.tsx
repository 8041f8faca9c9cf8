import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ActiveCompanyProvider, createQueryClient, SessionProvider } from '@/api'
import type { ActiveCompany, ConnectionTest, SefazSettings, ServiceTest } from '@/api'
import { toast, UiProvider } from '@/ui'
import { SefazSettingsDialog } from './sefaz-settings-dialog'
import SefazSettingsPage from './sefaz-settings-page'

export const company: ActiveCompany = {
  id: 'a',
  razao_social: 'Lajes Boa Vista Ltda',
  nome_fantasia: 'Lajes Boa Vista',
  cnpj: '11222333000181',
  ambiente: 'homologacao',
  cor: 'barro',
  logo_sistema_url: null,
  certificado_valido_ate: null,
}

export const MASK = '••••••••7F2A'

/** Homologação set up with two series, produção not yet. */
export const settings: SefazSettings = {
  configured: true,
  ambiente: 'homologacao',
  destino: 'sefaz',
  homologacao: {
    serie: 1,
    numero_inicial: 37,
    csc_configurado: true,
    csc_mascara: MASK,
    csc_id: '000001',
    series: [
      { serie: 1, numero_inicial: 37, ultimo_usado: 36 },
      { serie: 2, numero_inicial: 500, ultimo_usado: 0 },
    ],
  },
  producao: { serie: 1, numero_inicial: 1, csc_configurado: false, csc_mascara: null, csc_id: null, series: [] },
  simulador_disponivel: true,
  updated_at: '2026-11-20T12:00:00Z',
}

const service = (servico: ServiceTest['servico'], over: Partial<ServiceTest> = {}): ServiceTest => ({
  servico,
  situacao: 'online',
  codigo: 107,
  resposta: 'Serviço em Operação',
  mensagem: 'A SEFAZ está atendendo.',
  ms: 214,
  ...over,
})

export function connectionTest(over: Partial<ConnectionTest> = {}, second: Partial<ServiceTest> = {}): ConnectionTest {
  return {
    simulado: false,
    motivo: null,
    ambiente: 'homologacao',
    destino: 'sefaz',
    servicos: [service('status'), service('autorizacao', second), service('cadastro')],
    testado_em: '2026-11-21T15:44:00Z',
    ...over,
  }
}

export function problem(status: number, code: string, detail: string, more: object = {}, headers = {}) {
  const body = { type: 'about:blank', title: 'Título', status, code, detail, request_id: 'r1', ...more }
  return HttpResponse.json(body, { status, headers })
}

export const answer = (data: SefazSettings, etag: string) => HttpResponse.json(data, { headers: { ETag: etag } })

/** A server with these settings; each test replaces what it is about. `calls` holds every writing request. */
export function startTestServer() {
  const calls: { method: string; path: string; headers: Headers; body: Record<string, unknown> }[] = []
  let etag = '"7"'
  const server = setupServer(
    http.get('*/api/companies/a/sefaz-settings', () => answer(settings, etag)),
    http.put('*/api/companies/a/sefaz-settings', () => {
      etag = '"8"'
      return answer(settings, etag)
    }),
    http.post('*/api/companies/a/sefaz-settings/test', () => HttpResponse.json(connectionTest())),
    http.get('*/api/companies/a/certificate', () => problem(404, 'not_found', 'Registro não encontrado.')),
  )
  server.events.on('request:start', async ({ request }) => {
    if (request.method === 'GET') return
    const text = await request.clone().text()
    calls.push({
      method: request.method,
      path: new URL(request.url).pathname,
      headers: request.headers,
      body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
    })
  })
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    calls.length = 0
    etag = '"7"'
    toast.close()
  })
  afterAll(() => server.close())
  return { server, calls }
}

/** The settings' page, or their dialog, for somebody with this role. */
export function showSettings(
  what: 'page' | 'dialog' | 'page without company' = 'page',
  role: 'admin' | 'user' = 'admin',
) {
  const user = { id: 'u1', email: 'marina@example.com', full_name: 'Marina Duarte' }
  const active = what === 'page without company' ? null : company
  const element = (
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider value={{ user, role, active_company: active, default_company_id: null }}>
        <ActiveCompanyProvider value={active}>
          <UiProvider>
            {what === 'dialog' ? (
              <SefazSettingsDialog company={company} onClose={() => undefined} />
            ) : (
              <SefazSettingsPage />
            )}
          </UiProvider>
        </ActiveCompanyProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}
