// The list of products: search, order, pages, filters, totals, and what it refuses.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newProduct, type Product } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let user: Caller
let own: Company

const rows: [code: string, name: string, ncm: string | null, unit: string | null, ativo: string, ean?: string][] = [
  ['LJ-12.5', 'Laje treliçada H12', '68109100', 'M2', 'S', '7891000100103'],
  ['LJ-16', 'Laje Treliçada H16', '68109100', 'M2', 'N'],
  ['100', 'Bloco 14x19x39 "estrutural"', '68101100', 'UN', 'S'],
  ['20', 'Água 100% pura', '22011000', 'L', 'S'],
  ['3', 'Cimento_CP II', '25232910', 'KG', 'S'],
  ['A1', 'Serviço de entrega', null, null, 'S'],
]
const made: Product[] = []

beforeAll(async () => {
  const office_ = await office(server)
  user = office_.user
  own = office_.own
  for (const [prod_cProd, prod_xProd, prod_NCM, prod_uCOM, prod_ativo, prod_cEAN] of rows)
    made.push(await newProduct(user, own.id, { prod_cProd, prod_xProd, prod_NCM, prod_uCOM, prod_ativo, prod_cEAN }))
  await newProduct(office_.admin, office_.other.id, { prod_cProd: 'LJ-12.5', prod_xProd: 'Laje de outra empresa' })
})

const list = async (filter: api.ProductsFilter = {}) => (await api.listProducts(user, own.id, filter)).expect(200)
const codes = async (filter: api.ProductsFilter = {}) => (await list(filter)).items.map(({ prod_cProd }) => prod_cProd)

test('by code when nothing is asked for', async () => {
  expect(await list()).toEqual({
    items: [2, 3, 4, 5, 0, 1].map((at) => made[at]),
    page: 1,
    page_size: 10,
    total: 6,
    total_exact: true,
  })
})

test.each([
  ['treliçada', ['LJ-12.5', 'LJ-16']],
  ['TRELICADA laje', ['LJ-12.5', 'LJ-16']],
  ['h16 laje', ['LJ-16']],
  ['lj-12', ['LJ-12.5']],
  ['lj125', ['LJ-12.5']],
  ['LJ 12.5', ['LJ-12.5']],
  ['7891000100103', ['LJ-12.5']],
  ['789.1000', ['LJ-12.5']],
  ['14x19', ['100']],
  ['"estrutural"', ['100']],
  ['100% pura', ['20']],
  ['cimento_', ['3']],
  ['agua', ['20']],
  ['a1', ['A1']],
  ['%', ['20']],
  ['nada disso', []],
  ["' or '1'='1", []],
  ['🙂', []],
])('search %j', async (search, expected) => {
  const found = await list({ search })
  expect(found.items.map(({ prod_cProd }) => prod_cProd).sort()).toEqual([...expected].sort())
  expect([found.total, found.total_exact]).toEqual([expected.length, true])
  expect((await api.countProducts(user, own.id, { search })).expect(200).total).toBe(expected.length)
})

test.each([
  ['prod_cProd', ['100', '20', '3', 'A1', 'LJ-12.5', 'LJ-16']],
  ['-prod_cProd', ['LJ-16', 'LJ-12.5', 'A1', '3', '20', '100']],
  ['prod_xProd', ['20', '100', '3', 'LJ-12.5', 'LJ-16', 'A1']],
  ['prod_NCM', ['A1', '20', '3', '100', 'LJ-12.5', 'LJ-16']],
  ['-prod_uCOM', ['100', 'LJ-16', 'LJ-12.5', '20', '3', 'A1']],
  ['created_at', rows.map(([code]) => code)],
  ['-created_at', rows.map(([code]) => code).reverse()],
])('sorted by %s', async (sort, expected) => {
  expect(await codes({ sort })).toEqual(expected)
  expect([...(await codes({ sort, page_size: 4 })), ...(await codes({ sort, page_size: 4, page: 2 }))]).toEqual(
    expected,
  )
})

test.each([
  [{ situacao: 'ativos' }, ['100', '20', '3', 'A1', 'LJ-12.5']],
  [{ situacao: 'inativos' }, ['LJ-16']],
  [{ situacao: 'sem_ncm' }, ['A1']],
  [{ situacao: 'lixeira' }, []],
  [{ prod_NCM: '68' }, ['100', 'LJ-12.5', 'LJ-16']],
  [{ prod_NCM: '681091' }, ['LJ-12.5', 'LJ-16']],
  [{ prod_NCM: '99' }, []],
  [{ prod_uCOM: 'm2' }, ['LJ-12.5', 'LJ-16']],
  [{ prod_uCOM: 'M2', situacao: 'ativos', prod_NCM: '68' }, ['LJ-12.5']],
  [{ prod_uCOM: 'M2', search: 'h16' }, ['LJ-16']],
  [{ prod_cProd: 'lj-16' }, ['LJ-16']],
  [{ prod_cProd: 'LJ-1' }, []],
  [{ prod_cProd: '3', situacao: 'ativos' }, ['3']],
  [{ prod_cProd: 'LJ-16', situacao: 'ativos' }, []],
])('filtered by %j', async (filter, expected) => {
  const found = await list(filter)
  expect(found.items.map(({ prod_cProd }) => prod_cProd)).toEqual(expected)
  expect([found.total, found.total_exact]).toEqual([expected.length, true])
  expect((await api.countProducts(user, own.id, filter)).expect(200).total).toBe(expected.length)
})

