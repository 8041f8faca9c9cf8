// Letters of correction (110110): what an NF-e may be corrected in, letter after letter, whatever SEFAZ answers.
import { beforeAll, describe, expect, test } from 'vitest'
import { pdfText } from '../helpers/budgets.ts'
import { account, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { authorisedNfe } from '../helpers/nfe.ts'
import * as receipts from '../helpers/receipts.ts'
import { event, motivo, query } from '../helpers/receipts.ts'
import { until } from '../helpers/server.ts'
import { ownCounter } from '../helpers/simulator.ts'

const { simulator, server } = ownCounter()
let admin: Caller
let id = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  id = made.own.id
  await receipts.readyToSell(admin, id)
})

const nfe = () => authorisedNfe(admin, id)
const read = async (rid: string) => (await api.listReceiptCorrections(admin, id, rid)).expect(200)
const correct = (rid: string, numero: number, itens: object[], as = admin) =>
  api.correctReceipt(as, id, rid, { numero, itens })
const unit = { assunto: 'unidade', texto: 'M2, e não UN' }
const address = { assunto: 'endereco_destinatario', texto: 'Rua das Obras, 7' }
/** The letter `numero`, once it stands so. */
async function ends(rid: string, numero: number, estado: string) {
  const letter = async () => (await read(rid)).items.find((one) => one.numero === numero && one.estado === estado)
  await until(`letter ${numero} is ${estado}`, async () => (await letter()) !== undefined, 60_000)
  return (await letter())!
}
const alarms = (rid: string) =>
  server.database
    .rows<{ tipo: string }>(`select tipo from nfce_alarme where nfce_id = ${server.database.id(rid)} order by tipo`)
    .map(({ tipo }) => tipo)
const xmlOf = async (rid: string, lid: string) => (await api.getReceiptCorrectionXml(admin, id, rid, lid)).text

