// What is no spreadsheet, or too much of one: a clear sentence, and nothing is left of it.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { open } from '../helpers/http.ts'
import { csv, readProducts, settledProducts, textCell, workbook, zip } from '../helpers/imports.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let user: Caller
let own: Company

beforeAll(async () => {
  const made = await office(server)
  user = made.user
  own = made.own
})

const read = (raw: Buffer | string, name?: string) => readProducts(user, own.id, raw, { name })

test.each([
  ['Windows-1252', () => Buffer.from('C\xf3digo;Descri\xe7\xe3o\r\nX1;Pe\xe7a\r\n', 'latin1'), 'a.csv'],
  ['UTF-16', () => Buffer.from('\ufeffCódigo\tDescrição\nX1\tPeça\n', 'utf16le'), 'a.csv'],
  ['commas', () => Buffer.from('Código,Descrição\nX1,Peça\n'), 'a.csv'],
  [
    'XLSX',
    () =>
      workbook(
        `<row>${textCell('Código')}${textCell('Descrição')}</row><row>${textCell('X1')}${textCell('Peça')}</row>`,
      ),
    'a.xlsx',
  ],
])('%s is understood', async (_, file, name) => {
  const found = await read(file(), name)
  expect(found).toMatchObject({ state: 'pronta', rows_bad: 0, total: 1 })
  const { items } = (await api.listProductsImportRows(user, own.id, found.id)).expect(200)
  expect(items[0]!.values).toEqual(['X1', 'Peça'])
})

test('the type a browser on Windows sends is fine as long as the name is a spreadsheet’s', async () => {
  const file = 'Código;Descrição\nX1;Peça\n'
  for (const type of ['application/vnd.ms-excel', 'application/octet-stream'])
    (await api.importProducts(user, own.id, file, { name: 'a.csv', type })).expect(202)
  const problem = (
    await api.importProducts(user, own.id, file, {
      name: 'a.pdf',
      type: 'application/octet-stream',
    })
  ).problem(415)
  expect(problem.detail).toMatch(/\.csv ou \.xlsx/)
  ;(
    await api.importProducts(user, own.id, file, {
      name: 'a.csv',
      type: 'image/png',
    })
  ).problem(415, 'unsupported_media_type')
})

test('the name is shown without its folders, and never breaks anything', async () => {
  const found = await read('Código;Descrição\nX1;Peça\n', 'C:\\Users\\<script>"é".csv')
  expect(found.file_name).toBe('<script>"é".csv')
  const nameless = (
    await api.importProducts(user, own.id, 'Código\n1\n', {
      headers: { 'x-file-name': '%zz' },
    })
  ).expect(202)
  expect(nameless.file_name).toBe('planilha')
})

describe('a file that cannot be read', () => {
  test.each<[string, () => Buffer | string, RegExp]>([
    ['without the key column', () => 'Descrição;Preço\nLaje;1\n', /Falta a coluna "Código"/],
    ['with a heading only', () => 'Código;Descrição\n', /só tem o título/],
    ['with one giant line', () => 'x'.repeat(19_000_000), /32\.767 caracteres/],
    ['with too many columns', () => `Código${';x'.repeat(300)}\n1\n`, /200 colunas/],
    ['with too many rows', () => `Código\n${'1\n'.repeat(50_001)}`, /50\.000 linhas/],
    ['an open quote', () => 'Código;Descrição\n1;"Laje\n2;x\n', /Faltam aspas/],
    ['an image', () => Buffer.from('\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR', 'latin1'), /não é uma planilha/],
    ['an old Excel file', () => Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), /salve como \.xlsx/],
    ['a broken package', () => Buffer.from('PK\x03\x04 não é'), /danificado/],
    ['another package', () => zip({ 'word/document.xml': '<w/>' }), /danificado/],
    ['a bomb', () => workbook(`<row>${textCell('Código')}</row>${' '.repeat(60_000_000)}`), /grande demais/],
    [
      'entities',
      () =>
        zip({
          'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><workbook>&b;</workbook>',
        }),
      /danificado/,
    ],
  ])('%s', async (_, file, sentence) => {
    const found = await read(file())
    expect(found).toMatchObject({ state: 'falhou', total: 0 })
    expect(found.error).toMatch(sentence)
    expect((await api.applyProductsImport(user, own.id, found.id)).problem(422).detail).toMatch(/não deu certo/)
    expect((await api.listProductsImportRows(user, own.id, found.id)).expect(200).items).toEqual([])
    const kept = server.database.rows<{ kept: number }>(
      'select count(*) as kept from importacoes where arquivo is not null',
    )
    expect(kept).toEqual([{ kept: 0 }])
  })

  test('an empty one is not even taken', async () => {
    expect((await api.importProducts(user, own.id, '')).problem(422).detail).toMatch(/vazio/)
  })

  test('21 MB are refused, and 200 MB without reading them', async () => {
    expect(
      (await api.importProducts(user, own.id, 'x'.repeat(21 * 1024 * 1024))).problem(413, 'too_large').detail,
    ).toMatch(/20 MB/)
    const answer = await open(server.port, {
      ...user.target('importProducts', { params: { id: own.id } }),
      headers: {
        ...user.headers({ contentType: 'text/csv' }),
        'content-length': '200000000',
        expect: '100-continue',
      },
    })
    answer.destroy()
    expect(answer.statusCode).toBe(413)
  })
})

test('what people type into cells is judged at its field', async () => {
  const code = unique()
  const rows = [
    [code, 'x'.repeat(300), '1', 'Sim'],
    [`${code}2`, 'Laje 😀', '1', 'Sim'],
    [`${code}3`, "Robert'; drop table produtos", '1', 'Sim'],
    [`${code}4`, '<script>alert(1)</script>', '1,23456', 'Sim'],
    [`${code}5`, 'Laje', '1e400', 'Sim'],
    [`${code}6`, 'Laje', '-5', 'Sim'],
    [`${code}7`, 'Laje', '1', 'talvez'],
    ['', 'Sem código', '1', 'Sim'],
  ]
  const found = await read(csv([['Código', 'Descrição', 'Preço', 'Ativo'], ...rows]))
  expect(found).toMatchObject({ state: 'pronta', rows_new: 1, rows_bad: 7 })
  const { items } = (await api.listProductsImportProblems(user, own.id, found.id)).expect(200)
  expect(items.map(({ line, field }) => [line, field])).toEqual([
    [2, 'prod_xProd'],
    [3, 'prod_xProd'],
    [5, 'prod_vUnCOM'],
    [6, 'prod_vUnCOM'],
    [7, 'prod_vUnCOM'],
    [8, 'prod_ativo'],
    [9, 'prod_cProd'],
  ])
  expect(await settledProducts(user, own.id, found.id)).toMatchObject({
    state: 'pronta',
  })
})
