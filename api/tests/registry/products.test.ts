// Creating, changing, deleting and restoring products: rules, conflicts, versions, repeated requests. The bin: products-bin.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRowsAbout } from '../helpers/audit.ts'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newProduct, product, productForm } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let own: Company
let other: Company

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  own = made.own
  other = made.other
})

const nothingHere = '01890000-0000-7000-8000-000000000000'
const make = (overrides: Record<string, unknown> = {}) => newProduct(user, own.id, overrides)
const get = async (id: string) => (await api.getProduct(user, own.id, id)).expect(200)
const total = async (filter: api.ProductsFilter) => (await api.listProducts(user, own.id, filter)).expect(200).total
const fieldsOf = async (overrides: Record<string, unknown>) =>
  (await api.createProduct(user, own.id, product(overrides))).fields()

const auditOf = (text: string) => auditRowsAbout(server.database, 'product_%', text)

describe('a new product', () => {
  test('with code and description only', async () => {
    const made = await make({ prod_xProd: '  Laje H12 ' })
    expect(made).toMatchObject({
      id_emit: own.id,
      prod_xProd: 'Laje H12',
      prod_qCOM: '1.0000',
      prod_qTrib: '1.0000',
      prod_ativo: 'S',
      prod_indEscala: 'N',
      prod_sujST: 'N',
      prod_rastro: 'N',
      prod_alert: 'N',
      pis_cofins_excluiICMS: 'N',
      prod_NCM: null,
      prod_vUnCOM: null,
      prod_vProd: null,
      deleted_at: null,
    })
    expect(await get(made.id)).toEqual(made)
  })

  test('with everything', async () => {
    const all = {
      prod_cProd: `T${unique()}`,
      prod_cEAN: '7891000100103',
      prod_xProd: 'Laje treliçada',
      prod_NCM: '68109100',
      prod_NVE_Opc: 'AA0001',
      prod_CEST_Opc: '2899900',
      prod_EXTIPI: '01',
      prod_CFOP: '5102',
      prod_uCOM: 'CX',
      prod_qCOM: '2.0000',
      prod_vUnCOM: '10.1234',
      prod_vProd: '20.25',
      prod_cEANTrib: 'SEM GTIN',
      prod_uTrib: 'UN',
      prod_qTrib: '24.0000',
      prod_vUnTrib: '0.8437',
      prod_nFCI_Opc: 'B01F70AF-10BF-4B1F-848C-65FF57F616FE',
      icms_pICMS: '18.0000',
      icms_pRedBC: '10.0000',
      icms_modBC: 3,
      icms_CST: '900',
      icms_orig: 0,
      icms_pMVAST: '140.5000',
      pis_CST: '49',
      pis_pPIS: '1.6500',
      cofins_CST: '49',
      cofins_pCOFINS: '7.6000',
      IPI_clEnq: '12345',
      IPI_CNPJProd: '11222333000181',
      IPI_cEnq: '999',
      IPI_CST: '53',
      IPI_pIPI: '5.0000',
      prod_indEscala: 'S',
      prod_CNPJFab: '12ABC34501DE35',
      prod_cBenef: 'SP010203',
      prod_sujST: 'S',
      prod_ativo: 'N',
      prod_rastro: 'S',
      prod_nivelm: '3.5000',
      prod_pesoL: '160.2500',
      prod_alert: 'S',
      icms_pFCP: '2.0000',
      icms_motDesICMS: 9,
      icms_indDeduzDeson: 'S',
      icms_modBCST: 4,
      icms_pRedBCST: '1.0000',
      icms_pICMSST: '18.0000',
      icms_pFCPST: '2.0000',
      icms_pCredSN: '1.2500',
      icms_adRemICMSRet: '1.0635',
      pis_vAliqProd: '0.1234',
      cofins_vAliqProd: '0.1234',
      pis_cofins_excluiICMS: 'S',
      ibscbs_CST: '000',
      ibscbs_cClassTrib: '000001',
      aprox_pFederal: '13.4500',
      aprox_pEstadual: '18.0000',
      aprox_pMunicipal: '0.0000',
    }
    const made = await make(all)
    expect(made).toMatchObject(all)
    expect(await get(made.id)).toEqual(made)
    expect((await api.updateProduct(user, own.id, made.id, '*', all)).expect(200)).toMatchObject({
      ...all,
      created_at: made.created_at,
    })
    const { prod_cEAN: _e, prod_NVE_Opc: _n, icms_orig: _o, ...rest } = all
    expect((await api.updateProduct(user, own.id, made.id, '*', rest)).expect(200)).toMatchObject({
      prod_cEAN: null,
      prod_NVE_Opc: null,
      icms_orig: null,
    })
  })

  test('what follows is filled in, and follows a change', async () => {
    const made = await make({ prod_uCOM: 'm2', prod_qCOM: '2', prod_vUnCOM: '10.5', prod_cEAN: 'sem gtin' })
    expect(made).toMatchObject({
      prod_vProd: '21.00',
      prod_uTrib: 'M2',
      prod_qTrib: '2.0000',
      prod_vUnTrib: '10.5000',
      prod_cEANTrib: 'SEM GTIN',
    })
    const dearer = (
      await api.updateProduct(user, own.id, made.id, '*', { ...productForm(made), prod_vUnCOM: '12' })
    ).expect(200)
    expect(dearer).toMatchObject({ prod_vProd: '24.00', prod_vUnTrib: '12.0000' })
  })

  test('every bad field at once, nothing saved', async () => {
    const bad = product({
      prod_xProd: 'x'.repeat(300),
      prod_NCM: '6810.91',
      prod_cEAN: '7891000100104',
      prod_qCOM: '-1',
      prod_vUnCOM: '1.23456',
      icms_CST: '00',
      prod_CFOP: '5100',
      inventado: 1,
    })
    const fields = (await api.createProduct(user, own.id, bad)).fields()
    expect(Object.keys(fields).sort()).toEqual(
      ['icms_CST', 'inventado', 'prod_CFOP', 'prod_NCM', 'prod_cEAN', 'prod_qCOM', 'prod_vUnCOM', 'prod_xProd'].sort(),
    )
    expect(fields.prod_NCM).toBe('Faltam 2 dígitos. Exemplo: 6810.91.00.')
    for (const sentence of Object.values(fields)) expect(sentence).toMatch(/^[A-ZÀ-Ú].*\.$/)
    expect(await total({ search: bad.prod_cProd })).toBe(0)
  })

  test.each([
    ['prod_vUnCOM', '1e400'],
    ['prod_vUnCOM', '-0.01'],
    ['prod_vUnCOM', '9'.repeat(400)],
    ['prod_vUnCOM', 12.5],
    ['prod_vUnCOM', 'NaN'],
    ['prod_qCOM', '1,5'],
    ['icms_pICMS', '100.01'],
    ['icms_orig', 9],
    ['icms_orig', '0'],
    ['prod_xProd', 'Laje 🙂'],
    ['prod_xProd', 'Laje \u202eabc'],
    ['prod_xProd', 'Laje\u0000'],
    ['prod_xProd', 'Laje\nH12'],
    ['prod_xProd', ['Laje']],
    ['prod_CEST_Opc', '9999999'],
    ['ibscbs_cClassTrib', '999999'],
  ])('%s %j is refused at its field', async (field, value) => {
    expect(Object.keys(await fieldsOf({ [field]: value }))).toContain(field)
  })

  test('1e400 as a number is refused, not rounded', async () => {
    const body = JSON.stringify(product()).replace('{', '{"prod_vUnCOM":1e400,')
    const { status } = await user.call('createProduct', {
      params: { id: own.id },
      raw: body,
      contentType: 'application/json',
    })
    expect([400, 422]).toContain(status)
  })

  test.each(['=cmd()', "'; DROP TABLE produtos; --", '<script>alert(1)</script>', '{{x}} %s \\'])(
    'the description %s is text',
    async (prod_xProd) => {
      const made = await make({ prod_xProd })
      expect((await get(made.id)).prod_xProd).toBe(prod_xProd)
      expect((await api.listProducts(user, own.id, { search: made.prod_cProd })).expect(200).items).toEqual([made])
    },
  )

  test('CST or CSOSN as the company needs it, at the moment of saving', async () => {
    const regular = await newCompany(admin, { crt: 3 })
    ;(await api.createProduct(admin, regular.id, product({ icms_CST: '00' }))).expect(201)
    expect((await api.createProduct(admin, regular.id, product({ icms_CST: '102' }))).fields().icms_CST).toContain(
      'CST',
    )
    expect((await fieldsOf({ icms_CST: '00' })).icms_CST).toContain('CSOSN')
  })

  test('ids and times are not the client’s', async () => {
    const made = await make({
      id: nothingHere,
      id_emit: other.id,
      created_at: '2020-01-01T00:00:00Z',
      deleted_at: '2020-01-01T00:00:00Z',
    })
    expect(made.id).not.toBe(nothingHere)
    expect(made.id_emit).toBe(own.id)
    expect(made.deleted_at).toBeNull()
    expect(made.created_at).not.toMatch(/^2020/)
  })

  test('of a company that does not exist', async () => {
    ;(await api.createProduct(admin, nothingHere, product())).problem(404, 'not_found')
    ;(await api.listProducts(admin, nothingHere)).problem(404, 'not_found')
    ;(await api.countProducts(admin, nothingHere)).problem(404, 'not_found')
  })
})

