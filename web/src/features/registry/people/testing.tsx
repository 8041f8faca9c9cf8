import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import type { ActiveCompany, Person } from '@/api'
import { boaVista, done, pageOf, showScreens, startServer, tabTotals, tagged } from '@/testing'
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

/** A server with two people; each test replaces what it is about. */
export const counted = (total: number) =>
  HttpResponse.json({ total, abas: tabTotals({ ativas: total, inativas: 0, todas: total, lixeira: 0 }) })

export function startTestServer() {
  return startServer(
    http.get('*/api/people', () => pageOf([jose, ipe])),
    http.get('*/api/people/count', () => counted(2)),
    http.get('*/api/people/:pid', ({ params }) => tagged(params.pid === ipe.id ? ipe : jose)),
    http.post('*/api/people', () => tagged(jose, '"7"', 201)),
    http.put('*/api/people/:pid', () => tagged(jose)),
    http.delete('*/api/people/:pid', done),
    http.post('*/api/people/:pid/restore', () => tagged(jose)),
    http.post('*/api/people/bulk', () => HttpResponse.json({ changed: 1, deactivated: [] })),
    http.get('*/api/cep/:cep', ({ params }) =>
      HttpResponse.json({ cep: params.cep, consultado: false, endereco: null }),
    ),
    http.get('*/api/companies/:id/taxpayers/:cnpj', ({ params }) =>
      HttpResponse.json({ cnpj: params.cnpj, uf: 'SP', consultado: false, contribuintes: [] }),
    ),
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
}

/** The people's screens at an address, in a company or in none; `other` is what stands at /other. */
export function showPeople(at: string, other?: ReactNode, company: ActiveCompany | null = boaVista) {
  const children = [
    { path: '/app/people', element: <PeoplePage /> },
    { path: '/app/people/new', element: <PersonPage key="new" /> },
    { path: '/app/people/:id/edit', element: <PersonPage key="edit" /> },
    { path: '/other', element: other },
  ]
  const { path } = showScreens(at, children, { company })
  return { address: path }
}
