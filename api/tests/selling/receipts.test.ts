// Receipts against the simulator: authorised, refused, lost, offline, cancelled; and what is shown of them.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import * as helpers from '../helpers/receipts.ts'
import { authorisation, motivo, readyToSell, waitAsAClerk } from '../helpers/receipts.ts'
import { ownCounter } from '../helpers/simulator.ts'

type Receipt = Required<Schemas['Receipt']>
type Nota = Schemas['ReceiptSummary']

const { simulator, server } = ownCounter()
let admin: Caller
let user: Caller
let id = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  const clerk = await account(server, 'user')
  server.database.link(clerk.id, id)
  user = clerk.caller
  await readyToSell(admin, id)
})

const sell = () => helpers.sell(user, id)
const receipt = async (rid: string) => (await api.getReceipt(user, id, rid)).expect(200) as Receipt
const current = (problem: unknown) => (problem as { current: Nota }).current

const reaches = (rid: string, estado: string, patience?: number) => helpers.reaches(user, id, rid, estado, patience)
const actions = ({ acoes }: Receipt) => acoes.map(({ acao }) => acao)

describe('a sale at SEFAZ', () => {
  test('is authorised, and its documents can be had', async () => {
    const made = await sell()
    const { nota, venda, linha_do_tempo, mensagem, acoes } = await reaches(made.id, 'autorizada')
    expect(nota).toMatchObject({ numero: made.numero, chave: made.chave, cStat: 100, substituida_por: null })
    expect(nota.nProt).toMatch(/^\d{15}$/)
    expect(venda!.estado).toBe('emitida')
    expect(mensagem).toBeNull()
    expect(acoes).toEqual([{ acao: 'cancel', ate: nota.cancelavel_ate }])
    expect(linha_do_tempo.map(({ tipo }) => tipo)).toEqual(['emissao', 'envio'])

    const xml = (await api.getReceiptXml(user, id, made.id)).expect(200) as unknown as string
    expect(String(xml)).toContain(`<nProt>${nota.nProt}</nProt>`)
    const pdf = await api.getReceiptDanfe(user, id, made.id)
    expect([pdf.status, pdf.text.startsWith('%PDF-')]).toEqual([200, true])
    const print = await api.getReceiptDanfe(user, id, made.id, { formato: 'escpos', papel: '58' })
    expect(print.status).toBe(200)
    ;(await api.noteReceiptPrint(user, id, made.id, { via: 'consumidor', ok: true })).expect(204)
    expect((await receipt(made.id)).linha_do_tempo.at(-1)).toMatchObject({ tipo: 'impressao' })
  })
  test('authorised with other bytes than ours has no document until its XML is there', async () => {
    await simulator.behave({ service: authorisation, fault: 'wrong_digest' })
    const made = await sell()
    const { nota } = await reaches(made.id, 'autorizada_sem_xml')
    expect(nota.nProt).toMatch(/^\d{15}$/)
    ;(await api.getReceiptXml(user, id, made.id)).problem(409, 'acao_indisponivel')
  })
  test('is found in the list, the sums and the numbers', async () => {
    const made = await sell()
    await reaches(made.id, 'autorizada')
    const page = (await api.listReceipts(user, id, { numero: made.numero })).expect(200) as { items: Nota[] }
    expect(page.items.map((one) => one.id)).toEqual([made.id])
    const sums = (await api.countReceipts(user, id, { search: made.chave })).expect(200)
    expect(sums).toMatchObject({ total: 1, autorizado: '82.00', cancelado: '0.00' })
    for (const [search, finds] of [
      ['82,00', true],
      ['R$ 82,00', true],
      ['82,01', false],
      ['1.082,00', false],
    ] as const) {
      const found = (await api.countReceipts(user, id, { search, numero: made.numero })).expect(200)
      expect(found, search).toMatchObject({ total: finds ? 1 : 0 })
    }
    const numbers = (await api.getNumbers(user, id)).expect(200) as Required<Schemas['Numbers']>
    expect(numbers.series[0]).toMatchObject({ serie: 1, proximo: made.numero + 1, parada: null })
    ;(await api.listReceipts(user, id, { situacao: 'sumidas' })).problem(422, 'invalid')
  })
  test('is refused with a sentence, and accepted once that is corrected', async () => {
    await simulator.behave({ service: authorisation, cStat: 778 })
    const made = await sell()
    const refused = await reaches(made.id, 'rejeitada')
    expect(refused.nota.cStat).toBe(778)
    expect(refused.mensagem).toMatch(/NCM/)
    expect(actions(refused)).toEqual(['issue', 'check', 'abandon'])
    expect((await api.getReceiptDanfe(user, id, made.id)).problem(409, 'acao_indisponivel')).toBeDefined()
    await simulator.behave()
    const sent = (await api.retryReceipt(user, id, made.id)).expect(202) as Nota
    expect([sent.numero, sent.estado]).toEqual([made.numero, 'enviando'])
    const { nota } = await reaches(made.id, 'autorizada')
    expect(nota.numero).toBe(made.numero)
    ;(await api.retryReceipt(user, id, made.id)).problem(409, 'acao_indisponivel')
  })
  test('is given up after a refusal, and its number kept for voiding', async () => {
    const made = await helpers.rejected(simulator, user, id)
    const given = (await api.abandonReceipt(user, id, made.id, motivo)).expect(202) as Nota
    expect(given.estado).toBe('abandonada')
    expect((await receipt(made.id)).venda!.estado).toBe('desfeita')
    const problem = (await api.abandonReceipt(user, id, made.id, motivo)).problem(409, 'acao_indisponivel')
    expect(current(problem).estado).toBe('abandonada')
    const [audit] = auditRows(
      server.database,
      `action_type = 'nfce_abandon' and company_id = ${server.database.id(id)}`,
    )
    expect(audit!.resultado).toBe('success')
  })
})

