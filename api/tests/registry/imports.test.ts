// A spreadsheet of products: read, looked at, applied, and what was bad in it given back.
import { beforeAll, describe, expect, test } from 'vitest'
import { hex } from '../helpers/audit.ts'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { applyProducts, cellsOf, csv, readProducts, settledProducts } from '../helpers/imports.ts'
import { newProduct, productForm } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let own: Company
let other: Company
let adminId = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  own = made.own
  other = made.other
  adminId = made.adminAccount.id
})

const codeOf = async (company: string, code: string) =>
  (await api.listProducts(admin, company, { search: code }))
    .expect(200)
    .items.find((found) => found.prod_cProd === code)!

describe('200 rows, three of them bad, columns in an order of their own', () => {
  const word = unique()
  const rows = Array.from({ length: 200 }, (_, at) => [
    `Laje nº ${at} çã`,
    `${74 + at},50`,
    `${word}-${at}`,
    '6810.91.00',
    'm2',
    'x',
  ])
  rows[9]![3] = '99999999'
  rows[49]![1] = 'a combinar'
  rows[120]![2] = rows[5]![2]!
  const file = csv([['Descrição', 'Preço (R$)', 'CÓDIGO', 'ncm', 'Unidade', 'Fornecedor'], ...rows])
  let company = ''
  let iid = ''

  beforeAll(async () => {
    company = (await newCompany(admin)).id
    const read = await readProducts(admin, company, file, {
      name: 'preços 2026.csv',
    })
    iid = read.id
    expect(read).toMatchObject({
      tipo: 'produtos',
      file_name: 'preços 2026.csv',
      state: 'pronta',
      done: 200,
      total: 200,
      rows_new: 197,
      rows_changed: 0,
      rows_same: 0,
      rows_bad: 3,
      error: null,
    })
    expect(read.columns).toEqual([
      { title: 'Descrição', field: 'prod_xProd' },
      { title: 'Preço (R$)', field: 'prod_vUnCOM' },
      { title: 'CÓDIGO', field: 'prod_cProd' },
      { title: 'ncm', field: 'prod_NCM' },
      { title: 'Unidade', field: 'prod_uCOM' },
      { title: 'Fornecedor', field: null },
    ])
  })

  test('nothing is written before it is applied', async () => {
    expect((await api.listProducts(admin, company)).expect(200).total).toBe(0)
  })

  test('the bad ones are told by line, field, value and reason', async () => {
    const problems = (await api.listProductsImportProblems(admin, company, iid)).expect(200)
    expect(problems.total).toBe(3)
    expect(problems.items.map(({ line, field, value }) => [line, field, value])).toEqual([
      [11, 'prod_NCM', '99999999'],
      [51, 'prod_vUnCOM', 'a combinar'],
      [122, 'prod_cProd', `${word}-5`],
    ])
    expect(problems.items[1]!.message).toBe('Isto não é um número. Exemplo: 1234,50.')
    expect(problems.items[2]!.message).toBe('Repetido: já está na linha 7.')
    const second = (
      await api.listProductsImportProblems(admin, company, iid, {
        page: 2,
        page_size: 2,
      })
    ).expect(200)
    expect(second.items.map(({ line }) => line)).toEqual([122])
  })

  test('the rows are there as they came, all or by what becomes of them', async () => {
    const all = (await api.listProductsImportRows(admin, company, iid, { page_size: 5 })).expect(200)
    expect([all.total, all.total_exact]).toEqual([200, true])
    expect(all.items[0]).toEqual({
      line: 2,
      situacao: 'nova',
      values: rows[0],
      problems: [],
      kept_because: null,
    })
    const bad = (
      await api.listProductsImportRows(admin, company, iid, {
        situacao: 'ruim',
      })
    ).expect(200)
    expect(bad.total).toBe(3)
    expect(bad.items.map(({ line, problems }) => [line, problems.length])).toEqual([
      [11, 1],
      [51, 1],
      [122, 1],
    ])
    expect(
      (
        await api.listProductsImportRows(admin, company, iid, {
          situacao: 'igual',
        })
      ).expect(200),
    ).toMatchObject({ items: [], total: 0 })
    ;(await api.listProductsImportRows(admin, company, iid, { situacao: 'boa' })).problem(422)
  })

  test('the good ones go in, with one audit row and an event, and the counters follow', async () => {
    const stream = await streamEvents(admin)
    const applied = await applyProducts(admin, company, iid)
    expect(applied).toMatchObject({
      state: 'aplicada',
      done: 197,
      total: 197,
      rows_new: 197,
      rows_bad: 3,
    })
    await stream.hint('products', (hint) => hint.topic === 'products' && hint.company_id === company)
    await stream.hint('imports', (hint) => hint.topic === 'imports' && hint.id === iid)
    stream.close()
    expect((await api.listProducts(admin, company)).expect(200).total).toBe(197)
    expect((await api.countProducts(admin, company)).expect(200).total).toBe(197)
    expect(await codeOf(company, `${word}-0`)).toMatchObject({
      prod_xProd: 'Laje nº 0 çã',
      prod_vUnCOM: '74.5000',
      prod_NCM: '68109100',
      prod_uCOM: 'M2',
    })
    const log = server.database.rows<{ action: string; who: string }>(
      `select action_type as action, ${server.database.idText('user_id')} as who from action_logs
       where action_type = 'import_apply' and company_id = ${server.database.id(company)}`,
    )
    // That it began, and that it was done.
    expect(log.map(({ who }) => who)).toEqual([hex(adminId), hex(adminId)])
  })

  test('applying it again changes nothing', async () => {
    const again = await applyProducts(admin, company, iid)
    expect(again).toMatchObject({ state: 'aplicada', rows_new: 197 })
    expect((await api.countProducts(admin, company)).expect(200).total).toBe(197)
  })

  test('it cannot be cancelled any more', async () => {
    expect((await api.cancelProductsImport(admin, company, iid)).problem(422).detail).toMatch(/já foi concluída/)
  })

  test('the bad ones come back with their reason, and go in once corrected', async () => {
    const answer = await api.getProductsImportRejected(admin, company, iid)
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="produtos-com-problema-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const cells = cellsOf(answer.text)
    expect(cells[0]).toEqual(['Descrição', 'Preço (R$)', 'CÓDIGO', 'ncm', 'Unidade', 'Fornecedor', 'Motivo'])
    expect(cells.slice(1).map((row) => row.slice(0, 6))).toEqual([rows[9], rows[49], rows[120]])
    expect(cells[2]![6]).toBe('Valor unitário: Isto não é um número. Exemplo: 1234,50.')
    ;(await api.getProductsImportRejected(admin, company, iid, 'xlsx')).expect(200)

    cells[1]![3] = '68109100'
    cells[2]![1] = '1.234,50'
    cells[3]![2] = `${word}-novo`
    const read = await readProducts(admin, company, csv(cells))
    expect(read).toMatchObject({ state: 'pronta', rows_new: 3, rows_bad: 0 })
    await applyProducts(admin, company, read.id)
    expect(await codeOf(company, `${word}-49`)).toMatchObject({
      prod_vUnCOM: '1234.5000',
    })
    expect((await api.countProducts(admin, company)).expect(200).total).toBe(200)
  })

  test('the uploaded bytes are not kept', () => {
    expect(server.database.rows('select count(*) as kept from importacoes where arquivo is not null')).toEqual([
      { kept: 0 },
    ])
  })
})

