// Documents of receipts: an XML handed in, the files of a month, the spreadsheet of the list.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import { today } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { cellsOf, partOf, partsOf } from '../helpers/imports.ts'
import { authorised, monthOf, motivo, reaches, readyToSell, rejected, wake, withoutXml } from '../helpers/receipts.ts'
import { until } from '../helpers/server.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

const server = sharedServer()
const simulator = sharedSimulator()
let admin: Caller
let gerente: Caller
let operador: Caller
let id = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  const manager = await account(server, 'user')
  server.database.link(manager.id, id)
  gerente = manager.caller
  const clerk = await account(server, 'user')
  server.database.link(clerk.id, id)
  server.database.run(`update emitente_users set papel = 'operador' where user_id = ${server.database.id(clerk.id)}`)
  operador = clerk.caller
  await readyToSell(admin, id)
})

const receipt = async (rid: string) =>
  (await api.getReceipt(gerente, id, rid)).expect(200) as Required<Schemas['Receipt']>
const audited = (action: string) =>
  auditRows(server.database, `action_type = '${action}' and company_id = ${server.database.id(id)}`)

describe('the XML of a receipt that was authorised with a content that is not here', () => {
  test('becomes its document, in its own bytes', async () => {
    const { nota, xml } = await withoutXml(server, gerente, id)
    ;(await api.getReceiptXml(gerente, id, nota.id)).problem(409, 'acao_indisponivel')
    const kept = (await api.handInReceiptXml(gerente, id, nota.id, xml)).expect(200)
    expect(kept).toMatchObject({ estado: 'autorizada', chave: nota.chave, dhEmi: nota.dhEmi, vNF: nota.vNF })
    expect((await api.getReceiptXml(gerente, id, nota.id)).text).toBe(xml)
    expect((await api.getReceiptDanfe(gerente, id, nota.id)).text.startsWith('%PDF-')).toBe(true)
    expect(audited('nfce_xml_upload').at(-1)!.description).toContain(`nº ${nota.numero}`)
    ;(await api.handInReceiptXml(gerente, id, nota.id, xml)).problem(409, 'acao_indisponivel')
  })
  test('is taken without its protocol and under another type of content, too', async () => {
    const { nota, xml } = await withoutXml(server, gerente, id)
    const alone = xml.slice(xml.indexOf('<NFe '), xml.indexOf('</NFe>') + '</NFe>'.length)
    ;(await api.handInReceiptXml(gerente, id, nota.id, alone, 'text/xml')).expect(200)
    expect((await api.getReceiptXml(gerente, id, nota.id)).text).toBe(xml)
  })
  test('is refused unless it is the one that SEFAZ authorised', async () => {
    const { nota, xml } = await withoutXml(server, gerente, id)
    const other = (await api.getReceiptXml(gerente, id, (await authorised(gerente, id)).id)).text
    const refusal = async (file: string) =>
      (await api.handInReceiptXml(gerente, id, nota.id, file)).problem(422, 'invalid').detail
    expect(await refusal(other)).toContain('é de outra nota')
    expect(await refusal(xml.replace('<vNF>82.00', '<vNF>28.00'))).toContain('alterado depois de assinado')
    expect(await refusal(xml.replace('<SignatureValue>', '<SignatureValue>AAAA'))).toContain('assinatura')
    expect(await refusal(xml.replace('</NFe>', ''))).toContain('não traz uma nota')
    expect(await refusal(xml + xml)).toContain('não traz uma nota')
    expect(await refusal('<NFe >\u0000</NFe>')).toContain('danificado')
    expect(await refusal('lixo')).toContain('não traz uma nota')
    expect((await receipt(nota.id)).nota.estado).toBe('autorizada_sem_xml')
    // Signed by the company and of this number, but not what was authorised: its digest is another.
    server.database.run(`update nfce set digVal = 'outro' where id = ${server.database.id(nota.id)}`)
    expect(await refusal(xml)).toContain('não é o XML que a SEFAZ autorizou')
  })
  test('is a file of XML of a reasonable size, handed in by a gerente', async () => {
    const { nota, xml } = await withoutXml(server, gerente, id)
    ;(await api.handInReceiptXml(gerente, id, nota.id, xml, 'application/json')).problem(415)
    ;(await api.handInReceiptXml(gerente, id, nota.id, 'x'.repeat(1024 * 1024 + 1))).problem(413)
    ;(await api.handInReceiptXml(operador, id, nota.id, xml)).problem(403)
    ;(await api.handInReceiptXml(gerente, id, crypto.randomUUID(), xml)).problem(404)
    ;(await api.handInReceiptXml(gerente, id, (await authorised(gerente, id)).id, xml)).problem(409)
  })
})

