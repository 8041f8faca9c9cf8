// Exports: exactly what the list shows, as a spreadsheet that opens in Excel and can be imported again.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { cellsOf, partOf, readPeople, readProducts } from '../helpers/imports.ts'
import { cpf, newPerson } from '../helpers/people.ts'
import { newProduct } from '../helpers/products.ts'
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

describe('products', () => {
  const word = unique()
  beforeAll(async () => {
    const full = {
      prod_NCM: '68109100',
      prod_CEST_Opc: null,
      prod_CFOP: '5101',
      prod_cEAN: 'SEM GTIN',
      icms_orig: 0,
      icms_CST: '102',
    }
    await newProduct(admin, own.id, {
      prod_cProd: `${word}-1`,
      prod_xProd: 'Viga çã; "dupla"',
      prod_uCOM: 'M',
      prod_vUnCOM: '1234.5',
      ...full,
    })
    await newProduct(admin, own.id, {
      prod_cProd: `${word}-2`,
      prod_xProd: '=cmd|calc!A0',
      prod_uCOM: 'M2',
      prod_qCOM: '2.5',
      prod_vUnCOM: '0.1',
    })
    await newProduct(admin, own.id, {
      prod_cProd: `${word}-3`,
      prod_xProd: '-1+1',
      prod_ativo: 'N',
      prod_alert: 'S',
      prod_nivelm: '7',
    })
    await newProduct(admin, own.id, {
      prod_cProd: `${word}-4`,
      prod_xProd: '@laje',
      prod_cEAN: '7891234567895',
      icms_pICMS: '18',
    })
    await newProduct(admin, other.id, { prod_cProd: `${word}-5` })
  })

  test.each([
    ['everything', {}],
    ['a search', { search: `${word}-2` }],
    ['a filter', { situacao: 'inativos' }],
    ['an order', { sort: '-prod_xProd' }],
    ['several', { situacao: 'ativos', sort: 'prod_uCOM', prod_uCOM: 'M' }],
    ['nothing', { search: 'não existe' }],
  ])('%s: the rows of the list in its order', async (_, query) => {
    const { items } = (await api.listProducts(user, own.id, { ...query, page_size: 100 })).expect(200)
    const rows = cellsOf((await api.exportProducts(user, own.id, { ...query, format: 'csv' })).text)
    expect(rows.slice(1).map((row) => row[0])).toEqual(items.map(({ prod_cProd }) => prod_cProd))
  })

  test('CSV has what Excel needs, and no formula in it runs', async () => {
    const answer = await api.exportProducts(user, own.id, {
      search: word,
      sort: 'prod_cProd',
      format: 'csv',
    })
    expect(answer.headers['content-type']).toMatch(/^text\/csv/)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="produtos-\d{4}-\d\d-\d\d\.csv"$/)
    expect(answer.bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'))
    expect(answer.text).toMatch(/\r\n$/)
    const rows = cellsOf(answer.text)
    const column = (title: string) => rows.slice(1).map((row) => row[rows[0]!.indexOf(title)])
    expect(column('Descrição')).toEqual(['Viga çã; "dupla"', "'=cmd|calc!A0", "'-1+1", "'@laje"])
    expect(column('Valor unitário')).toEqual(['1234,5000', '0,1000', '', ''])
    expect(column('Produto ativo')).toEqual(['Sim', 'Sim', 'Não', 'Sim'])
  })

  test('XLSX has numbers as numbers and texts as texts', async () => {
    const answer = await api.exportProducts(user, own.id, {
      search: word,
      sort: 'prod_cProd',
    })
    expect(answer.headers['content-disposition']).toMatch(/produtos-\d{4}-\d\d-\d\d\.xlsx"$/)
    const sheet = partOf(answer.bytes, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<v>1234.5</v>')
    expect(sheet).toMatch(/<c r="B3"[^>]* t="inlineStr"><is><t>=cmd\|calc!A0<\/t>/)
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('state="frozen"')
    expect(sheet).toMatch(/<t>7891234567895<\/t>/)
  })

  test.each(['csv', 'xlsx'] as const)('%s imported again unchanged: every row is the same', async (format) => {
    const file = await api.exportProducts(user, own.id, { format })
    const read = await readProducts(user, own.id, file.bytes, {
      name: `produtos.${format}`,
    })
    expect(read).toMatchObject({
      state: 'pronta',
      rows_new: 0,
      rows_changed: 0,
      rows_bad: 0,
      rows_same: 4,
    })
  })

  test.each(['csv', 'xlsx'] as const)('%s imported into an empty company: the same products', async (format) => {
    const company = (await newCompany(admin)).id
    const file = await api.exportProducts(user, own.id, { format })
    const read = await readProducts(admin, company, file.bytes, {
      name: `produtos.${format}`,
    })
    expect(read).toMatchObject({ state: 'pronta', rows_new: 4, rows_bad: 0 })
  })

  test('wrong parameters are told, and other companies do not exist', async () => {
    expect((await api.exportProducts(user, own.id, { format: 'pdf' })).fields()).toHaveProperty('format')
    ;(await api.exportProducts(user, own.id, { situacao: 'x' })).problem(422)
    ;(await api.exportProducts(user, other.id)).problem(404)
  })
})

describe('people', () => {
  test('exactly the filtered ones, and the same again when imported', async () => {
    const word = unique()
    const maria = await newPerson(user, {
      razao_social: `Maria ${word}`,
      municipio: '3549904',
      uf: 'SP',
      cep: '12210000',
      telefone: '1239210000',
      email: 'maria@exemplo.com.br',
      observacao: '=1+1\nsegunda linha; com "aspas"',
    })
    await newPerson(user, {
      pessoa_tipo: 2,
      razao_social: `Lajes ${word}`,
      insc_estadual: 'ISENTO',
    })
    await newPerson(user, {
      razao_social: `Outra ${unique()}`,
      cpf_cnpj: cpf(),
    })
    for (const format of ['csv', 'xlsx'] as const) {
      const file = await api.exportPeople(user, { search: word, format })
      expect(file.headers['content-disposition']).toMatch(new RegExp(`pessoas-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`))
      const read = await readPeople(user, file.bytes, {
        name: `pessoas.${format}`,
      })
      expect(read).toMatchObject({
        state: 'pronta',
        rows_same: 2,
        rows_changed: 0,
        rows_new: 0,
        rows_bad: 0,
      })
    }
    const rows = cellsOf(
      (
        await api.exportPeople(user, {
          search: word,
          pessoa_tipo: 1,
          format: 'csv',
        })
      ).text,
    )
    expect(rows).toHaveLength(2)
    const row = Object.fromEntries(rows[0]!.map((title, at) => [title, rows[1]![at]]))
    expect(row).toMatchObject({
      Tipo: 'Física',
      'CPF/CNPJ': maria.cpf_cnpj,
      Cidade: 'São José dos Campos',
      Observação: '\'=1+1\nsegunda linha; com "aspas"',
    })
  })
})