test('a page beyond the last is empty, with the total', async () => {
  expect(await list({ page: 9 })).toEqual({ items: [], page: 9, page_size: 10, total: 6, total_exact: true })
})

test('by price, those without one first; the bin alike', async () => {
  const priced = await Promise.all(
    ['9.9', '10', null].map((prod_vUnCOM, at) =>
      newProduct(user, own.id, { prod_cProd: `P${at}`, prod_xProd: `Preço ${at}`, prod_uCOM: 'UN', prod_vUnCOM }),
    ),
  )
  const order = async (sort: string, more = {}) => codes({ search: 'preço', sort, ...more })
  expect(await order('prod_vUnCOM')).toEqual(['P2', 'P0', 'P1'])
  expect(await order('-prod_vUnCOM')).toEqual(['P1', 'P0', 'P2'])
  const all = await codes({ sort: '-prod_vUnCOM', situacao: 'ativos' })
  expect(all.slice(0, 2)).toEqual(['P1', 'P0'])
  ;(
    await api.changeProducts(
      user,
      own.id,
      'delete',
      priced.map(({ id }) => id),
    )
  ).expect(200)
  expect(await codes({ sort: 'prod_vUnCOM', situacao: 'lixeira' })).toEqual(['P2', 'P0', 'P1'])
  server.database.run(`delete from produtos where prod_xProd like 'Preço %'`)
  server.database.run(`delete from contagens where tabela = 'produtos' and situacao = 'L'`)
  server.database.run(`delete from contagens_mudancas where tabela = 'produtos' and situacao = 'L'`)
})

describe('one count tells how many every tab has', () => {
  const tabs = async (filter: api.ProductsFilter = {}) =>
    (await api.countProducts(user, own.id, filter)).expect(200).abas
  const totals = async (filter: api.ProductsFilter) =>
    Object.fromEntries(Object.entries(await tabs(filter)).map(([name, { total }]) => [name, total]))
  const situations = {
    ...{ ativos: 'ativos', com_pendencia: 'com_pendencia', com_aviso: 'com_aviso' },
    ...{ inativos: 'inativos', lixeira: 'lixeira' },
  }

  test.each([
    {},
    { situacao: 'inativos' },
    { search: 'laje' },
    { prod_NCM: '68' },
    { prod_uCOM: 'M2', search: 'trelicada' },
    { search: 'nada disso' },
  ])('%j: what each list of a tab says', async (filter) => {
    const expected: Record<string, number> = { todos: (await list({ ...filter, situacao: undefined })).total }
    for (const [name, situacao] of Object.entries(situations))
      expected[name] = (await list({ ...filter, situacao })).total
    expect(await totals(filter)).toEqual(expected)
    for (const { total_exact } of Object.values(await tabs(filter))) expect(total_exact).toBe(true)
  })
})

describe('refuses', () => {
  test.each([
    { situacao: 'todos' },
    { prod_NCM: '6' },
    { prod_NCM: '68.10' },
    { prod_NCM: "68' or 1=1" },
    { prod_uCOM: 'QUILOS7' },
    { prod_cProd: ' ' },
    { prod_cProd: 'x'.repeat(61) },
    { sort: 'prod_vProd' },
    { page: 0 },
    { page_size: 101 },
    { search: 'x'.repeat(201) },
  ])('%j', async (filter) => {
    const fields = (await api.listProducts(user, own.id, filter)).fields()
    expect(Object.keys(fields)).toEqual(Object.keys(filter))
    for (const sentence of Object.values(fields)) expect(sentence).toMatch(/^[A-ZÀ-Ú].*\.$/)
  })

  test('a filter that does not exist', async () => {
    expect(Object.keys((await api.listProducts(user, own.id, { cor: 'azul' } as api.ProductsFilter)).fields())).toEqual(
      ['cor'],
    )
  })
})

test('a search that finds more than a thousand ends there; the exact number is asked for apart', async () => {
  const { database } = server
  const makeId = database.isPostgres ? 'gen_random_uuid()' : 'randomblob(16)'
  database.run(`insert into produtos (id, id_emit, created_at, updated_at, prod_cProd, prod_xProd, prod_qCOM, prod_qTrib, busca, busca_xProd)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1100)
    select ${makeId}, ${database.id(own.id)}, 1, 1, 'Z' || cast(10000 + n as text), 'Ripa ' || cast(10000 + n as text), 10000, 10000,
      'ripa ' || cast(10000 + n as text), 'ripa ' || cast(10000 + n as text) from numbers`)
  expect(await list({ search: 'ripa', sort: 'prod_xProd', page_size: 1 })).toMatchObject({
    items: [{ prod_cProd: 'Z10001' }],
    total: 1000,
    total_exact: false,
    ends_at_total: true,
  })
  expect(await codes({ search: 'ripa', sort: '-prod_xProd', page_size: 1, page: 1000 })).toEqual(['Z10101'])
  expect(await codes({ search: 'ripa', sort: '-prod_xProd', page_size: 1, page: 1001 })).toEqual([])
  const counted = (await api.countProducts(user, own.id, { search: 'ripa' })).expect(200)
  expect(counted.total).toBe(1100)
  expect(counted.abas).toMatchObject({
    ativos: { total: 1000, total_exact: false },
    todos: { total: 1000, total_exact: false },
    inativos: { total: 0, total_exact: true },
  })
})