describe('the files of a month', () => {
  test('hold every authorised document, event and voided number, and the list of all', async () => {
    const sold = await authorised(gerente, id)
    const cancelled = await authorised(gerente, id)
    ;(await api.cancelReceipt(gerente, id, cancelled.id, motivo)).expect(202)
    await reaches(gerente, id, cancelled.id, 'cancelada')
    const given = await rejected(simulator, gerente, id)
    ;(await api.abandonReceipt(gerente, id, given.id, motivo)).expect(202)
    const numbers = { ambiente: 'simulador', serie: 1, ini: given.numero, fim: given.numero, motivo }
    ;(await api.voidNumbers(gerente, id, numbers)).expect(202)
    await reaches(gerente, id, given.id, 'inutilizada')
    const missing = (await withoutXml(server, gerente, id)).nota

    const month = await monthOf(gerente, id)
    expect(month).toMatchObject({ estado: 'pronta', ambiente: 'simulador', erro: null })
    expect(month.arquivos.map(({ n }) => n)).toEqual([1])
    const file = await api.getXmlMonthFile(gerente, id, month.id, 1)
    expect(file.headers['content-disposition']).toMatch(/attachment; filename="nfce-\w{14}-\d{4}-\d{2}\.zip"/)
    expect(file.bytes.length).toBe(month.arquivos[0]!.tamanho)
    const parts = partsOf(file.bytes)
    expect(parts[`${sold.chave}-nfe.xml`]).toBe((await api.getReceiptXml(gerente, id, sold.id)).text)
    expect(parts[`${cancelled.chave}-nfe.xml`]).toContain('<nfeProc ')
    const event = parts[`${cancelled.chave}-110111-evento.xml`]!
    expect(event).toMatch(/<procEventoNFe .*<evento .*<Signature .*<retEvento .*<cStat>135<\/cStat>/s)
    const year = today().slice(2, 4)
    const voided = parts[`${year}-65-1-${given.numero}-${given.numero}-inut.xml`]!
    expect(voided).toMatch(/<ProcInutNFe .*<inutNFe .*<retInutNFe .*<cStat>102<\/cStat>/s)
    expect(Object.keys(parts)).not.toContain(`${missing.chave}-nfe.xml`)
    expect(Object.keys(parts).filter((name) => name.endsWith('-nfe.xml'))).toHaveLength(month.notas)

    const [heading, ...rows] = cellsOf(parts['notas.csv']!)
    const column = (title: string) => heading!.indexOf(title)
    const row = (chave: string) => rows.find((cells) => cells[column('Chave de acesso')] === chave)!
    expect(row(sold.chave)[column('Situação')]).toBe('Autorizada')
    expect(row(sold.chave)[column('Valor total')]).toBe('82,00')
    expect(row(cancelled.chave)[column('Situação')]).toBe('Cancelada')
    expect(row(given.chave)[column('Situação')]).toBe('Inutilizada')
    expect(row(missing.chave)[column('Situação')]).toBe('Autorizada, sem XML')
    expect(audited('nfce_export').length).toBeGreaterThan(0)
  })
  test('leave out the XML of a receipt whose authorised digest is not known, and list it', async () => {
    const { chave, id: nota } = await authorised(gerente, id)
    server.database.run(`update nfce set digVal = null where id = ${server.database.id(nota)}`)
    const month = await monthOf(gerente, id)
    const parts = partsOf((await api.getXmlMonthFile(gerente, id, month.id, 1)).bytes)
    expect(Object.keys(parts)).not.toContain(`${chave}-nfe.xml`)
    expect(parts['notas.csv']).toContain(chave)
  })
  test('are made anew when asked for again, and the old ones are gone', async () => {
    const first = await monthOf(gerente, id)
    const { chave } = await authorised(gerente, id)
    const second = await monthOf(gerente, id)
    expect(second.id).toBe(first.id)
    expect(second.notas).toBe(first.notas + 1)
    expect(second.created_at > first.created_at).toBe(true)
    const file = await api.getXmlMonthFile(gerente, id, second.id, 1)
    expect(Object.keys(partsOf(file.bytes))).toContain(`${chave}-nfe.xml`)
    ;(await api.getXmlMonthFile(gerente, id, second.id, 2)).problem(404)
    const { database } = server
    const [kept] = database.rows<{ pieces: number }>(
      `select count(*) as pieces from nfce_xml_mes_parte where pedido_id = ${database.id(second.id)}`,
    )
    expect(Number(kept?.pieces)).toBe(1)
  })
  test('are kept for seven days, however often their job is looked at, and go then', async () => {
    const month = await monthOf(gerente, id)
    const { database } = server
    const day_us = 86_400_000_000
    wake(database, 'xml_mes:')
    await until('its job is put off again', () => {
      const [job] = database.rows<{ run_at: number }>(`select run_at from tarefas where dados like '%${month.id}%'`)
      return Number(job?.run_at) > Date.now() * 1000 + 6 * day_us
    })
    ;(await api.getXmlMonthFile(gerente, id, month.id, 1)).expect(200)
    database.run(`update nfce_xml_mes set pronta_em = pronta_em - ${7 * day_us} where id = ${database.id(month.id)}`)
    wake(database, 'xml_mes:')
    await until('its files are gone', async () => (await api.getXmlMonth(gerente, id, month.id)).status === 404)
  })
  test('of a month without receipts hold an empty list', async () => {
    const { id: empty } = await newCompany(admin, { codigo_municipio: '3509502' })
    const month = await monthOf(admin, empty)
    expect(month.notas).toBe(0)
    const parts = partsOf((await api.getXmlMonthFile(admin, empty, month.id, 1)).bytes)
    expect(Object.keys(parts)).toEqual(['notas.csv'])
    expect(cellsOf(parts['notas.csv']!)).toHaveLength(1)
  })
  test('are those of a month that has begun, of one company, for its gerentes', async () => {
    for (const mes of ['2026-13', '2026', '9999-01', 'agora', ''])
      expect((await api.askForXmlMonth(gerente, id, { mes })).fields(), mes).toHaveProperty('mes')
    expect((await api.askForXmlMonth(gerente, id, { mes: '2026-01', ambiente: 'x' })).fields()).toHaveProperty(
      'ambiente',
    )
    ;(await api.askForXmlMonth(operador, id, { mes: '2026-01' })).problem(403)
    const month = await monthOf(gerente, id)
    ;(await api.getXmlMonth(operador, id, month.id)).problem(403)
    ;(await api.getXmlMonthFile(operador, id, month.id, 1)).problem(403)
    const { id: other } = await newCompany(admin)
    ;(await api.getXmlMonth(admin, other, month.id)).problem(404)
    ;(await api.getXmlMonthFile(admin, other, month.id, 1)).problem(404)
    ;(await api.getXmlMonth(gerente, id, 'x')).problem(404)
  })
})

