// Prices and tax values of many products at once: proposed, applied exactly so, undone; and nothing by half.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { type Company, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newProduct, type Product, productForm } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

type Change = Schemas['ProductChange']

const server = sharedServer()
let admin: Caller
let user: Caller
let own: Company
let other: Company

beforeAll(async () => {
  ;({ admin, user, own, other } = await office(server))
})

const make = (prod_vUnCOM: string | null, overrides: Record<string, unknown> = {}) =>
  newProduct(user, own.id, { prod_vUnCOM, prod_uCOM: 'UN', ...overrides })
const read = async ({ id }: Product) => (await api.getProduct(user, own.id, id)).expect(200) as Product
const preview = async (products: Product[], tipo: string, valor: string) =>
  (
    await api.previewPrices(
      user,
      own.id,
      products.map(({ id }) => id),
      { tipo, valor },
    )
  ).expect(200).itens
const changesOf = (items: Awaited<ReturnType<typeof preview>>): Change[] =>
  items.map(({ id, version, depois }) => ({ id, version, valores: depois }))
const lastAudit = () =>
  auditRows(server.database, `action_type = 'product_update' and company_id = ${server.database.id(own.id)}`).at(-1)!

describe('a rule for prices', () => {
  test.each([
    ['percentual', '5', '62.00', '65.1000'],
    ['percentual', '5', '0.10', '0.1100'],
    ['percentual', '-50', '0.01', '0.0100'],
    ['percentual', '3.5', '0.0567', '0.0587'],
    ['percentual', '-99.99', '10.00', '0.0000'],
    ['valor', '1', '62.9', '63.9000'],
    ['valor', '-0.9', '62.9', '62.0000'],
    ['final', '0.90', '64.37', '63.9000'],
    ['final', '0.90', '64.40', '64.9000'],
    ['final', '0.90', '65.02', '64.9000'],
    ['final', '0.90', '0.20', '0.9000'],
    ['final', '0.00', '64.50', '65.0000'],
    ['final', '0.00', '64.49', '64.0000'],
  ])('%s %s makes %s %s', async (tipo, valor, old, expected) => {
    const made = await make(old)
    const [item] = await preview([made], tipo, valor)
    expect(item!.depois.prod_vUnCOM ?? made.prod_vUnCOM).toBe(expected)
    expect(await read(made)).toEqual(made) // a preview changes nothing
  })

  test.each([
    [{ tipo: 'percentual', valor: '999999' }, 'regra.valor'],
    [{ tipo: 'percentual', valor: '-100' }, 'regra.valor'],
    [{ tipo: 'percentual', valor: '62,0,0' }, 'regra.valor'],
    [{ tipo: 'valor', valor: '0.001' }, 'regra.valor'],
    [{ tipo: 'valor', valor: '-63' }, 'regra.valor'],
    [{ tipo: 'final', valor: '1.00' }, 'regra.valor'],
    [{ tipo: 'final', valor: '-0.10' }, 'regra.valor'],
    [{ tipo: 'final' }, 'regra.valor'],
    [{ tipo: 'outra', valor: '1' }, 'regra.tipo'],
  ])('is refused with a sentence: %j', async (regra, field) => {
    const { id } = await make('62.00')
    const problem = (await api.previewPrices(user, own.id, [id], regra)).problem(422, 'invalid')
    expect(problem.errors!.map((one) => one.field)).toContain(field)
  })

  test('names products of this company, 1 to 1,000 of them, outside the bin', async () => {
    const foreign = await newProduct(admin, other.id, { prod_vUnCOM: '1' })
    const regra = { tipo: 'valor', valor: '1' }
    ;(await api.previewPrices(user, own.id, [foreign.id], regra)).problem(404, 'not_found')
    ;(await api.previewPrices(user, own.id, [], regra)).problem(422, 'invalid')
    const many = Array.from({ length: 1001 }, () => crypto.randomUUID())
    ;(await api.previewPrices(user, own.id, many, regra)).problem(422, 'invalid')
    const gone = await make('1')
    ;(await api.deleteProduct(user, own.id, gone.id, '*')).expect(204)
    ;(await api.previewPrices(user, own.id, [gone.id], regra)).problem(422, 'invalid')
  })
})

