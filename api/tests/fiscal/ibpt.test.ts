// Approximate taxes (Lei 12.741/2012): the company's table from IBPT, taken as a whole or not at all, and receipts that say it.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { ibptTable, laje, tableName, validity } from '../helpers/ibpt.ts'
import { newProduct, productForm } from '../helpers/products.ts'
import { reaches, readyToSell } from '../helpers/receipts.ts'
import { type Issued, sale } from '../helpers/sales.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

sharedSimulator()
const server = sharedServer()
let admin: Caller
let own: Company

beforeAll(async () => {
  admin = (await office(server)).admin
})
beforeEach(async () => {
  own = await newCompany(admin, {
    uf: 'SP',
    municipio: 'Campinas',
    codigo_municipio: '3509502',
    inscricao_estadual: '110042490114',
  })
})

const put = (raw: Buffer | string, name = tableName()) => api.putIbptTable(admin, own.id, name, raw)
const state = async () => (await api.getIbptTable(admin, own.id)).expect(200).situacao
const rowOf = async () => {
  const { itens } = (await api.getIssuingReadiness(admin, own.id)).expect(200)
  return itens.find(({ chave }) => chave === 'tributos')!
}

test('a table is taken as it comes, seen, replaced and taken away', async () => {
  expect(await state()).toBe('sem_tabela')
  expect((await rowOf()).texto).toContain('Envie a tabela do IBPT de SP, ou digite as porcentagens nos perfis fiscais.')
  const latin1 = Buffer.from(ibptTable([laje, '0101;;1;"Serviço de ação";1;1;0;5']), 'latin1')
  expect((await put(latin1)).expect(200)).toMatchObject({
    ...{ situacao: 'em_vigor', uf: 'SP', versao: '26.2.B', fonte: 'IBPT/empresometro.com.br', linhas: 1 },
    nome_arquivo: tableName(),
  })
  expect(await rowOf()).toMatchObject({ situacao: 'ok', necessaria: false, acao: 'ibpt' })
  const many = Array.from({ length: 20_000 }, (_, at) => `${10_000_000 + at};;0;x;1.00;2.00;3.00;0.00`)
  expect((await put(ibptTable(many, validity(-30, 5)))).expect(200).linhas).toBe(20_000)
  expect((await rowOf()).texto).toMatch(/^A tabela do IBPT vence em /)
  ;(await api.deleteIbptTable(admin, own.id)).expect(204)
  ;(await api.deleteIbptTable(admin, own.id)).expect(204) // it is gone already
  expect(await state()).toBe('sem_tabela')
  const log = auditRows(server.database, `action_type like 'ibpt_%' and company_id = ${server.database.id(own.id)}`)
  expect(log.map(({ action_type }) => action_type)).toEqual(['ibpt_upload', 'ibpt_upload', 'ibpt_delete'])
})

