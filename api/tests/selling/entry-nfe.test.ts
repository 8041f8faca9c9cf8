// The company's own NF-e of entry for goods that came back: made of the return as it was recorded, by the way of every NF-e.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { today } from '../helpers/data.ts'
import { newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv, saoPaulo } from '../helpers/homologation.ts'
import { newPerson } from '../helpers/people.ts'
import * as receipts from '../helpers/receipts.ts'
import { authorisation, monthOf, motivo } from '../helpers/receipts.ts'
import { goods, type GoodsReturn } from '../helpers/returns-endpoints.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { ownCounter } from '../helpers/simulator.ts'

const { simulator, server } = ownCounter((sefaz) => homologationEnv(sefaz, sefaz.folder, saoPaulo(sefaz)))
let admin: Caller
let operador: Caller
let id = ''

const registered = async (company: string, marcado = true) =>
  (await api.markReadiness(admin, company, 'credenciamento_nfe', { marcado })).expect(200)

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newShop(simulator, admin)).id
  await registered(id)
  const clerk = await account(server, 'user')
  operador = clerk.caller
  server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
    values (${server.database.id(id)}, ${server.database.id(clerk.id)}, 'operador')`)
})
afterEach(() => simulator.behave())

const address = { logradouro: 'Avenida Brasil', numero: '100', bairro: 'Centro', municipio: '3509502', cep: '13010000' }
/** Two for 82.00 unless told otherwise; authorised. */
const sold = async (overrides: Record<string, unknown> = {}, company = id) => {
  const form = sale(await sellable(admin, company), overrides)
  const { nota } = (await api.postSale(admin, company, form)).expect(201) as Issued
  return (await receipts.reaches(admin, company, nota!.id, 'autorizada')).nota
}
/** One of the two came back, for credit. */
const back = async (nota: string, overrides: object = {}, company = id) =>
  (await api.returnGoods(admin, company, goods(nota, overrides))).expect(201)
const returned = async (overrides: Record<string, unknown> = {}) => (await back((await sold(overrides)).id)).devolucao
const issue = (did: string, depois_de: string | null = null, as = admin) => api.issueEntryNfe(as, id, did, depois_de)
const issued = async (did: string, depois_de: string | null = null) =>
  ((await issue(did, depois_de)).expect(201) as GoodsReturn).devolucao
const read = async (did: string) => (await api.getReturn(admin, id, did)).expect(200)
const reaches = async ({ nfe_id }: Schemas['ReturnSummary'], estado: string) =>
  (await receipts.reaches(admin, id, nfe_id!, estado)).nota
const authorised = async (did: string, depois_de: string | null = null) =>
  reaches(await issued(did, depois_de), 'autorizada')
const xmlOf = async (rid: string) => (await api.getReceiptXml(admin, id, rid)).text
const valueIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
const itemOf = (xml: string) => xml.slice(xml.indexOf('<det '), xml.lastIndexOf('</det>'))
const listed = async (situacao: string) =>
  (await api.listReturns(admin, id, { situacao, page_size: 100 })).expect(200).items.map((each) => each.id)

describe('the NF-e of entry', () => {
  test('says what came back of an NFC-e, item by item, and takes the return off the pending ones', async () => {
    const nota = await sold()
    const devolucao = (await back(nota.id)).devolucao
    expect(await listed('pendentes')).toContain(devolucao.id)
    expect((await read(devolucao.id)).nfe_motivo).toBeNull()
    const entry = await authorised(devolucao.id)
    expect(entry).toMatchObject({ modelo: 55, devolucao_id: devolucao.id, venda_id: nota.venda_id, vNF: '41.00' })
    const sheet = (await api.getClosingSheet(admin, id, { mes: today().slice(0, 7) })).expect(200)
    expect(sheet.series.map(({ modelo, autorizadas, entradas }) => [modelo, autorizadas.quantidade, entradas])).toEqual(
      [
        [65, 1, expect.objectContaining({ quantidade: 0 })],
        [55, 0, expect.objectContaining({ quantidade: 1, valor: '41.00' })],
      ],
    )
    const { lista, filtros } = sheet.series[1]!.entradas.linhas!
    expect([lista, filtros.situacao, filtros.tpNF, filtros.modelo]).toEqual(['notas', 'autorizadas', '0', '55'])
    const xml = await xmlOf(entry.id)
    for (const part of [
      '<natOp>Devolução de venda de mercadoria</natOp><mod>55</mod>',
      '<tpNF>0</tpNF><idDest>1</idDest>',
      '<finNFe>4</finNFe><indFinal>1</indFinal><indPres>0</indPres>',
      '<CFOP>1202</CFOP><uCom>UN</uCom><qCom>1.0000</qCom>',
      `<DFeReferenciado><chaveAcesso>${nota.chave}</chaveAcesso><nItem>1</nItem></DFeReferenciado>`,
      '<vNF>41.00</vNF>',
      '<tPag>90</tPag><vPag>0.00</vPag>',
      'Motivo: Não serviu. Consumidor não identificado.',
    ])
      expect(xml).toContain(part)
    expect(xml).not.toContain('<NFref>')
    // Nobody was named: the company itself is the addressee.
    expect(xml).toContain(`<dest><CNPJ>${nota.chave.slice(6, 20)}</CNPJ>`)
    const now = (await read(devolucao.id)).devolucao
    expect(now).toMatchObject({ nfe_chave: entry.chave, nfe_numero: entry.numero, nfe_estado: 'autorizada' })
    expect(await listed('pendentes')).not.toContain(devolucao.id)
    expect(await listed('com_nfe')).toContain(devolucao.id)
    const notas = async (filter: { tpNF?: number }) =>
      (await api.listReceipts(admin, id, { situacao: 'autorizadas', ...filter })).expect(200).items.map((one) => one.id)
    expect(await notas({ tpNF: 0 })).toEqual([entry.id])
    expect(await notas({ tpNF: 1 })).toEqual([nota.id])
    expect(await notas({})).toEqual([entry.id, nota.id])
    const sums = (await api.countReceipts(admin, id, { tpNF: 0 })).expect(200)
    expect(sums).toMatchObject({ total: 1, autorizado: '41.00', por_pagamento: [] })
    ;(await api.listReceipts(admin, id, { tpNF: 2 })).problem(422)
    const rows = auditRows(server.database, `action_type = 'nfce_issue' and company_id = ${server.database.id(id)}`)
    expect(rows.map(({ description }) => description)).toContainEqual(
      expect.stringContaining(`Emitiu a NF-e nº ${entry.numero}, série ${entry.serie}`),
    )
  })

  test('names who bought where an address is known', async () => {
    const known = await newPerson(admin, { razao_social: 'Maria do Carmo', ...address })
    const withAddress = await authorised((await returned({ cliente_id: known.id })).id)
    const dest = (xml: string) => xml.slice(xml.indexOf('<dest>'), xml.indexOf('</dest>'))
    expect(dest(await xmlOf(withAddress.id))).toContain(`<CPF>${known.cpf_cnpj}</CPF>`)
    expect(dest(await xmlOf(withAddress.id))).toContain('<xLgr>Avenida Brasil</xLgr>')
    const without = await xmlOf((await authorised((await returned({ cpf: '52998224725', nome: 'Ana' })).id)).id)
    expect(dest(without)).toContain('<CNPJ>')
    expect(without).toContain('Devolvido por CPF 529.982.247-25, Ana.')
  })

  test('of an NF-e goes to its buyer by the CFOP of the way back', async () => {
    const builder = await newPerson(admin, { pessoa_tipo: 2, razao_social: 'Construtora Horizonte Ltda', ...address })
    const product = await sellable(admin, id, { prod_CFOP: '5101' })
    const form = sale(product, { cliente_id: builder.id, pagamentos: [{ tPag: '15', valor: '82.00' }] })
    const { nota } = (await api.postSale(admin, id, form)).expect(201) as Issued
    const origin = (await receipts.reaches(admin, id, nota!.id, 'autorizada')).nota
    expect(origin.modelo).toBe(55)
    const made = await back(origin.id, { itens: [{ ordem: 0, quantidade: '2' }], total_visto: '82.00' })
    const xml = await xmlOf((await authorised(made.devolucao.id)).id)
    expect(xml).toContain(`<dest><CNPJ>${builder.cpf_cnpj}</CNPJ>`)
    expect(xml).toContain('<natOp>Devolução de venda de produção</natOp>')
    // All of it came back: goods and taxes are those of the sale.
    const plain = (item: string) =>
      item
        .replace(/<CFOP>.*?<\/CFOP>/, '')
        .replace(/<DFeReferenciado>.*?<\/DFeReferenciado>/, '')
        .replace(/<vTotTrib>.*?<\/vTotTrib>/, '')
    expect(plain(itemOf(xml))).toBe(plain(itemOf(await xmlOf(origin.id))))
  })

  test('of two returns of one receipt are two, each of its part', async () => {
    const nota = await sold({ desconto: '0.01', pagamentos: [{ tPag: '01', valor: '81.99' }], total_visto: '81.99' })
    const keys: string[] = []
    const totals: string[] = []
    for (const total_visto of ['41.00', '40.99']) {
      const entry = await authorised((await back(nota.id, { total_visto })).devolucao.id)
      keys.push(entry.chave)
      totals.push(entry.vNF)
      expect(await xmlOf(entry.id)).toContain(`<chaveAcesso>${nota.chave}</chaveAcesso>`)
    }
    expect(totals).toEqual(['41.00', '40.99'])
    expect(new Set(keys).size).toBe(2)
  })

  test('is none of what was sold, and in the files of the month', async () => {
    const before = (await api.countReceipts(admin, id)).expect(200)
    const nota = await sold()
    const entry = await authorised((await back(nota.id)).devolucao.id)
    const after = (await api.countReceipts(admin, id)).expect(200)
    expect(after.total).toBe(before.total + 2)
    expect((Number(after.autorizado) - Number(before.autorizado)).toFixed(2)).toBe('82.00')
    const shown = (await api.listReceipts(admin, id, { search: entry.chave })).expect(200).items[0]!
    expect([shown.id, shown.pagamentos]).toEqual([entry.id, []])
    const month = await monthOf(admin, id)
    expect(month.estado).toBe('pronta')
    for (const series of (await api.getNumbers(admin, id)).expect(200).series) expect(series.lacuna).toBeNull()
    // The sale keeps its own document, and nothing comes back of the entry.
    expect((await api.getSale(admin, id, nota.venda_id)).expect(200).nota!.id).toBe(nota.id)
    expect((await api.getReturnable(admin, id, entry.id)).expect(200).motivo).toContain('NF-e de uma devolução')
  })

  test('leaves the lines of the till that paid back as they are', async () => {
    const station = (await api.createStation(admin, id, { nome: 'Caixa da devolução', impressora: {} })).expect(201).id
    const session = (await api.openCashSession(admin, id, { estacao_id: station, fundo: '200.00' })).expect(201)
    const nota = await sold({ estacao_id: station })
    const { devolucao } = await back(nota.id, { destino: 'dinheiro', estacao_id: station })
    await authorised(devolucao.id)
    const { items } = (await api.listCashMovements(admin, id, session.id)).expect(200)
    expect(items.filter(({ venda_id }) => venda_id === nota.venda_id).map(({ numero }) => numero)).toEqual([
      nota.numero,
      nota.numero,
    ])
    const settings = await api.getSaleSettings(admin, id)
    const free = { ...settings.expect(200), exige_caixa: 'N' as const }
    ;(await api.putSaleSettings(admin, id, settings.etag, free)).expect(200)
  })
})

describe('one return', () => {
  test('has one, however often it is sent', async () => {
    const devolucao = await returned()
    const first = await issued(devolucao.id)
    expect((await issue(devolucao.id)).expect(200)).toMatchObject({ devolucao: { nfe_id: first.nfe_id } })
    expect((await read(devolucao.id)).nfe_motivo).toContain('já tem a NF-e')
    await reaches(first, 'autorizada')
    expect((await issue(devolucao.id)).expect(200)).toMatchObject({ devolucao: { nfe_id: first.nfe_id } })
  })

  test('has one, whoever issues it at the same time', async () => {
    for (let round = 0; round < 3; ++round) {
      const devolucao = await returned()
      const answers = await Promise.all([1, 2, 3].map(() => issue(devolucao.id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
      const ids = answers.map(({ text }) => (JSON.parse(text) as GoodsReturn).devolucao.nfe_id)
      expect(new Set(ids).size).toBe(1)
      const { numero } = await reaches((await read(devolucao.id)).devolucao, 'autorizada')
      expect((await api.listReceipts(admin, id, { modelo: 55, numero })).expect(200).total).toBe(1)
    }
    for (const series of (await api.getNumbers(admin, id)).expect(200).series) expect(series.lacuna).toBeNull()
  })

  test('gets a new one once the last was cancelled, and no third by a repeated request', async () => {
    const devolucao = await returned()
    const first = await authorised(devolucao.id)
    ;(await api.cancelReceipt(admin, id, first.id, motivo)).expect(202)
    await receipts.reaches(admin, id, first.id, 'cancelada')
    expect((await read(devolucao.id)).devolucao).toMatchObject({ nfe_chave: null, nfe_estado: 'cancelada' })
    expect(await listed('pendentes')).toContain(devolucao.id)
    // Who has not seen that it was cancelled is shown it.
    expect((await issue(devolucao.id)).expect(200)).toMatchObject({ devolucao: { nfe_id: first.id } })
    const second = await authorised(devolucao.id, first.id)
    expect(second).toMatchObject({ substitui: first.id, devolucao_id: devolucao.id })
    expect(second.numero).toBeGreaterThan(first.numero)
    expect((await issue(devolucao.id, first.id)).expect(200)).toMatchObject({ devolucao: { nfe_id: second.id } })
    expect((await read(devolucao.id)).devolucao.nfe_chave).toBe(second.chave)
    expect((await api.getReceipt(admin, id, first.id)).expect(200).nota.estado).toBe('cancelada')
  })
})

describe('SEFAZ refuses it', () => {
  const refused = async () => {
    const devolucao = await returned()
    await simulator.behave({ service: authorisation, cStat: 778 })
    const entry = await reaches(await issued(devolucao.id), 'rejeitada')
    await simulator.behave()
    return { devolucao, entry }
  }

  test('and it goes again with the same number, as it was recorded', async () => {
    const { devolucao, entry } = await refused()
    expect((await read(devolucao.id)).devolucao).toMatchObject({ nfe_chave: null, nfe_estado: 'rejeitada' })
    const corrected = await api.retryReceipt(admin, id, entry.id, { nome: 'Outra pessoa' })
    expect(corrected.problem(422, 'invalid').detail).toContain('como a devolução foi registrada')
    const again = (await api.retryReceipt(admin, id, entry.id)).expect(202) as Schemas['ReceiptSummary']
    expect(again.numero).toBe(entry.numero)
    await reaches((await read(devolucao.id)).devolucao, 'autorizada')
    expect(valueIn(await xmlOf(entry.id), 'vNF')).toBe('41.00')
  })

  test('and it is given up: the sale stands, and the return gets another', async () => {
    const { devolucao, entry } = await refused()
    ;(await api.abandonReceipt(admin, id, entry.id, motivo)).expect(202)
    expect((await api.getSale(admin, id, entry.venda_id)).expect(200).venda.estado).toBe('emitida')
    const second = await authorised(devolucao.id, entry.id)
    expect(second.substitui).toBe(entry.id)
  })
})

describe('none is issued', () => {
  test('before the company is registered for NF-e, which says where', async () => {
    const devolucao = await returned()
    await registered(id, false)
    expect((await read(devolucao.id)).nfe_motivo).toContain('Pronto para emitir')
    const refused = (await issue(devolucao.id)).problem(422, 'emissao_bloqueada')
    expect(refused.detail).toContain('credenciamento para NF-e em Pronto para emitir')
    await registered(id)
    await authorised(devolucao.id)
  })

  test('for a receipt that was cancelled meanwhile', async () => {
    const nota = await sold()
    const { devolucao } = await back(nota.id)
    server.database.run(`update nfce set estado = 'cancelada' where id = ${server.database.id(nota.id)}`)
    expect((await issue(devolucao.id)).problem(422, 'emissao_bloqueada').detail).toContain(
      'cancelada depois da devolução',
    )
    server.database.run(`update nfce set estado = 'autorizada' where id = ${server.database.id(nota.id)}`)
  })

  test('while the XML of the receipt is not here', async () => {
    const nota = await sold()
    const { devolucao } = await back(nota.id)
    server.database.run(`update nfce set estado = 'autorizada_sem_xml' where id = ${server.database.id(nota.id)}`)
    expect((await issue(devolucao.id)).problem(409, 'acao_indisponivel').detail).toContain('Envie o XML')
    server.database.run(`update nfce set estado = 'autorizada' where id = ${server.database.id(nota.id)}`)
  })

  test('beside a key that was typed, and no key is typed beside it', async () => {
    const devolucao = await returned()
    const other = await authorised((await returned()).id)
    ;(await api.noteEntryNote(admin, id, devolucao.id, other.chave)).expect(200)
    expect((await issue(devolucao.id)).problem(422, 'emissao_bloqueada').detail).toContain('Retire a chave')
    ;(await api.noteEntryNote(admin, id, devolucao.id, null)).expect(200)
    await authorised(devolucao.id)
    ;(await api.noteEntryNote(admin, id, devolucao.id, other.chave)).problem(409, 'acao_indisponivel')
  })

  test('by an operador', async () => {
    ;(await issue((await returned()).id, null, operador)).problem(403, 'forbidden')
  })

  test('of a return that is not there', async () => {
    ;(await issue(crypto.randomUUID())).problem(404, 'not_found')
  })
})
