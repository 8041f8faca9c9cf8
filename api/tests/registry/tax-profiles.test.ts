// Perfis fiscais: named sets of tax values, kept to the rules of products, and given to products.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newProduct, type Product } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

type Profile = Required<Schemas['TaxProfile']>

const server = sharedServer()
let admin: Caller
let user: Caller
let own: Company
let other: Company

beforeAll(async () => {
  ;({ admin, user, own, other } = await office(server))
})

const profile = (overrides: Record<string, unknown> = {}, valores: Record<string, unknown> = {}) => ({
  nome: `Revenda ${unique()}`,
  valores: { prod_CFOP: '5102', icms_orig: 0, icms_CST: '102', pis_CST: '49', cofins_CST: '49', ...valores },
  ...overrides,
})
const make = async (overrides = {}, valores = {}) =>
  (await api.createTaxProfile(user, own.id, profile(overrides, valores))).expect(201) as Profile
const list = async (as = user, id = own.id) => (await api.listTaxProfiles(as, id)).expect(200)

describe('a company without any', () => {
  test.each([
    [1, ['Revenda', 'Fabricação própria', 'Revenda com ST já recolhida'], '102'],
    [4, ['MEI'], '102'],
    [2, ['Revenda', 'Fabricação própria', 'Revenda com ST já recolhida'], '00'],
    [3, ['Revenda, lucro presumido'], '00'],
  ])('of CRT %i is offered good ones', async (crt, names, code) => {
    const company = await newCompany(admin, { crt })
    const { items, sugestoes } = await list(admin, company.id)
    expect(items).toEqual([])
    expect(sugestoes.map(({ nome }) => nome)).toEqual(expect.arrayContaining(names))
    expect(sugestoes.filter(({ padrao }) => padrao === 'S')).toHaveLength(1)
    expect(sugestoes[0]!.valores.icms_CST).toBe(code)
    for (const { valores } of sugestoes)
      expect([valores.ibscbs_CST, valores.ibscbs_cClassTrib]).toEqual(['000', '000001'])
    // Each is taken as it is offered.
    for (const one of sugestoes) (await api.createTaxProfile(admin, company.id, one)).expect(201)
    expect((await list(admin, company.id)).sugestoes).toEqual([])
    // A product of the Simples has then all but what is its own.
    if (crt !== 1 && crt !== 4) return
    for (const { id } of (await list(admin, company.id)).items) {
      const made = await newProduct(admin, company.id, { prod_NCM: '68109100', prod_uCOM: 'UN', prod_vUnCOM: '9' })
      const [item] = (await api.previewTaxProfile(admin, company.id, id, [made.id])).expect(200).itens
      const left = item!.pendencias_depois.map(({ campo }) => campo)
      expect(left.filter((campo) => campo !== 'prod_CEST_Opc')).toEqual([])
    }
  })
})