describe('voiding', () => {
  const request = (numero: number) => ({ ambiente: 'simulador', serie: 1, ini: numero, fim: numero, motivo })
  test('closes the number of a receipt that was given up, and of no other', async () => {
    const sold = await sell()
    await reaches(sold.id, 'autorizada')
    const refusal = (await api.voidNumbers(user, id, request(sold.numero))).problem(422, 'invalid')
    expect(JSON.stringify(refusal)).toContain('Só números abandonados ou saltados')
    const made = await helpers.rejected(simulator, user, id)
    ;(await api.abandonReceipt(user, id, made.id, motivo)).expect(202)
    ;(await api.voidNumbers(user, id, request(made.numero))).expect(202)
    ;(await api.voidNumbers(user, id, request(made.numero))).problem(422, 'invalid')
    const { linha_do_tempo } = await reaches(made.id, 'inutilizada')
    expect(linha_do_tempo.map(({ tipo }) => tipo)).toContain('consulta')
  })
})

describe('a lost answer', () => {
  test('to a receipt that was judged: SEFAZ is asked, not sent to again', async () => {
    await simulator.behave({ service: authorisation, fault: 'drop', when: 'after' })
    const made = await sell()
    await reaches(made.id, 'indefinida')
    const { nota, linha_do_tempo } = await reaches(made.id, 'autorizada')
    expect(nota.chave).toBe(made.chave)
    expect(linha_do_tempo.filter(({ tipo }) => tipo === 'envio')).toHaveLength(1)
  })
  test('to a receipt that never came there: it is sent again with its number', async () => {
    await simulator.behave({ service: authorisation, fault: 'drop', when: 'before' })
    const made = await sell()
    await reaches(made.id, 'indefinida')
    ;(await api.checkReceipt(user, id, made.id)).expect(202)
    await simulator.behave()
    const { nota } = await reaches(made.id, 'autorizada')
    expect(nota.numero).toBe(made.numero)
    ;(await api.checkReceipt(user, id, made.id)).problem(409, 'acao_indisponivel')
  })
})

describe('cancelling', () => {
  test('ends receipt and sale', async () => {
    const made = await sell()
    await reaches(made.id, 'autorizada')
    ;(await api.cancelReceipt(user, id, made.id, 'curto')).problem(422, 'invalid')
    ;(await api.cancelReceipt(user, id, made.id, motivo)).expect(202)
    const { nota, venda, linha_do_tempo } = await reaches(made.id, 'cancelada')
    expect([nota.estado, venda!.estado]).toEqual(['cancelada', 'desfeita'])
    expect(linha_do_tempo.map(({ tipo }) => tipo)).toContain('evento')
    ;(await api.cancelReceipt(user, id, made.id, motivo)).problem(409, 'acao_indisponivel')
  })
})

