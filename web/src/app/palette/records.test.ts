import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createQueryClient } from '@/api'
import { findRecords } from './records'

const asked: string[] = []
const answer = (item: object) =>
  HttpResponse.json({ items: [item], page: 1, page_size: 3, total: 1, total_exact: true })
const server = setupServer(
  http.get('*/api/companies/:id/products', () =>
    answer({ id: 'p1', prod_xProd: 'Laje H12', prod_cProd: 'LJ-H12', prod_vUnCOM: '74.5000' }),
  ),
  http.get('*/api/people', () => answer({ id: 'h1', razao_social: 'José Ramos', cpf_cnpj: '12345678062' })),
  http.get('*/api/companies/:id/budgets', () =>
    answer({ id: 'b1', numero_pedido: 1047, nome_cliente: null, data_orcamento: '2026-11-20', faturado: false }),
  ),
)
server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).search))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  asked.length = 0
})
afterAll(() => server.close())

it('finds three rows of each kind, in the active company', async () => {
  expect(await findRecords(createQueryClient(), 'c1', 'laje')).toEqual({
    products: [
      { id: 'p1', label: 'Laje H12', detail: 'LJ-H12 · R$\u00a074,50', to: '/app/products/p1/edit?empresa=c1' },
    ],
    people: [{ id: 'h1', label: 'José Ramos', detail: '123.456.780-62', to: '/app/people/h1/edit' }],
    budgets: [
      {
        id: 'b1',
        label: '1.047 · Cliente Não Informado',
        detail: '20/11/2026 · Pendente',
        to: '/app/budgets/b1/edit?empresa=c1',
      },
    ],
  })
  expect(asked).toEqual(Array(3).fill('?search=laje&page_size=3'))
})

it('leaves out a kind that cannot be read', async () => {
  server.use(http.get('*/api/people', () => HttpResponse.json({}, { status: 403 })))
  const found = await findRecords(createQueryClient(), 'c1', 'laje')
  expect(found.people).toEqual([])
  expect(found.products).toHaveLength(1)
})

it('asks nothing without a company', async () => {
  expect(await findRecords(createQueryClient(), undefined, 'laje')).toEqual({ products: [], people: [], budgets: [] })
  expect(asked).toEqual([])
})