describe('applying', () => {
  test('does what the preview showed, with one line in the log, and is undone by what it answered', async () => {
    const made = [await make('10.00'), await make('20.00'), await make(null)]
    const items = await preview(made, 'percentual', '10')
    expect(items.map(({ antes, depois }) => [antes.prod_vUnCOM, depois.prod_vUnCOM])).toEqual(
      expect.arrayContaining([
        ['10.0000', '11.0000'],
        ['20.0000', '22.0000'],
        [undefined, undefined],
      ]),
    )
    const before = auditRows(server.database, "action_type = 'product_update'").length
    const answer = (await api.changeProductValues(user, own.id, 'precos', changesOf(items))).expect(200)
    expect(answer.changed).toBe(2)
    const after = await Promise.all(made.map(read))
    expect(after.map(({ prod_vUnCOM, prod_vProd, prod_vUnTrib }) => [prod_vUnCOM, prod_vProd, prod_vUnTrib])).toEqual([
      ['11.0000', '11.00', '11.0000'],
      ['22.0000', '22.00', '22.0000'],
      [null, null, null],
    ])
    expect(auditRows(server.database, "action_type = 'product_update'")).toHaveLength(before + 1)
    const { description, details } = lastAudit()
    expect(description).toBe('Mudou o preço de 2 produtos')
    expect(JSON.stringify(details)).toContain('prod_vUnCOM')

    const undone = (await api.changeProductValues(user, own.id, 'desfazer', answer.desfazer)).expect(200)
    expect(undone.changed).toBe(2)
    for (const one of made) expect(productForm(await read(one))).toEqual(productForm(one))
    expect(lastAudit().description).toBe('Desfez a mudança de 2 produtos')
  })

  test('changes nothing when somebody saved one of them meanwhile', async () => {
    const made = [await make('10.00'), await make('20.00')]
    const items = await preview(made, 'valor', '1')
    const saved = { ...productForm(made[1]!), prod_vUnCOM: '21.00' }
    ;(await api.updateProduct(user, own.id, made[1]!.id, '*', saved)).expect(200)
    const problem = (await api.changeProductValues(user, own.id, 'precos', changesOf(items))).problem(412, 'stale')
    expect(problem.detail).toContain(made[1]!.prod_xProd)
    expect((await read(made[0]!)).prod_vUnCOM).toBe('10.0000')
    expect((await read(made[1]!)).prod_vUnCOM).toBe('21.0000')
  })

  test('keeps to the rules of the form, names the product and the field, and changes nothing', async () => {
    const made = [await make('10.00'), await make('20.00')]
    const itens = [
      { id: made[0]!.id, version: 1, valores: { prod_vUnCOM: '11' } },
      { id: made[1]!.id, version: 1, valores: { prod_vUnCOM: '62,0,0', icms_CST: '00' } },
    ]
    const problem = (await api.changeProductValues(user, own.id, 'precos', itens)).problem(422, 'invalid')
    expect(problem.errors!.map(({ field, campo }) => [field, campo])).toEqual([
      ['itens.1', 'prod_vUnCOM'],
      ['itens.1', 'icms_CST'],
    ])
    expect(problem.errors![0]!.message).toContain(made[1]!.prod_xProd)
    expect((await read(made[0]!)).prod_vUnCOM).toBe('10.0000')
  })

  test.each([
    ["a field that is the product's own", { prod_xProd: 'Outro' }, 1],
    ['a field nobody knows', { preco: '1' }, 1],
    ['a version of the future', { prod_vUnCOM: '1' }, 9],
  ])('refuses %s', async (_, valores, version) => {
    const made = await make('10.00')
    const answer = await api.changeProductValues(user, own.id, 'precos', [{ id: made.id, version, valores }])
    expect([412, 422]).toContain(answer.status)
    expect(await read(made)).toEqual(made)
  })

  test("refuses the same product twice, another company's, none, too many, and an unknown reason", async () => {
    const made = await make('10.00')
    const one = { id: made.id, version: 1, valores: { prod_vUnCOM: '11' } }
    ;(await api.changeProductValues(user, own.id, 'precos', [one, one])).problem(422, 'invalid')
    const foreign = await newProduct(admin, other.id, { prod_vUnCOM: '1' })
    ;(await api.changeProductValues(user, own.id, 'precos', [one, { ...one, id: foreign.id }])).problem(
      404,
      'not_found',
    )
    ;(await api.changeProductValues(user, own.id, 'precos', [])).problem(422, 'invalid')
    const many = Array.from({ length: 1001 }, () => ({ ...one, id: crypto.randomUUID() }))
    ;(await api.changeProductValues(user, own.id, 'precos', many)).problem(422, 'invalid')
    ;(await api.changeProductValues(user, own.id, 'porque sim', [one])).problem(422, 'invalid')
    expect(await read(made)).toEqual(made)
  })

  test('a thousand products in one go', async () => {
    const company = (await api.createCompany(admin, (await import('../helpers/data.ts')).company())).expect(201)
    const now = 1_700_000_000_000_000
    const rows = Array.from({ length: 1000 }, (_, i) => {
      const code = `K${String(i).padStart(4, '0')}`
      return `(${server.database.id(crypto.randomUUID())}, ${server.database.id(company.id)}, ${now}, ${now}, '${code}',
        'Peça ${i}', 10000, 100000, 10000, 'peca ${i}', 'peca ${i}')`
    })
    server.database.run(`insert into produtos (id, id_emit, created_at, updated_at, prod_cProd, prod_xProd, prod_qCOM,
      prod_vUnCOM, prod_qTrib, busca, busca_xProd) values ${rows.join(',')}`)
    const ids: string[] = []
    for (let page = 1; page <= 10; ++page) {
      const { items } = (await api.listProducts(admin, company.id, { page, page_size: 100 })).expect(200)
      ids.push(...items.map(({ id }) => id))
    }
    const regra = { tipo: 'percentual', valor: '5' }
    const items = (await api.previewPrices(admin, company.id, ids, regra)).expect(200).itens
    expect(items).toHaveLength(1000)
    const answer = (await api.changeProductValues(admin, company.id, 'precos', changesOf(items))).expect(200)
    expect(answer.changed).toBe(1000)
    const undone = (await api.changeProductValues(admin, company.id, 'desfazer', answer.desfazer)).expect(200)
    expect(undone.changed).toBe(1000)
  })
})
