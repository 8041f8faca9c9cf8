// Receipts on a station's network printer, which stands in here and keeps what it got.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { Printer, text } from '../helpers/printer.ts'
import * as helpers from '../helpers/receipts.ts'
import { authorisation, readyToSell } from '../helpers/receipts.ts'
import { freePort, until } from '../helpers/server.ts'
import { ownCounter } from '../helpers/simulator.ts'

type Print = Schemas['Prints']['items'][number]

const { simulator, server } = ownCounter()
const printer = new Printer()
let admin: Caller
let user: Caller
let id = ''
let station = ''

beforeAll(async () => {
  await printer.start()
  admin = (await office(server)).admin
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  const clerk = await account(server, 'user')
  user = clerk.caller
  server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
    values (${server.database.id(id)}, ${server.database.id(clerk.id)}, 'operador')`)
  await readyToSell(admin, id)
  station = await newStation()
})
afterAll(() => printer.stop())
afterEach(() => {
  printer.mood = 'fine'
})

const newStation = async (impressora: object = {}) => {
  const rede = { caminho: 'rede', host: '127.0.0.1', porta: printer.port, gaveta: 'S', ...impressora }
  return (await api.createStation(admin, id, { nome: `Caixa ${unique()}`, impressora: rede })).expect(201).id
}
const authorised = () => helpers.authorised(user, id, admin)
const ask = async (nfce_id: string, via?: string, sid = station) =>
  (await api.printReceipt(user, id, sid, { nfce_id, ...(via && { via }) })).expect(202).items
const prints = async (rid: string) => (await api.listReceiptPrints(user, id, rid)).expect(200).items
/** Asks for a print and waits until nothing waits any more; the new ones, in their order. */
async function printed(nfce_id: string, via?: string, sid = station): Promise<Print[]> {
  const asked = await ask(nfce_id, via, sid)
  let all: Print[] = []
  const isDone = async () => (all = await prints(nfce_id)).every(({ ok }) => ok !== null)
  await until('the printer has done it', isDone, 30_000)
  return asked.map((one) => all.find((other) => other.id === one.id)!)
}
const timeline = async (rid: string) =>
  (await api.getReceipt(user, id, rid)).expect(200).linha_do_tempo.filter(({ tipo }) => tipo === 'impressao')
/** At the side of its content, in millimetres; level M, bytes. */
const width = ({ content, dots }: { content: string; dots: number }) => {
  const capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362]
  return ((17 + 4 * (capacities.findIndex((most) => most >= content.length) + 1)) * dots) / 8
}

describe('an authorised receipt', () => {
  test('is printed with its QR Code, opens the drawer, and is cut off', async () => {
    const nota = await authorised()
    const stream = await streamEvents(user)
    const drawers = printer.drawers
    const [print] = await printed(nota.id)
    expect(print).toMatchObject({ via: 'consumidor', caminho: 'rede', ok: true, texto: null, estacao_id: station })
    await stream.hint('it was printed', (hint) => hint.topic === 'receipts' && hint.id === nota.id)
    stream.close()
    expect(printer.drawers).toBe(drawers + 1)
    const paper = printer.papers.at(-1)!
    expect(text(paper)).toContain(`Protocolo de autorização: ${nota.nProt}`)
    expect(text(paper)).not.toContain('REIMPRESSÃO')
    expect(Math.max(...paper.lines.map((line) => line.length))).toBeLessThanOrEqual(48)
    expect(paper.qr.map(({ content }) => content)).toEqual([expect.stringContaining(nota.chave)])
    expect(width(paper.qr[0]!)).toBeGreaterThanOrEqual(22)
    expect((await timeline(nota.id)).map(({ texto }) => texto)).toEqual(['Impressa a via do consumidor (rede)'])
  })
  test('printed again says so, and leaves the drawer shut', async () => {
    const nota = await authorised()
    await printed(nota.id)
    const drawers = printer.drawers
    await printed(nota.id)
    expect(text(printer.papers.at(-1)!)).toMatch(/^REIMPRESSÃO/)
    expect(printer.drawers).toBe(drawers)
    await printed(nota.id, 'estabelecimento')
    const copy = text(printer.papers.at(-1)!)
    expect(copy).toContain('Via do Estabelecimento')
    expect(copy).not.toContain('REIMPRESSÃO')
    expect((await timeline(nota.id)).map(({ texto }) => texto)).toEqual([
      'Impressa a via do consumidor (rede)',
      'Reimpressa a via do consumidor (rede)',
      'Impressa a via do estabelecimento (rede)',
    ])
    const again = await api.getReceiptDanfe(user, id, nota.id, { formato: 'escpos', reimpressao: 'S' })
    expect(again.bytes.toString('latin1')).toContain('REIMPRESS')
    ;(await api.getReceiptDanfe(user, id, nota.id, { reimpressao: 'talvez' })).problem(422, 'invalid')
  })
  test('asked for twice in a hurry is printed once', async () => {
    const nota = await authorised()
    printer.mood = 'stuck'
    const [first] = await ask(nota.id)
    const [second] = await ask(nota.id)
    expect(second!.id).toBe(first!.id)
    expect((await timeline(nota.id)).map(({ texto }) => texto)).toEqual([
      'A impressora ainda tem a via do consumidor (rede)',
    ])
    expect((await printed(nota.id))[0]!.ok).toBe(false)
  }, 60_000)
  test('waits for what the printer is doing: one after the other', async () => {
    const notas = [await authorised(), await authorised(), await authorised()]
    const before = printer.papers.length
    printer.mostOpen = 0
    await Promise.all(notas.map(({ id: rid }) => printed(rid)))
    expect(printer.mostOpen).toBe(1)
    const keys = printer.papers.slice(before).map(({ qr }) => qr[0]!.content.slice(-400))
    expect(keys).toHaveLength(3)
    for (const { chave } of notas) expect(keys.filter((key) => key.includes(chave))).toHaveLength(1)
  })
})

describe('an offline receipt', () => {
  test('is printed twice, again too: for the customer and for the shop', async () => {
    await simulator.behave({ service: authorisation, fault: 'silence' })
    const { etag } = await api.getContingency(admin, id)
    const on = { modo: 'automatica', ativa: true, motivo: 'Internet da loja em manutenção' }
    const saved = await api.putContingency(admin, id, etag, on)
    const nota = await helpers.sell(user, id, {}, admin)
    expect(nota.estado).toBe('contingencia')
    const before = printer.papers.length
    expect((await printed(nota.id)).map(({ via, ok }) => [via, ok])).toEqual([
      ['consumidor', true],
      ['estabelecimento', true],
    ])
    const papers = printer.papers.slice(before).map(text)
    expect(papers.map((one) => one.includes('Via do Estabelecimento'))).toEqual([false, true])
    for (const paper of papers) expect(paper).toContain('EMITIDA EM CONTINGÊNCIA')
    expect((await printed(nota.id)).map(({ via }) => via)).toEqual(['consumidor', 'estabelecimento'])
    printer.mood = 'without paper'
    expect((await printed(nota.id))[0]!.texto).toContain(
      'A nota foi emitida em contingência. A impressora está sem papel',
    )
    ;(await api.putContingency(admin, id, saved.etag, { modo: 'automatica', ativa: false })).expect(200)
  })
})

describe('nothing is printed', () => {
  test('before it is a receipt', async () => {
    const refused = await helpers.rejected(simulator, admin, id)
    ;(await api.printReceipt(admin, id, station, { nfce_id: refused.id })).problem(409, 'acao_indisponivel')
    expect((await api.listReceiptPrints(admin, id, refused.id)).expect(200).items).toEqual([])
  })
  test('of what is not there, or on a station that prints otherwise', async () => {
    const nota = await authorised()
    const elsewhere = (await newCompany(admin)).id
    expect((await api.printReceipt(user, id, station, { nfce_id: crypto.randomUUID() })).fields()).toHaveProperty(
      'nfce_id',
    )
    expect((await api.printReceipt(user, id, station, { nfce_id: nota.id, via: 'todas' })).fields()).toHaveProperty(
      'via',
    )
    ;(await api.printReceipt(admin, elsewhere, station, { nfce_id: nota.id })).problem(404, 'not_found')
    ;(await api.listReceiptPrints(admin, elsewhere, nota.id)).problem(404, 'not_found')
    const byBrowser = await newStation({ caminho: 'navegador' })
    ;(await api.printReceipt(user, id, byBrowser, { nfce_id: nota.id })).problem(422, 'invalid')
  })
  test.each([
    ['silent', 'A nota está autorizada. A impressora não respondeu'],
    ['without paper', 'A nota está autorizada. A impressora está sem papel'],
    ['runs out of paper', 'A nota está autorizada. A impressora está sem papel'],
  ] as const)('by a printer that is %s, and the clerk is told', async (mood, sentence) => {
    const nota = await authorised()
    printer.mood = mood
    const [print] = await printed(nota.id)
    expect(print!.ok).toBe(false)
    expect(print!.texto).toContain(sentence)
    expect(print!.texto).toContain('aperte Ctrl P')
    expect((await api.getReceipt(user, id, nota.id)).expect(200).nota.estado).toBe('autorizada')
    printer.mood = 'fine'
    expect((await printed(nota.id))[0]!.ok).toBe(true)
    expect(text(printer.papers.at(-1)!)).not.toContain('REIMPRESSÃO')
  })
  test('by a printer that is away', async () => {
    const nota = await authorised()
    const away = await newStation({ porta: await freePort() })
    expect((await printed(nota.id, undefined, away))[0]).toMatchObject({
      ok: false,
      texto: expect.stringContaining('confira se está ligada'),
    })
  })
  test('a second time by itself, when the server dies meanwhile: the clerk looks at the paper', async () => {
    const nota = await authorised()
    printer.mood = 'stuck'
    const papers = printer.papers.length
    const [asked] = await ask(nota.id)
    await until('the printer has it', () => printer.papers.length > papers)
    await server.kill()
    server.database.run("update tarefas set run_at = 0, lease_until = 0 where estado = 'executando'")
    printer.mood = 'fine'
    await server.start()
    let print: Print | undefined
    const isTold = async () => {
      print = (await prints(nota.id)).find(({ id: one }) => one === asked!.id)
      return print!.ok !== null
    }
    await until('somebody is told', isTold, 30_000)
    expect([print!.ok, print!.texto]).toEqual([false, expect.stringContaining('Confira o papel')])
    expect(printer.papers.length).toBe(papers + 1)
  }, 60_000)
})

test('what a browser printed is noted, and nothing else', async () => {
  const nota = await authorised()
  ;(await api.noteReceiptPrint(user, id, nota.id, { via: 'consumidor', ok: false })).expect(204)
  expect((await prints(nota.id)).map(({ caminho, ok }) => [caminho, ok])).toEqual([['navegador', false]])
  ;(await api.noteReceiptPrint(user, id, nota.id, { via: 'contador', ok: true } as never)).problem(422, 'invalid')
})
