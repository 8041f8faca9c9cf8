import { http, HttpResponse } from 'msw'
import type { User, UserCompany } from '@/api'
import { done, pageOf, showScreens, startServer, tagged } from '@/testing'
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
  papel: 'gerente',
  is_default: true,
}

export const serraAzul: UserCompany = {
  ...boaVista,
  id: 'b',
  razao_social: 'Pré-Moldados Serra Azul Ltda',
  nome_fantasia: null,
  cnpj: '12345678000195',
  access: false,
  papel: null,
  is_default: false,
}

/** A server with three users and two companies; each test replaces what it is about. */
export function startTestServer() {
  const users = [marina, rafael, contador]
  return startServer(
    http.get('*/api/users', ({ request }) =>
      pageOf(new URL(request.url).searchParams.get('situacao') === 'inativos' ? [] : users),
    ),
    http.get('*/api/roles', () => HttpResponse.json([{ name: 'admin' }, { name: 'contador' }, { name: 'user' }])),
    http.get('*/api/users/:id', ({ params }) => tagged(users.find(({ id }) => id === params.id) ?? rafael)),
    http.post('*/api/users', () => tagged(rafael, '"7"', 201)),
    http.put('*/api/users/:id', () => tagged(rafael)),
    http.delete('*/api/users/:id', done),
    http.put('*/api/users/:id/password', done),
    http.get('*/api/users/:id/companies', () => pageOf([boaVista, serraAzul], { page_size: 20 })),
    http.put('*/api/users/:id/companies/:company', done),
    http.delete('*/api/users/:id/companies/:company', done),
    http.put('*/api/users/:id/default-company', done),
  )
}

/** The users' screen at an address, for somebody with this role. */
export function showUsers(at = '/app/users') {
  return showScreens(at, [{ path: '/app/users', element: <UsersPage /> }], { role: 'admin' })
}