describe('products that exist', () => {
  test('change in the given columns only, and not where a cell is empty', async () => {
    const before = await newProduct(admin, own.id, {
      prod_NCM: '68109100',
      prod_uCOM: 'M2',
      prod_vUnCOM: '10',
      prod_cBenef: null,
    })
    const same = await newProduct(admin, own.id, { prod_vUnCOM: '20' })
    const read = await readProducts(
      user,
      own.id,
      csv([
        ['Código', 'Preço', 'NCM'],
        [before.prod_cProd, '12,5', ''],
        [same.prod_cProd, '20,0000', ''],
      ]),
    )
    expect(read).toMatchObject({
      rows_new: 0,
      rows_changed: 1,
      rows_same: 1,
      rows_bad: 0,
    })
    await applyProducts(user, own.id, read.id)
    const after = (await api.getProduct(user, own.id, before.id)).expect(200)
    expect(after).toMatchObject({
      prod_vUnCOM: '12.5000',
      prod_NCM: '68109100',
      prod_xProd: before.prod_xProd,
    })
    const untouched = await api.getProduct(user, own.id, same.id)
    expect([untouched.expect(200).updated_at, untouched.etag]).toEqual([same.updated_at, '"1"'])
  })

  test('changed by somebody meanwhile: the import goes on top of what they saved', async () => {
    const before = await newProduct(admin, own.id, { prod_vUnCOM: '10' })
    const read = await readProducts(
      user,
      own.id,
      csv([
        ['Código', 'Preço'],
        [before.prod_cProd, '11'],
      ]),
    )
    const form = { ...productForm(before), prod_xProd: 'Renomeado' }
    ;(await api.updateProduct(admin, own.id, before.id, '*', form)).expect(200)
    expect(await applyProducts(user, own.id, read.id)).toMatchObject({
      rows_changed: 1,
    })
    expect((await api.getProduct(user, own.id, before.id)).expect(200)).toMatchObject({
      prod_xProd: 'Renomeado',
      prod_vUnCOM: '11.0000',
    })
  })

  test('deleted meanwhile: a row that cannot stand alone becomes a bad one, with its reason', async () => {
    const before = await newProduct(admin, own.id, { prod_vUnCOM: '10' })
    const kept = unique()
    const read = await readProducts(
      user,
      own.id,
      csv([
        ['Código', 'Preço', 'Descrição'],
        [before.prod_cProd, '11', ''],
        [kept, '1', 'Laje'],
      ]),
    )
    expect(read).toMatchObject({ rows_changed: 1, rows_new: 1 })
    ;(await api.deleteProduct(admin, own.id, before.id, '*')).expect(204)
    expect(await applyProducts(user, own.id, read.id)).toMatchObject({
      state: 'aplicada',
      rows_changed: 0,
      rows_new: 1,
      rows_bad: 1,
      done: 1,
    })
    const problems = (await api.listProductsImportProblems(user, own.id, read.id)).expect(200)
    expect(problems.items).toMatchObject([{ line: 2, field: 'prod_xProd', message: 'Preencha este campo.' }])
    expect(await codeOf(own.id, kept)).toMatchObject({ prod_vUnCOM: '1.0000' })
  })

  test('created by somebody meanwhile: the row changes it', async () => {
    const code = unique()
    const read = await readProducts(
      user,
      own.id,
      csv([
        ['Código', 'Descrição'],
        [code, 'Da planilha'],
      ]),
    )
    expect(read.rows_new).toBe(1)
    const made = await newProduct(admin, own.id, {
      prod_cProd: code,
      prod_vUnCOM: '5',
    })
    expect(await applyProducts(user, own.id, read.id)).toMatchObject({
      rows_new: 0,
      rows_changed: 1,
    })
    expect((await api.getProduct(user, own.id, made.id)).expect(200)).toMatchObject({
      prod_xProd: 'Da planilha',
      prod_vUnCOM: '5.0000',
    })
  })

  test('of another company are others, though they have the same code', async () => {
    const theirs = await newProduct(admin, other.id, { prod_xProd: 'Deles' })
    const read = await readProducts(
      user,
      own.id,
      csv([
        ['Código', 'Descrição'],
        [theirs.prod_cProd, 'Nosso'],
      ]),
    )
    expect(read).toMatchObject({ rows_new: 1, rows_changed: 0 })
    await applyProducts(user, own.id, read.id)
    expect((await api.getProduct(admin, other.id, theirs.id)).expect(200).prod_xProd).toBe('Deles')
  })
})