test('what is not that table is refused in one sentence, and the one before stays', async () => {
  ;(await put(ibptTable([laje]))).expect(200)
  const refused: [Buffer | string, string, RegExp][] = [
    [ibptTable([laje]), 'TabelaIBPTaxRJ26.2.B.csv', /é de RJ, e a empresa é de SP/],
    [ibptTable([laje]), 'impostos.csv', /não diz de que UF/],
    [ibptTable([laje], validity(-90, -2)), tableName(), /^Esta tabela do IBPT venceu em /],
    ['<!DOCTYPE html><html><body>Entrar</body></html>', tableName(), /não é a tabela do IBPT/],
    ['', tableName(), /não é a tabela do IBPT/],
    [ibptTable([laje, '68109900;;0;x;muito;1;1;0']), tableName(), /^Linha 3 /],
  ]
  for (const [raw, name, sentence] of refused)
    expect((await put(raw, name)).problem(422, 'invalid').detail).toMatch(sentence)
  ;(await put(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).problem(413, 'too_large')
  expect((await api.getIbptTable(admin, own.id)).expect(200)).toMatchObject({ situacao: 'em_vigor', linhas: 1 })
})

test('a receipt says its approximate taxes and their source, whatever becomes of the table', async () => {
  await readyToSell(admin, own.id)
  ;(await put(ibptTable([laje]))).expect(200)
  const sold = async (icms_orig: number) => {
    const stored = await newProduct(admin, own.id, {
      prod_NCM: '68109100',
      prod_CFOP: '5102',
      icms_orig,
      icms_CST: '102',
      prod_uCOM: 'UN',
      prod_vUnCOM: '41.00',
    })
    const { nota } = (await api.postSale(admin, own.id, sale(stored, {}))).expect(201) as Issued
    await reaches(admin, own.id, nota!.id, 'autorizada')
    return nota!.id
  }
  const xmlOf = async (rid: string) => (await api.getReceiptXml(admin, own.id, rid)).bytes.toString()
  const national = await sold(0)
  const xml = await xmlOf(national)
  const line =
    'Trib aprox R$: 8,20 Federal, 14,76 Estadual, 0,00 Municipal. Fonte: IBPT/empresometro.com.br 26.2.B 42CA5A'
  expect(xml).toContain(`<infCpl>${line}</infCpl>`)
  expect(xml.match(/<vTotTrib>22\.96<\/vTotTrib>/g)).toHaveLength(2) // of the item, and in all
  expect(await xmlOf(await sold(1))).toContain('Trib aprox R$: 16,40 Federal')

  ;(await put(ibptTable(['68109100;;0;x;1.00;1.00;1.00;0.00']))).expect(200)
  expect(await xmlOf(national)).toBe(xml)
  server.database.run(
    `update ibpt_tabela set vigencia_fim = '2020-01-01' where emitente_id = ${server.database.id(own.id)}`,
  )
  expect(await state()).toBe('vencida')
  expect(await rowOf()).toMatchObject({ situacao: 'atencao', texto: expect.stringContaining('venceu em 01/01/2020') })
  expect(await xmlOf(await sold(0))).not.toContain('Trib aprox')
})

test('without a row of the table a receipt says what was typed in the profile that the product was given', async () => {
  await readyToSell(admin, own.id)
  const taxes = { aprox_pFederal: '13.45', aprox_pEstadual: '18', prod_CFOP: '5102', icms_orig: 0, icms_CST: '102' }
  const { id } = (await api.createTaxProfile(admin, own.id, { nome: 'Revenda', valores: taxes })).expect(201)
  expect(await rowOf()).toMatchObject({ situacao: 'ok', texto: 'As notas usam as porcentagens dos perfis fiscais.' })
  const made = await newProduct(admin, own.id, { prod_NCM: '68109100', prod_uCOM: 'UN', prod_vUnCOM: '41.00' })
  const [change] = (await api.previewTaxProfile(admin, own.id, id, [made.id])).expect(200).itens
  expect(change!.depois).toMatchObject({ aprox_pFederal: '13.4500', aprox_pEstadual: '18.0000' })
  const given = (await api.updateProduct(admin, own.id, made.id, '*', { ...productForm(made), ...taxes })).expect(200)
  const sold = async () => {
    const { nota } = (await api.postSale(admin, own.id, sale(given, {}))).expect(201) as Issued
    await reaches(admin, own.id, nota!.id, 'autorizada')
    return (await api.getReceiptXml(admin, own.id, nota!.id)).bytes.toString()
  }
  const typed = 'Trib aprox R$: 11,03 Federal, 14,76 Estadual, 0,00 Municipal. Fonte: cálculo da empresa'
  expect(await sold()).toContain(`<infCpl>${typed}</infCpl>`)
  ;(await put(ibptTable(['68109900;;0;x;1.00;1.00;1.00;0.00']))).expect(200) // of another NCM
  expect(await sold()).toContain(typed)
  ;(await put(ibptTable([laje]))).expect(200)
  expect(await sold()).toContain('Fonte: IBPT/empresometro.com.br')
})