describe('one of them', () => {
  test('is made, read, changed with If-Match and deleted, each with its line in the log', async () => {
    const made = await make()
    const answer = await api.getTaxProfile(user, own.id, made.id)
    expect(answer.expect(200)).toEqual(made)
    const input = profile({ nome: `${made.nome} 2` }, { prod_CFOP: '5101' })
    const saved = (await api.updateTaxProfile(user, own.id, made.id, answer.etag, input)).expect(200)
    expect([saved.nome, saved.valores.prod_CFOP, saved.version]).toEqual([input.nome, '5101', 2])
    ;(await api.updateTaxProfile(user, own.id, made.id, answer.etag, input)).problem(412, 'stale')
    ;(await api.updateTaxProfile(user, own.id, made.id, undefined, input)).problem(428, 'missing_precondition')
    ;(await api.deleteTaxProfile(user, own.id, made.id, answer.etag)).problem(412, 'stale')
    ;(await api.deleteTaxProfile(user, own.id, made.id, '*')).expect(204)
    ;(await api.getTaxProfile(user, own.id, made.id)).problem(404, 'not_found')
    const actions = auditRows(
      server.database,
      `action_type like 'tax_profile_%' and company_id = ${server.database.id(own.id)}`,
    ).map((row) => row.action_type)
    expect(actions).toEqual(expect.arrayContaining(['tax_profile_create', 'tax_profile_update', 'tax_profile_delete']))
  })

  test('is the only default', async () => {
    const [first, second] = [await make({ padrao: 'S' }), await make({ padrao: 'S' })]
    const { items } = await list()
    expect(items.filter(({ padrao }) => padrao === 'S').map(({ id }) => id)).toEqual([second.id])
    expect(items[0]!.id).toBe(second.id)
    const before = (await api.getTaxProfile(user, own.id, first.id)).expect(200)
    expect([before.padrao, before.version]).toEqual(['N', 2])
  })

  test.each([
    [{ nome: '' }, {}, 'nome'],
    [{ nome: 'x'.repeat(61) }, {}, 'nome'],
    [{ padrao: 'X' }, {}, 'padrao'],
    [{ cor: 'azul' }, {}, 'cor'],
    [{ valores: 'todos' }, {}, 'valores'],
    [{}, { prod_CFOP: '9999' }, 'valores.prod_CFOP'],
    [{}, { icms_CST: '00' }, 'valores.icms_CST'],
    [{}, { pis_pPIS: '101' }, 'valores.pis_pPIS'],
    [{}, { ibscbs_cClassTrib: '000001' }, 'valores.ibscbs_CST'],
    [{}, { prod_NCM: '68109100' }, 'valores.prod_NCM'],
  ])('keeps to the rules of products: %j %j', async (overrides, valores, field) => {
    const problem = (await api.createTaxProfile(user, own.id, profile(overrides, valores))).problem(422, 'invalid')
    expect(problem.errors!.map((one) => one.field)).toEqual([field])
  })

  test('has a name of its own', async () => {
    const { nome } = await make()
    const problem = (await api.createTaxProfile(user, own.id, profile({ nome }))).problem(422, 'invalid')
    expect(problem.errors!.map((one) => one.field)).toEqual(['nome'])
    ;(await api.createTaxProfile(admin, other.id, profile({ nome }))).expect(201)
  })

  test("is a gerente's to make and to give to products; an operador reads it", async () => {
    const made = await make()
    const clerk = await account(server, 'user')
    server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
      values (${server.database.id(own.id)}, ${server.database.id(clerk.id)}, 'operador')`)
    ;(await api.createTaxProfile(clerk.caller, own.id, profile())).problem(403, 'forbidden')
    ;(await api.updateTaxProfile(clerk.caller, own.id, made.id, '*', profile())).problem(403, 'forbidden')
    ;(await api.deleteTaxProfile(clerk.caller, own.id, made.id, '*')).problem(403, 'forbidden')
    const product = await newProduct(user, own.id)
    ;(await api.previewTaxProfile(clerk.caller, own.id, made.id, [product.id])).problem(403, 'forbidden')
    ;(await api.getTaxProfile(clerk.caller, own.id, made.id)).expect(200)
  })
})

describe('given to products', () => {
  const read = async ({ id }: Product) => (await api.getProduct(user, own.id, id)).expect(200) as Product

  test('makes ten products ready, and is undone', async () => {
    const { id } = await make()
    const made: Product[] = []
    for (let i = 0; i < 10; ++i)
      made.push(await newProduct(user, own.id, { prod_NCM: '68109100', prod_uCOM: 'UN', prod_vUnCOM: '9.90' }))
    const ids = made.map((product) => product.id)
    const { itens } = (await api.previewTaxProfile(user, own.id, id, ids)).expect(200)
    expect(itens.every((item) => item.pendencias_antes.length > 0 && item.pendencias_depois.length === 0)).toBe(true)
    const changes = itens.map((item) => ({ id: item.id, version: item.version, valores: item.depois }))
    const answer = (await api.changeProductValues(user, own.id, 'perfil_fiscal', changes)).expect(200)
    expect(answer.changed).toBe(10)
    for (const one of await Promise.all(made.map(read))) {
      expect([one.prod_CFOP, one.icms_CST, one.fiscal_pendencies]).toEqual(['5102', '102', []])
    }
    expect(auditRows(server.database, "action_type = 'product_update'").at(-1)!.description).toBe(
      'Aplicou um perfil fiscal a 10 produtos',
    )
    ;(await api.changeProductValues(user, own.id, 'desfazer', answer.desfazer)).expect(200)
    for (const one of await Promise.all(made.map(read))) expect([one.prod_CFOP, one.icms_orig]).toEqual([null, null])
  })

  test('leaves nothing of another taxation behind, but the origin when it has none', async () => {
    const { id } = await make({}, { icms_orig: null })
    const made = await newProduct(user, own.id, {
      icms_CST: '900',
      icms_pICMS: '18',
      icms_orig: 2,
      prod_cBenef: 'SP123456',
    })
    const [item] = (await api.previewTaxProfile(user, own.id, id, [made.id])).expect(200).itens
    expect(item!.antes).toMatchObject({ icms_CST: '900', icms_pICMS: '18.0000', prod_CFOP: null })
    expect(item!.depois).toMatchObject({ icms_CST: '102', icms_pICMS: null, prod_CFOP: '5102' })
    expect(item!.depois).not.toHaveProperty('icms_orig')
    expect(item!.depois).not.toHaveProperty('prod_cBenef')
  })

  test('gives IBS and CBS alone, and nothing when it has none', async () => {
    const classes = { ibscbs_CST: '000', ibscbs_cClassTrib: '000001' }
    const { id } = await make({}, classes)
    const made = await newProduct(user, own.id, { icms_CST: '900', icms_pICMS: '18' })
    const has = await newProduct(user, own.id, classes)
    const { itens } = (await api.previewTaxProfile(user, own.id, id, [made.id, has.id], { so_ibscbs: true })).expect(
      200,
    )
    const changed = itens.filter(({ depois }) => Object.keys(depois).length > 0)
    expect(changed).toEqual([
      expect.objectContaining({
        id: made.id,
        antes: { ibscbs_CST: null, ibscbs_cClassTrib: null },
        depois: classes,
      }),
    ])
    const without = await make()
    ;(await api.previewTaxProfile(user, own.id, without.id, [made.id], { so_ibscbs: true })).problem(422, 'invalid')
  })

  test("that was deleted meanwhile, or is another company's, is not found; what was proposed can still be applied", async () => {
    const { id } = await make()
    const made = await newProduct(user, own.id)
    const { itens } = (await api.previewTaxProfile(user, own.id, id, [made.id])).expect(200)
    ;(await api.deleteTaxProfile(user, own.id, id, '*')).expect(204)
    ;(await api.previewTaxProfile(user, own.id, id, [made.id])).problem(404, 'not_found')
    const foreign = (await api.createTaxProfile(admin, other.id, profile())).expect(201)
    ;(await api.previewTaxProfile(user, own.id, foreign.id, [made.id])).problem(404, 'not_found')
    const [{ version, depois: valores }] = itens as [(typeof itens)[number]]
    const changes = [{ id: made.id, version, valores }]
    expect((await api.changeProductValues(user, own.id, 'perfil_fiscal', changes)).expect(200).changed).toBe(1)
  })
})
