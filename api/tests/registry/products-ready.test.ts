// 'Pronto para nota': what a product lacks for a receipt, where it is told, counted and judged again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Company, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { newProduct, type Product, productForm } from '../helpers/products.ts'
import { sellable } from '../helpers/sales.ts'
import { Server, until } from '../helpers/server.ts'

// What is looked for every five seconds comes sooner.
const server = new Server({ env: { BALCAO_TEST_TIME_SCALE: '0.02' } })
let admin: Caller
let user: Caller
let own: Company
let other: Company

beforeAll(async () => {
  await server.start()
  const made = await office(server)
  ;({ admin, user, own, other } = made)
})
afterAll(async () => {
  await server.stop()
  server.remove()
})

const read = async (as: Caller, { id, id_emit }: Product) =>
  (await api.getProduct(as, id_emit, id)).expect(200) as Product
const lacks = ({ fiscal_pendencies }: Product) => fiscal_pendencies?.map(({ campo }) => campo)
const lacking = async (as = user, company = own.id) =>
  (await api.listProducts(as, company, { situacao: 'com_pendencia' })).expect(200)
const counted = async (as = user, company = own.id) =>
  (await api.countProducts(as, company, { situacao: 'com_pendencia' })).expect(200).total

describe('a product', () => {
  test('with nothing but code and description lacks what a receipt asks for, in sentences', async () => {
    const made = await newProduct(user, own.id)
    expect(lacks(made)).toEqual(['prod_vUnCOM', 'prod_NCM', 'prod_CFOP', 'prod_uCOM', 'icms_orig', 'icms_CST'])
    expect(made.fiscal_pendencies![1]).toEqual({
      campo: 'prod_NCM',
      mensagem: 'Falta o NCM. Preencha no cadastro do produto.',
    })
    expect(await read(user, made)).toEqual(made)
    ;(await api.deleteProduct(user, own.id, made.id, '*')).expect(204)
  })

  test('becomes ready when it is completed, and tells a rule of the fiscal library that it breaks', async () => {
    const made = await sellable(user, own.id, { prod_CFOP: '5405' })
    expect(lacks(made)).toEqual(['prod_CFOP'])
    const etag = (await api.getProduct(user, own.id, made.id)).etag
    const saved = (
      await api.updateProduct(user, own.id, made.id, etag, { ...productForm(made), prod_CFOP: '5102' })
    ).expect(200) as Product
    expect(lacks(saved)).toEqual([])
    expect(await read(user, saved)).toEqual(saved)
  })

  test('cannot be told to be ready', async () => {
    const made = (
      await api.createProduct(user, own.id, { prod_cProd: 'X-1', prod_xProd: 'Sem nada', fiscal_pendencies: [] })
    ).expect(201) as Product
    expect(lacks(made)).toContain('prod_NCM')
    ;(await api.deleteProduct(user, own.id, made.id, '*')).expect(204)
  })
})

test('the list has those that are sold and lack something, and knows how many', async () => {
  expect(await counted()).toBe(0)
  const [ready, lame] = [await sellable(user, own.id), await newProduct(user, own.id)]
  expect((await lacking()).items).toEqual([lame])
  expect((await lacking()).items).not.toContainEqual(ready)
  expect(await counted()).toBe(1)
  for (const [action, count] of [
    ['deactivate', 0],
    ['activate', 1],
    ['delete', 0],
    ['restore', 1],
  ] as const) {
    ;(await api.changeProducts(user, own.id, action, [lame.id])).expect(200)
    expect([action, await counted(), (await lacking()).total]).toEqual([action, count, count])
  }
  expect(await counted(admin, other.id)).toBe(0)
  expect(
    (await api.listProducts(user, own.id, { situacao: 'com_pendencia', search: lame.prod_xProd })).expect(200).total,
  ).toBe(1)
  ;(await api.changeProducts(user, own.id, 'delete', [lame.id])).expect(200)
})

describe('judged again', () => {
  const setCompany = (change: string) =>
    server.database.run(`update emitente set ${change} where id = ${server.database.id(other.id)}`)

  test('when the regime of the company changes, without a new version of the product', async () => {
    const made = await sellable(admin, other.id)
    const before = await api.getProduct(admin, other.id, made.id)
    expect(lacks(made)).toEqual([])
    const stream = await streamEvents(admin)
    setCompany('crt = 3')
    await until('the product is judged', async () => (await counted(admin, other.id)) === 1)
    const after = await api.getProduct(admin, other.id, made.id)
    expect(after.etag).toBe(before.etag)
    expect(lacks(after.expect(200) as Product)).toEqual(['pis_CST', 'cofins_CST', 'icms_CST'])
    await stream.hint('judged', (hint) => hint.topic === 'products' && hint.company_id === other.id)
    stream.close()
    setCompany('crt = 1')
    await until('the product is judged', async () => (await counted(admin, other.id)) === 0)
    expect(lacks(await read(admin, made))).toEqual([])
  })

  test('after an update of the program: what no earlier version judged, in more than one step', async () => {
    const ids: string[] = []
    for (let i = 0; i < 3; ++i) ids.push((await newProduct(admin, other.id)).id)
    // As an earlier version left them.
    server.database.run(`update produtos set fiscal_pendencies = null where id_emit = ${server.database.id(other.id)};
      update contagens set total = 0 where emitente_id = ${server.database.id(other.id)} and situacao = 'com_pendencia';
      delete from contagens_mudancas where emitente_id = ${server.database.id(other.id)} and situacao = 'com_pendencia';
      delete from produtos_julgamento where emitente_id = ${server.database.id(other.id)}`)
    await until('the products are judged', async () => (await counted(admin, other.id)) === 3)
    expect((await lacking(admin, other.id)).items.map(({ id }) => id).sort()).toEqual(ids.sort())
  })
})
