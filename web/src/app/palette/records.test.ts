import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { createQueryClient } from '@/api'
import { pageOf, startServer } from '@/testing'
import { placesFor } from '../places'
import { deedIn, findRecords } from './records'

const product = { id: 'p1', prod_xProd: 'Laje H12', prod_cProd: '201', prod_cEAN: null, prod_vUnCOM: '74.5000' }
const person = { id: 'h1', razao_social: 'José Ramos', cpf_cnpj: '12345678062', ativo: 'S', deleted_at: null }
const budget = {
  id: 'b1',
  tipo: 'Orçamento',
  numero_pedido: 201,
  nome_cliente: null,
  faturado: false,
  total_fatura: '25608.00',
  deleted_at: null,
}
const other = { ...budget, id: 'b2', numero_pedido: 1201 }

const { server, asked } = startServer(
  http.get('*/api/companies/:id/products', () => pageOf([{ ...product, prod_ativo: 'S', deleted_at: null }])),
  http.get('*/api/people', () => pageOf([person])),
  http.get('*/api/companies/:id/receipts', () => pageOf([])),
  http.get('*/api/companies/:id/budgets', ({ request }) =>
    pageOf(new URL(request.url).searchParams.has('numero_pedido') ? [budget] : [other]),
  ),
)

async function found(text: string) {
  const groups = await findRecords(text, {
    places: placesFor(() => true),
    queryClient: createQueryClient(),
    companyId: 'c1',
    navigate: () => Promise.resolve(),
    may: () => true,
  })
  return Object.fromEntries(
    groups
      .filter(({ items }) => items.length)
      .map(({ label, items }) => [label, items.map((item) => [item.label, item.detail, item.to].join(' | '))]),
  )
}

it('puts exact codes and numbers first, with what can be done', async () => {
  expect(await found('201')).toEqual({
    'Código exato': [
      'Laje H12 | 201 · R$\u00a074,50 | /app/products/p1/edit?empresa=c1',
      'Duplicar Laje H12 |  | /app/products/new?copia=p1',
      'Desativar Laje H12 |  | ',
    ],
    'Número exato': [
      'Orçamento 201 · Cliente Não Informado | R$\u00a025.608,00 · Pendente | /app/budgets/b1/edit?empresa=c1',
      'Imprimir 201 |  | ',
      'Duplicar 201 |  | ',
      'Transformar 201 em pedido |  | ',
    ],
    Pessoas: ['José Ramos | 123.456.780-62 | /app/people/h1/edit'],
    Orçamentos: [
      'Orçamento 1.201 · Cliente Não Informado | R$\u00a025.608,00 · Pendente | /app/budgets/b2/edit?empresa=c1',
    ],
  })
})

it('takes a whole CPF for the person, however it is punctuated', async () => {
  expect(Object.keys(await found('123.456.780-62'))).toContain('Documento exato')
})

it('offers what one asks to do, with the record one names', async () => {
  expect((await found('transf 201 em pedido')).Fazer).toEqual([
    'Transformar 201 em pedido |  | ',
    'Transformar 1.201 em pedido |  | ',
  ])
  expect((await found('excluir josé')).Fazer).toContain('Excluir José Ramos |  | ')
})

it.each([
  ['imprimir 201', { verb: 'imprimir', rest: '201' }],
  ['Imp 201', { verb: 'imp', rest: '201' }],
  ['impr orçamento 201', { verb: 'impr', rest: '201' }],
  ['transformador 110', null],
  ['imprimir', null],
  ['du laje', null],
])('reads “%s” as %o', (text, deed) => {
  expect(deedIn(text)).toEqual(deed)
})

it('leaves out a kind that cannot be read', async () => {
  server.use(http.get('*/api/people', () => HttpResponse.json({}, { status: 403 })))
  const groups = await found('laje')
  expect(groups).not.toHaveProperty('Pessoas')
  expect(groups).toHaveProperty('Orçamentos')
})

it('asks for the code by itself only when the search left some out', async () => {
  await found('laje')
  expect(asked.filter(({ query }) => 'prod_cProd' in query)).toEqual([])
  server.use(http.get('*/api/companies/:id/products', () => pageOf([], { total: 1_000, total_exact: false })))
  await found('7')
  expect(asked.filter(({ query }) => 'prod_cProd' in query)).toHaveLength(1)
})