describe('the spreadsheet', () => {
  test('has exactly the receipts that the list finds, newest first', async () => {
    await authorised(gerente, id)
    for (const query of [{}, { situacao: 'canceladas' }, { serie: 9 }] as Record<string, string | number>[]) {
      const page = (await api.listReceipts(gerente, id, { ...query, page_size: 100 })).expect(200) as {
        items: Schemas['ReceiptSummary'][]
      }
      const [heading, ...rows] = cellsOf((await api.exportReceipts(gerente, id, { ...query, format: 'csv' })).text)
      const keys = rows.map((cells) => cells[heading!.indexOf('Chave de acesso')])
      expect(keys).toEqual(page.items.map(({ chave }) => chave))
    }
    const search = (await api.listReceipts(gerente, id)).expect(200) as { items: Schemas['ReceiptSummary'][] }
    const { chave } = search.items[0]!
    const found = cellsOf((await api.exportReceipts(gerente, id, { search: chave, format: 'csv' })).text)
    expect(found).toHaveLength(2)
  })
  test('is an XLSX unless a CSV is asked for, and for gerentes', async () => {
    const answer = await api.exportReceipts(gerente, id)
    expect(answer.headers['content-disposition']).toMatch(/filename="notas-\d{4}-\d{2}-\d{2}\.xlsx"/)
    expect(partOf(answer.bytes, 'xl/worksheets/sheet1.xml')).toContain('Chave de acesso')
    expect((await api.exportReceipts(gerente, id, { format: 'pdf' })).fields()).toHaveProperty('format')
    ;(await api.exportReceipts(gerente, id, { situacao: 'sumidas' })).problem(422, 'invalid')
    ;(await api.exportReceipts(gerente, id, { cor: 'azul' })).problem(422, 'invalid')
    ;(await api.exportReceipts(operador, id)).problem(403)
  })
})