describe('a letter of correction', () => {
  test('is registered with what it corrects, and the next one repeats it', async () => {
    const nota = await nfe()
    expect(await read(nota.id)).toMatchObject({ numero: 1, motivo: null, anterior: '', items: [] })
    ;(await correct(nota.id, 1, [unit])).expect(202)
    const first = await ends(nota.id, 1, 'registrado')
    expect(first).toMatchObject({ texto: 'Unidade: M2, e não UN', protocolo: expect.stringMatching(/^\d{15}$/) })
    expect(await read(nota.id)).toMatchObject({ numero: 2, anterior: first.texto })
    ;(await correct(nota.id, 2, [address, { assunto: 'pedido', texto: 'OC 4411' }])).expect(202)
    const second = await ends(nota.id, 2, 'registrado')
    expect(second.texto).toBe(
      'Unidade: M2, e não UN; Endereço do destinatário: Rua das Obras, 7; Pedido de compra: OC 4411',
    )
    const xml = await xmlOf(nota.id, second.id)
    for (const part of [
      '<procEventoNFe',
      `<chNFe>${nota.chave}</chNFe>`,
      '<tpEvento>110110</tpEvento><nSeqEvento>2</nSeqEvento>',
      `<xCorrecao>${second.texto}</xCorrecao>`,
      `<nProt>${second.protocolo}</nProt>`,
    ])
      expect(xml).toContain(part)
    const receipt = (await api.getReceipt(admin, id, nota.id)).expect(200)
    expect(receipt.nota.estado).toBe('autorizada')
    expect(receipt.linha_do_tempo.map(({ texto }) => texto)).toContain('Carta de correção 1: Unidade: M2, e não UN')
  })
  test('is printed to go with the goods: what it corrects, its registration and the terms of the law', async () => {
    const nota = await nfe()
    ;(await correct(nota.id, 1, [unit, address])).expect(202)
    const { id: lid, protocolo, texto } = await ends(nota.id, 1, 'registrado')
    const answer = await api.getReceiptCorrectionPdf(admin, id, nota.id, lid)
    answer.expect(200)
    expect(answer.headers['content-disposition']).toBe(`inline; filename="${nota.chave}-110110-1-carta.pdf"`)
    const text = pdfText(answer.bytes).join(' ').replaceAll(/\s+/g, ' ')
    for (const part of [
      ...['CARTA DE CORREÇÃO Nº 1', `da NF-e nº ${nota.numero}, série ${nota.serie}`, nota.chave],
      ...[protocolo!, texto, 'Construtora Horizonte Ltda', 'A Carta de Correcao e disciplinada', 'Sem valor fiscal'],
    ])
      expect(text).toContain(part)
  })
  test('stands in the files of its month', async () => {
    const nota = await nfe()
    ;(await correct(nota.id, 1, [unit])).expect(202)
    await ends(nota.id, 1, 'registrado')
    const month = await receipts.monthOf(admin, id)
    const file = await api.getXmlMonthFile(admin, id, month.id, 1)
    expect(file.bytes.toString('latin1')).toContain(`${nota.chave}-110110-1-evento.xml`)
  })
  test.each([
    ['a value', [{ assunto: 'valor', texto: 'R$ 100,00' }], 'itens.0.assunto', /não muda valor/],
    ['who bought', [unit, { assunto: 'destinatario', texto: 'Outro' }], 'itens.1.assunto', /não troca o emitente/],
    ['a day', [{ assunto: 'data_saida', texto: 'amanhã' }], 'itens.0.assunto', /não muda a data/],
    ['an unknown subject', [{ assunto: 'cor', texto: 'azul e branco' }], 'itens.0.assunto', /Escolha na lista/],
    ['nothing', [], 'itens', /Diga o que corrigir/],
    ['an empty text', [{ assunto: 'unidade', texto: ' ' }], 'itens.0.texto', /./],
    ['too little', [{ assunto: 'ncm', texto: 'x' }], 'itens', /pelo menos 15 letras/],
    ['too much', [1, 2].map(() => ({ assunto: 'unidade', texto: 'x'.repeat(600) })), 'itens', /cabem 1000/],
  ])('does not correct %s', async (_, itens, field, message) => {
    const nota = await nfe()
    const problem = (await correct(nota.id, 1, itens)).problem(422, 'invalid')
    expect(problem.errors).toContainEqual({ field, message: expect.stringMatching(message) })
    expect((await read(nota.id)).items).toEqual([])
  })
  test('is not for an NFC-e, for a cancelled nota, after thirty days or beside one that is under way', async () => {
    const why = async (rid: string) => (await correct(rid, 1, [unit])).problem(409, 'acao_indisponivel').detail
    expect(await why((await receipts.authorised(admin, id)).id)).toBe('Só uma NF-e tem carta de correção.')

    const cancelled = await nfe()
    ;(await api.cancelReceipt(admin, id, cancelled.id, motivo)).expect(202)
    await receipts.reaches(admin, id, cancelled.id, 'cancelada')
    expect(await why(cancelled.id)).toBe('Só uma nota autorizada tem carta de correção.')

    const old = await nfe()
    server.database.run(
      `update nfce set dhRecbto = dhRecbto - ${31 * 86_400}000000 where id = ${server.database.id(old.id)}`,
    )
    expect(await why(old.id)).toBe('O prazo para corrigir esta nota acabou.')
    expect((await read(old.id)).motivo).toBe('O prazo para corrigir esta nota acabou.')

    const open = await nfe()
    await simulator.behave({ service: event, cStat: 108 })
    ;(await correct(open.id, 1, [unit])).expect(202)
    expect(await why(open.id)).toBe('A carta de correção anterior ainda está a caminho. Espere a resposta da SEFAZ.')
    await simulator.behave()
    await ends(open.id, 1, 'registrado')
  })
  test('of two who write at once one is taken, and the other hears of it', async () => {
    const nota = await nfe()
    const answers = await Promise.all([correct(nota.id, 1, [unit]), correct(nota.id, 1, [address])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409])
    await ends(nota.id, 1, 'registrado')
    expect((await read(nota.id)).items).toHaveLength(1)
    const late = (await correct(nota.id, 1, [address])).problem(409, 'acao_indisponivel')
    expect(late.detail).toMatch(/^Outra carta de correção/)
  })
  test('an operador reads it and writes none', async () => {
    const nota = await nfe()
    const clerk = await account(server, 'user')
    server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
      values (${server.database.id(id)}, ${server.database.id(clerk.id)}, 'operador')`)
    ;(await correct(nota.id, 1, [unit], clerk.caller)).problem(403, 'forbidden')
  })
})

describe('whatever SEFAZ answers', () => {
  test.each([
    ['its answer is lost', [{ service: event, fault: 'drop', when: 'after', times: 1 }]],
    [
      'its answer is lost, and a query does not show events',
      [
        { service: query, bare_query: true },
        { service: event, fault: 'drop', when: 'after', times: 1 },
      ],
    ],
    ['it has it already', [{ service: event, cStat: 573, when: 'after', times: 1 }]],
    ['it is away for a while', [{ service: event, cStat: 109, times: 2 }]],
    ['its clock differs', [{ service: event, cStat: 578, times: 2 }]],
  ] as const)(
    '%s: the letter is registered once',
    async (_, behaviours) => {
      const nota = await nfe()
      await simulator.behave(...behaviours)
      ;(await correct(nota.id, 1, [unit])).expect(202)
      await ends(nota.id, 1, 'registrado')
      await simulator.behave()
      expect(await read(nota.id)).toMatchObject({ numero: 2, motivo: null })
    },
    120_000,
  )
  test('refused: it says why, a gerente is notified, and another takes its number', async () => {
    const nota = await nfe()
    await simulator.behave({ service: event, cStat: 493 })
    ;(await correct(nota.id, 1, [unit])).expect(202)
    const refused = await ends(nota.id, 1, 'recusado')
    expect(refused.motivo).toBeTruthy()
    ;(await api.getReceiptCorrectionPdf(admin, id, nota.id, refused.id)).problem(409, 'acao_indisponivel')
    const xml = await api.getReceiptCorrectionXml(admin, id, nota.id, refused.id)
    expect(xml.problem(409, 'acao_indisponivel').detail).toContain('não vale')
    expect(alarms(nota.id)).toContain('carta_recusada')
    await simulator.behave()
    ;(await correct(nota.id, 1, [address])).expect(202)
    expect((await ends(nota.id, 1, 'registrado')).texto).toBe('Endereço do destinatário: Rua das Obras, 7')
    expect(alarms(nota.id)).toEqual([])
  })
  test('the nota is cancelled while its letter waits: the letter comes to nothing', async () => {
    const nota = await nfe()
    await simulator.behave({ service: event, cStat: 108, times: 1 })
    ;(await correct(nota.id, 1, [unit])).expect(202)
    ;(await api.cancelReceipt(admin, id, nota.id, motivo)).expect(202)
    await receipts.reaches(admin, id, nota.id, 'cancelada', 60_000)
    const letter = async () => (await read(nota.id)).items[0]!
    await until(
      'the letter has ended',
      async () => ['registrado', 'recusado'].includes((await letter()).estado),
      60_000,
    )
    // Registered, if it was first.
    expect(['A nota foi cancelada antes.', null]).toContain((await letter()).motivo)
    expect(alarms(nota.id)).toEqual([])
  }, 120_000)
})