test('an operator can have every number counted, and the story of a receipt told', async () => {
  const made = await sell()
  await reaches(made.id, 'autorizada')
  const checked = await server.command(['receipts', 'check'])
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('Todos os números têm registro.')])
  const told = await server.command(['receipts', 'show', made.chave])
  expect([told.code, told.stdout]).toEqual([0, expect.stringContaining('Enviada à SEFAZ: 100')])
  expect((await server.command(['receipts', 'show', '0'.repeat(44)])).code).toBe(1)
  server.database.run(`update nfce_numeracao set proximo = proximo + 1 where emitente_id = ${server.database.id(id)}`)
  const spoiled = await server.command(['receipts', 'check'])
  expect([spoiled.code, spoiled.stdout]).toEqual([1, expect.stringContaining('SEM REGISTRO')])
  server.database.run(`update nfce_numeracao set proximo = proximo - 1 where emitente_id = ${server.database.id(id)}`)
})

describe('contingency', () => {
  test('by hand: a sale goes offline, and is sent by itself', async () => {
    const before = await api.getContingency(admin, id)
    expect(before.expect(200)).toMatchObject({ modo: 'automatica', ativa: false, agora: null })
    const on = { modo: 'automatica', ativa: true, motivo: 'Internet da loja em manutenção' }
    ;(await api.putContingency(admin, id, undefined, on)).problem(428, 'missing_precondition')
    ;(await api.putContingency(admin, id, before.etag, { ...on, motivo: null })).problem(422, 'invalid')
    const saved = await api.putContingency(admin, id, before.etag, on)
    expect(saved.expect(200)).toMatchObject({ ativa: true, agora: { causa: 'manual' } })
    ;(await api.putContingency(admin, id, before.etag, on)).problem(412, 'stale')
    const made = await sell()
    expect([made.tpEmis, made.prazo === null]).toEqual([9, false])
    const { nota } = await reaches(made.id, 'autorizada')
    expect(nota.chave).toBe(made.chave)
    ;(await api.putContingency(admin, id, saved.etag, { modo: 'automatica', ativa: false })).expect(200)
  })
  test('by hand: a refused sale tried again goes out with another number', async () => {
    const refused = await helpers.rejected(simulator, user, id)
    const { etag } = await api.getContingency(admin, id)
    const on = { modo: 'automatica', ativa: true, motivo: 'Internet da loja em manutenção' }
    const saved = await api.putContingency(admin, id, etag, on)
    const again = (await api.retryReceipt(user, id, refused.id)).expect(201) as Nota
    expect(again).toMatchObject({ tpEmis: 9, estado: 'contingencia', substitui: refused.id })
    expect((await receipt(refused.id)).nota).toMatchObject({ estado: 'abandonada', substituida_por: again.id })
    ;(await api.putContingency(admin, id, saved.etag, { modo: 'automatica', ativa: false })).expect(200)
    await reaches(again.id, 'autorizada')
  })
  test('of a refused sale that is tried again: its customer waits as long as any other', async () => {
    const refused = await helpers.rejected(simulator, user, id)
    await waitAsAClerk(user)
    await simulator.behave({ service: authorisation, fault: 'silence', when: 'before' })
    ;(await api.retryReceipt(user, id, refused.id)).expect(202)
    const early = (await api.issueReceiptOffline(user, id, refused.id)).problem(409, 'acao_indisponivel')
    expect(early.detail).toBe('Ainda há alguns segundos para a resposta chegar. Espere um pouco.')
    await simulator.behave()
    await reaches(refused.id, 'autorizada', 60_000)
  }, 90_000)
  test('of a sale that hangs: another number; what SEFAZ had all the same is cancelled by substitution', async () => {
    await simulator.behave({ service: authorisation, fault: 'silence', when: 'after' })
    const first = await sell()
    ;(await api.issueReceiptOffline(user, id, first.id)).problem(409, 'acao_indisponivel')
    await waitAsAClerk(user)
    await simulator.behave()
    const second = (await api.issueReceiptOffline(user, id, first.id)).expect(201) as Nota
    expect(second).toMatchObject({ tpEmis: 9, estado: 'contingencia', substitui: first.id })
    expect(second.numero).toBeGreaterThan(first.numero)
    const again = (await api.issueReceiptOffline(user, id, first.id)).expect(200) as Nota
    expect(again.id).toBe(second.id)
    await reaches(second.id, 'autorizada', 60_000)
    const { nota, venda } = await reaches(first.id, 'cancelada_subst', 60_000)
    expect(nota.substituida_por).toBe(second.id)
    expect(venda!.estado).toBe('emitida')
  }, 130_000)
})