describe('imports', () => {
  test('are listed newest first, at most 20, and only of the company', async () => {
    const company = (await newCompany(admin)).id
    for (let i = 0; i < 21; i += 1)
      await readProducts(
        admin,
        company,
        csv([
          ['Código', 'Descrição'],
          [`${i}`, 'x'],
        ]),
        { name: `${i}.csv` },
      )
    const { items } = (await api.listProductsImports(admin, company)).expect(200)
    expect(items.map(({ file_name }) => file_name)).toEqual(Array.from({ length: 20 }, (_, at) => `${20 - at}.csv`))
    expect(
      (await api.listProductsImports(user, own.id))
        .expect(200)
        .items.every(({ file_name }) => file_name === 'planilha.csv'),
    ).toBe(true)
  })

  test('of another company do not exist', async () => {
    const theirs = await readProducts(
      admin,
      other.id,
      csv([
        ['Código', 'Descrição'],
        ['1', 'x'],
      ]),
    )
    for (const call of [
      api.getProductsImport,
      api.listProductsImportRows,
      api.listProductsImportProblems,
      api.applyProductsImport,
      api.undoProductsImport,
      api.cancelProductsImport,
      api.getProductsImportRejected,
    ])
      (await call(user, own.id, theirs.id)).problem(404, 'not_found')
    expect(await settledProducts(admin, other.id, theirs.id)).toMatchObject({
      state: 'pronta',
    })
    ;(await api.getPeopleImport(user, theirs.id)).problem(404, 'not_found')
    ;(await api.getProductsImport(user, own.id, 'não é um id')).problem(404, 'not_found')
  })

  test('sent twice with the same key are one', async () => {
    const options = { headers: { 'idempotency-key': unique() } }
    const first = (await api.importProducts(user, own.id, csv([['Código'], ['1']]), options)).expect(202)
    const second = (await api.importProducts(user, own.id, csv([['Código'], ['1']]), options)).expect(202)
    expect(second.id).toBe(first.id)
  })

  test('with nothing to write cannot be applied', async () => {
    const read = await readProducts(
      user,
      own.id,
      csv([
        ['Código', 'Descrição'],
        ['', 'x'],
      ]),
    )
    expect(read).toMatchObject({ state: 'pronta', rows_bad: 1 })
    expect((await api.applyProductsImport(user, own.id, read.id)).problem(422).detail).toMatch(
      /Não há nada para importar/,
    )
  })

  test('a model can be downloaded and imported', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const company = (await newCompany(admin)).id
      const model = await api.getProductsImportModel(admin, company, format)
      expect(model.headers['content-disposition']).toBe(`attachment; filename="modelo-produtos.${format}"`)
      const read = await readProducts(admin, company, model.bytes, {
        name: `modelo.${format}`,
      })
      expect(read).toMatchObject({ state: 'pronta', rows_new: 1, rows_bad: 0 })
      expect(read.columns.every(({ field }) => field !== null)).toBe(true)
    }
  })
})