describe('a code twice', () => {
  test('is a conflict that names the other product', async () => {
    const first = await make()
    const problem = (await api.createProduct(user, own.id, product({ prod_cProd: first.prod_cProd }))).problem(
      409,
      'conflict',
    )
    expect(problem.existing_id).toBe(first.id)
    expect(problem.errors).toEqual([
      { field: 'prod_cProd', message: expect.stringContaining(first.prod_xProd) as string },
    ])
    const second = await make()
    const taken = await api.updateProduct(user, own.id, second.id, '*', {
      ...productForm(second),
      prod_cProd: first.prod_cProd,
    })
    expect(taken.problem(409, 'conflict').existing_id).toBe(first.id)
    expect(await get(second.id)).toEqual(second)
  })

  test('is fine in another company', async () => {
    const first = await make()
    expect(
      (await api.createProduct(admin, other.id, product({ prod_cProd: first.prod_cProd }))).expect(201).id_emit,
    ).toBe(other.id)
  })

  test('at the same instant gives one product, and the others its id', async () => {
    const prod_cProd = `U${unique()}`
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.createProduct(user, own.id, product({ prod_cProd }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const { id } = answers.find(({ status }) => status === 201)!.expect(201) as { id: string }
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer.problem(409).existing_id).toBe(id)
  })
})

describe('repeated requests', () => {
  test('with the same key give one product', async () => {
    const headers = { 'idempotency-key': unique() }
    const body = product()
    const first = (await api.createProduct(user, own.id, body, { headers })).expect(201)
    expect((await api.createProduct(user, own.id, body, { headers })).expect(201)).toEqual(first)
    expect(await total({ search: body.prod_cProd })).toBe(1)
    expect((await api.createProduct(user, own.id, product(), { headers })).status).toBe(422)
  })

  test('with the same key for another company are another request', async () => {
    const headers = { 'idempotency-key': unique() }
    const body = product()
    const there = await newCompany(admin)
    const first = (await api.createProduct(admin, own.id, body, { headers })).expect(201)
    const second = (await api.createProduct(admin, there.id, body, { headers })).expect(201)
    expect(second.id).not.toBe(first.id)
    expect(second.id_emit).toBe(there.id)
  })
})

describe('two editors', () => {
  test('the second one gets the product as it is now', async () => {
    const made = await make()
    const { etag } = await api.getProduct(user, own.id, made.id)
    const saved = await api.updateProduct(user, own.id, made.id, etag, { ...productForm(made), prod_vUnCOM: '5' })
    expect(saved.expect(200).prod_vUnCOM).toBe('5.0000')
    const stale = await api.updateProduct(user, own.id, made.id, etag, { ...productForm(made), prod_vUnCOM: '6' })
    const { full_name } = (await api.getSession(user)).expect(200).user
    expect(stale.problem(412, 'stale')).toMatchObject({
      current: saved.expect(200),
      changed_by: full_name,
      changed_at: expect.stringMatching(/^\d{4}-/) as string,
    })
    expect(stale.etag).toBe(saved.etag)
    expect((await api.deleteProduct(user, own.id, made.id, etag)).problem(412, 'stale')).toMatchObject({
      current: saved.expect(200),
    })
    expect(await get(made.id)).toEqual(saved.expect(200))
  })

  test('without If-Match nothing happens', async () => {
    const made = await make()
    ;(await api.updateProduct(user, own.id, made.id, undefined, productForm(made))).problem(428, 'missing_precondition')
    ;(await api.deleteProduct(user, own.id, made.id, undefined)).problem(428, 'missing_precondition')
    expect(await get(made.id)).toEqual(made)
  })
})

describe('another company’s product', () => {
  test('does not exist, whatever is tried', async () => {
    const foreign = await newProduct(admin, other.id)
    for (const answer of [
      await api.getProduct(user, own.id, foreign.id),
      await api.updateProduct(user, own.id, foreign.id, '*', product()),
      await api.deleteProduct(user, own.id, foreign.id, '*'),
      await api.restoreProduct(user, own.id, foreign.id),
      await api.changeProducts(user, own.id, 'delete', [foreign.id]),
    ])
      answer.problem(404, 'not_found')
    expect((await api.getProduct(admin, other.id, foreign.id)).expect(200)).toEqual(foreign)
    expect(await total({ search: foreign.prod_cProd })).toBe(0)
  })
})

test('the audit log tells what changed', async () => {
  const made = await make({ prod_vUnCOM: '5', prod_vProd: '1', prod_vUnTrib: '1' })
  ;(await api.updateProduct(user, own.id, made.id, '*', { ...productForm(made), prod_vUnCOM: '6' })).expect(200)
  expect(JSON.parse(auditOf(made.prod_xProd).at(-1)!.details!)).toEqual({ prod_vUnCOM: ['5.0000', '6.0000'] })
})
