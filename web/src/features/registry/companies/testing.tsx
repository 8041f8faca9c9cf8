import { http, HttpResponse } from 'msw'
import type { Company } from '@/api'
import { done, pageOf, problem, showScreens, startServer, tagged } from '@/testing'
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
  exemplo: 'N',
  updated_at: '2026-11-20T12:00:00Z',
}

/** A server with one company; each test replaces what it is about. */
export function startTestServer() {
  return startServer(
    http.get('*/api/companies', ({ request }) => {
      const isActive = new URL(request.url).searchParams.get('ativo') !== 'N'
      const items = isActive ? [boaVista] : []
      return pageOf(items)
    }),
    http.get('*/api/companies/:id', () => tagged(boaVista)),
    http.post('*/api/companies', () => tagged(boaVista, '"7"', 201)),
    http.put('*/api/companies/:id', () => tagged(boaVista)),
    http.put('*/api/companies/:id/logos/:kind', () => tagged(boaVista, '"8"')),
    http.delete('*/api/companies/:id', done),
    http.get('*/api/companies/:id/certificate', () => problem(404, 'not_found', 'Registro não encontrado.')),
    http.get('*/api/companies/:id/sefaz-settings', () => problem(404, 'not_found', 'Registro não encontrado.')),
    http.get('*/api/cep/:cep', ({ params }) =>
      HttpResponse.json({ cep: params.cep, consultado: false, endereco: null }),
    ),
    http.get('*/api/states', () => HttpResponse.json([{ uf: 'SP', codigo: '35', nome: 'São Paulo' }])),
    http.get('*/api/states/SP/municipalities', () =>
      HttpResponse.json([{ codigo: '3549805', nome: 'São José do Rio Preto' }]),
    ),
  )
}

/** The companies' screens at an address, for somebody with this role. */
export function showCompanies(at: string, role: 'admin' | 'user' = 'admin') {
  const children = [
    { path: '/app', element: <p>dashboard</p> },
    { path: '/app/companies', element: <CompaniesPage /> },
    { path: '/app/companies/new', element: <CompanyPage key="new" /> },
    { path: '/app/companies/:id/edit', element: <CompanyPage key="edit" /> },
  ]
  const { path } = showScreens(at, children, { role })
  return { address: path }
}
