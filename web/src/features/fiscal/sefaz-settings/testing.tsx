import { http, HttpResponse } from 'msw'
import { afterEach } from 'vitest'
import type { ActiveCompany, ConnectionTest, SefazSettings, ServiceTest } from '@/api'
import { boaVista, problem, showScreens, startServer, tagged } from '@/testing'
import { SefazSettingsDialog } from './sefaz-settings-dialog'
import SefazSettingsPage from './sefaz-settings-page'

export const company: ActiveCompany = { ...boaVista, ambiente: 'homologacao' }

export const MASK = '••••••••7F2A'

/** Homologação set up with two series, produção not yet. */
export const settings: SefazSettings = {
  configured: true,
  ambiente: 'homologacao',
  destino: 'sefaz',
  homologacao: {
    serie: 1,
    numero_inicial: 37,
    serie_nfe: 1,
    numero_inicial_nfe: 1,
    csc_configurado: true,
    csc_mascara: MASK,
    csc_id: '000001',
    series: [
      { modelo: 65, serie: 1, numero_inicial: 37, ultimo_usado: 36 },
      { modelo: 65, serie: 2, numero_inicial: 500, ultimo_usado: 0 },
    ],
  },
  producao: {
    ...{ serie: 1, numero_inicial: 1, serie_nfe: 1, numero_inicial_nfe: 1 },
    ...{ csc_configurado: false, csc_mascara: null, csc_id: null, series: [] },
  },
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

/** A server with these settings; each test replaces what it is about. `sent`: what a writing request said. */
export function startTestServer() {
  let etag = '"7"'
  const started = startServer(
    http.get('*/api/companies/a/sefaz-settings', () => tagged(settings, etag)),
    http.put('*/api/companies/a/sefaz-settings', () => {
      etag = '"8"'
      return tagged(settings, etag)
    }),
    http.get('*/api/companies/a/numbers/stopped', () => HttpResponse.json({ items: [] })),
    http.post('*/api/companies/a/sefaz-settings/test', () => HttpResponse.json(connectionTest())),
    http.get('*/api/companies/a/certificate', () => problem(404, 'not_found', 'Registro não encontrado.')),
  )
  afterEach(() => {
    etag = '"7"'
  })
  return {
    ...started,
    sent: (at: number) => JSON.parse(started.calls[at]?.body ?? 'null') as Record<string, unknown> | null,
  }
}

/** The settings' page, or their dialog, for somebody with this role. */
export function showSettings(
  what: 'page' | 'dialog' | 'page without company' = 'page',
  role: 'admin' | 'user' = 'admin',
) {
  const element =
    what === 'dialog' ? <SefazSettingsDialog company={company} onClose={() => undefined} /> : <SefazSettingsPage />
  showScreens('/', [{ path: '*', element }], { role, company: what === 'page without company' ? null : company })
}
