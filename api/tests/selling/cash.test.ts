// The till: a session of a station takes what is sold there, is closed blind, and tells nobody too much.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { type CashSession, counted } from '../helpers/cash-endpoints.ts'
import { today, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { Printer } from '../helpers/printer.ts'
import type { Product } from '../helpers/products.ts'
import * as receipts from '../helpers/receipts.ts'
import { authorisation, motivo, readyToSell } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

const server = sharedServer()
const simulator = sharedSimulator()

let admin: Caller
let gerente: Caller
let rafael: Caller // two operadores
let bia: Caller
let id = ''
let product: Product

const clerk = async (company: string) => {
  const made = await account(server, 'user')
  ;(await api.linkUserCompany(admin, made.id, company, { papel: 'operador' })).expect(204)
  return made.caller
}

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  gerente = made.user
  id = made.own.id
  await readyToSell(gerente, id)
  rafael = await clerk(id)
  bia = await clerk(id)
  product = await sellable(gerente, id)
})

const newStation = async (company = id) =>
  (await api.createStation(gerente, company, { nome: `Caixa ${unique()}`, impressora: {} })).expect(201).id
const opened = async (as: Caller, estacao_id: string, fundo = '200.00') =>
  (await api.openCashSession(as, id, { estacao_id, fundo })).expect(201)
/** A till of a station of its own. */
const till = async (as = rafael, fundo = '200.00') => opened(as, await newStation(), fundo)
const read = async (cid: string, as = gerente) => (await api.getCashSession(as, id, cid)).expect(200)
const close = (as: Caller, cid: string, cash = '0.00', others: Record<string, string> = {}) =>
  api.closeCashSession(as, id, cid, counted(cash, others))
const movements = async (cid: string, as = gerente) =>
  (await api.listCashMovements(as, id, cid, { page_size: 100 }))
    .expect(200)
    .items.map(({ tipo, tPag, valor }) => [tipo, tPag, valor])
const formOf = ({ estacao_id }: { estacao_id: string }, overrides: object = {}) =>
  sale(product, { estacao_id, ...overrides })
/** Two for 82.00, paid with a note of 100 unless told otherwise. */
const sold = async (session: { estacao_id: string }, as = rafael, overrides: object = {}) =>
  (await api.postSale(as, id, formOf(session, overrides))).expect(201) as Issued
const authorised = async (session: CashSession, as = rafael, overrides: object = {}) => {
  const { nota } = await sold(session, as, overrides)
  return (await receipts.reaches(gerente, id, nota!.id, 'autorizada')).nota
}
const cancelled = async (rid: string) => {
  ;(await api.cancelReceipt(gerente, id, rid, motivo)).expect(202)
  await receipts.reaches(gerente, id, rid, 'cancelada')
}
const expectedOf = ({ formas }: CashSession) =>
  Object.fromEntries(formas!.map(({ tPag, esperado }) => [tPag, esperado]))

describe('a till', () => {
  test('is opened with what is in its drawer, once at a time', async () => {
    const stream = await streamEvents(bia)
    const estacao_id = await newStation()
    const session = await opened(rafael, estacao_id, '150.00')
    expect(session).toMatchObject({ fundo: '150.00', estacao_id, fechada_em: null, ambiente: 'simulador', pode: true })
    await stream.hint('the open till', (hint) => hint.topic === 'cash' && hint.id === session.id)
    stream.close()
    const again = (await api.openCashSession(bia, id, { estacao_id, fundo: '0.00' })).problem(409, 'conflict')
    expect(again.existing_id).toBe(session.id)
    expect(await movements(session.id)).toEqual([['abertura', '01', '150.00']])
    const [row] = auditRows(server.database, `action_type = 'cash_open' and company_id = ${server.database.id(id)}`)
    expect(row!.description).toContain('Abriu o caixa da estação')
    ;(await close(rafael, session.id, '150.00')).expect(200)
    expect((await opened(bia, estacao_id, '0.00')).id).not.toBe(session.id)
  })

  test('opened by two at once is one till', async () => {
    const estacao_id = await newStation()
    const answers = await Promise.all(
      [rafael, bia, gerente].map((as) => api.openCashSession(as, id, { estacao_id, fundo: '10.00' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test.each([
    [{}, ['estacao_id', 'fundo']],
    [{ fundo: '-1.00' }, ['estacao_id', 'fundo']],
    [{ estacao_id: '01890000-0000-7000-8000-000000000000', fundo: '0.00' }, ['estacao_id']],
    [{ estacao_id: 'x', fundo: 'abc', other: 1 }, ['estacao_id', 'fundo', 'other']],
  ])('is not opened with %j', async (body, fields) => {
    expect(Object.keys((await api.openCashSession(rafael, id, body)).fields()).sort()).toEqual(fields)
  })

  test('asked for twice with one key is opened once', async () => {
    const body = { estacao_id: await newStation(), fundo: '1.00' }
    const headers = { 'idempotency-key': unique() }
    const [one, two] = [
      (await api.openCashSession(rafael, id, body, { headers })).expect(201),
      (await api.openCashSession(rafael, id, body, { headers })).expect(201),
    ]
    expect(two.id).toBe(one.id)
  })

  test('makes the company’s sales ask for one, unless it was practice or somebody decided otherwise', async () => {
    const shop = (await newCompany(admin)).id
    await readyToSell(admin, shop)
    const station = (await api.createStation(admin, shop, { nome: 'Balcão', impressora: {} })).expect(201).id
    const other = (await api.createStation(admin, shop, { nome: 'Outra', impressora: {} })).expect(201).id
    const exige = async () => (await api.getSaleSettings(admin, shop)).expect(200).exige_caixa
    const form = sale(await sellable(admin, shop))
    const free = (await api.postSale(admin, shop, { ...form, estacao_id: station })).expect(201) as Issued
    expect([await exige(), free.venda.sessao_id]).toEqual(['N', null])
    ;(await api.openCashSession(admin, shop, { estacao_id: other, fundo: '0.00', treino: true })).expect(201)
    expect(await exige()).toBe('N')
    const open = (await api.openCashSession(admin, shop, { estacao_id: station, fundo: '0.00' })).expect(201)
    expect(await exige()).toBe('S')
    const next = { ...form, id: crypto.randomUUID() }
    ;(await api.postSale(admin, shop, next)).problem(409, 'caixa_fechado')
    ;(await api.postSale(admin, shop, { ...next, treino: true })).expect(201)
    const settings = await api.getSaleSettings(admin, shop)
    ;(await api.putSaleSettings(admin, shop, settings.etag, { ...settings.expect(200), exige_caixa: 'N' })).expect(200)
    ;(await api.closeCashSession(admin, shop, open.id, counted('0.00'))).expect(200)
    ;(await api.openCashSession(admin, shop, { estacao_id: station, fundo: '0.00' })).expect(201)
    expect(await exige()).toBe('N')
    ;(await api.deleteCompany(admin, shop, '*')).problem(422)
  })

  test('keeps the company', async () => {
    const shop = (await newCompany(admin)).id
    const estacao_id = (await api.createStation(admin, shop, { nome: 'Balcão', impressora: {} })).expect(201).id
    ;(await api.openCashSession(admin, shop, { estacao_id, fundo: '0.00' })).expect(201)
    expect((await api.deleteCompany(admin, shop, '*')).problem(422).detail).toContain('já abriu um caixa')
  })
})

describe('a sale', () => {
  test('brings what was handed over less the change, by means of payment', async () => {
    const session = await till()
    const { venda } = await sold(session, rafael, {
      pagamentos: [
        { tPag: '03', valor: '20.00' },
        { tPag: '01', valor: '50.00' },
        { tPag: '01', valor: '50.00' },
      ],
    })
    expect([venda.troco, venda.sessao_id, venda.estacao_id]).toEqual(['38.00', session.id, session.estacao_id])
    expect((await movements(session.id)).slice(0, 2).sort()).toEqual([
      ['venda', '01', '62.00'],
      ['venda', '03', '20.00'],
    ])
    const now = await read(session.id)
    expect(expectedOf(now)).toEqual({ '01': '262.00', '20': '0.00', '04': '0.00', '03': '20.00', '99': '0.00' })
    expect([now.movimentos, now.vendas, now.canceladas]).toEqual([3, 1, 0])
  })

  test('sent again moves nothing more, offline or not', async () => {
    const session = await till()
    const form = formOf(session, { pagamentos: [{ tPag: '17', valor: '82.00' }] })
    for (const status of [201, 200, 200] as const) (await api.postSale(rafael, id, form)).expect(status)
    await receipts.contingency(gerente, id, true)
    const offline = await sold(session)
    await receipts.contingency(gerente, id, false)
    expect(offline.nota!.tpEmis).toBe(9)
    expect(await movements(session.id)).toEqual([
      ['venda', '01', '82.00'],
      ['venda', '17', '82.00'],
      ['abertura', '01', '200.00'],
    ])
    expect(expectedOf(await read(session.id))['20']).toBe('82.00')
  })

  test('is refused without an open till, whatever else, and nothing of it is kept', async () => {
    const session = await till()
    const form = formOf(session)
    ;(await close(rafael, session.id)).expect(200)
    for (const body of [
      form,
      { ...form, estacao_id: null },
      { ...form, itens: [{ ...form.itens[0], quantidade: '0' }] },
    ])
      expect((await api.postSale(rafael, id, body)).problem(409, 'caixa_fechado').detail).toContain('Abra o caixa')
    ;(await api.getSale(gerente, id, form.id)).problem(404)
    const next = await opened(bia, session.estacao_id)
    const { venda } = (await api.postSale(bia, id, form)).expect(201) as Issued
    expect(venda.sessao_id).toBe(next.id)
  })

  test('at a station of another company, or one that is not in use, is refused', async () => {
    const session = await till()
    const elsewhere = (await newCompany(admin)).id
    const foreign = (await api.createStation(admin, elsewhere, { nome: 'X', impressora: {} })).expect(201).id
    for (const emitir of [true, false]) {
      const answer = await api.postSale(gerente, id, formOf({ estacao_id: foreign }, { emitir }))
      if (emitir) answer.problem(409, 'caixa_fechado')
      else expect(Object.keys(answer.fields())).toEqual(['estacao_id'])
    }
    ;(await close(gerente, session.id)).expect(200)
  })

  test('and a closing beside it never miss each other', async () => {
    for (let round = 0; round < 4; ++round) {
      const session = await till()
      const forms = [1, 2, 3].map(() => formOf(session))
      const [closing, ...answers] = await Promise.all([
        close(rafael, session.id, '1000.00'),
        ...forms.map((form) => api.postSale(rafael, id, form)),
      ])
      const taken = answers.filter(({ status }) => status === 201).length
      for (const answer of answers) if (answer.status !== 201) answer.problem(409, 'caixa_fechado')
      expect(closing!.expect(200).esperado).toBe((200 + 82 * taken).toFixed(2))
      const after = await read(session.id)
      expect([after.movimentos, after.vendas]).toEqual([1 + taken, taken])
    }
  })

  test('that is cancelled goes out of the till that is open now at its station', async () => {
    const session = await till()
    const nota = await authorised(session)
    ;(await close(rafael, session.id, '282.00')).expect(200)
    const next = await opened(bia, session.estacao_id, '300.00')
    await cancelled(nota.id)
    expect(await movements(next.id)).toEqual([
      ['estorno', '01', '-82.00'],
      ['abertura', '01', '300.00'],
    ])
    expect(await movements(session.id)).toHaveLength(2)
    const now = await read(next.id)
    expect(now.formas![0]).toMatchObject({
      esperado: '218.00',
      origem: [
        { tipo: 'abertura', valor: '300.00' },
        { tipo: 'estorno', valor: '-82.00', numero: nota.numero },
      ],
    })
    expect(await read(session.id)).toMatchObject({ esperado: '282.00', vendas: 1, canceladas: 1 })
  })

  test('cancelled while no till is open goes out of the next one, which says so', async () => {
    const session = await till()
    const nota = await authorised(session, rafael, { pagamentos: [{ tPag: '04', valor: '82.00' }] })
    ;(await close(rafael, session.id, '200.00', { '04': '82.00' })).expect(200)
    await cancelled(nota.id)
    const next = await opened(rafael, session.estacao_id, '0.00')
    const [late] = (await api.listCashMovements(gerente, id, next.id)).expect(200).items
    expect(late).toMatchObject({ tipo: 'estorno', tPag: '04', valor: '-82.00', tardio: 'S', nfce_id: nota.id })
    ;(await close(rafael, next.id)).expect(200)
    expect(await movements((await opened(rafael, session.estacao_id)).id)).toHaveLength(1)
  })

  test('that was refused keeps its money until it is given up', async () => {
    const session = await till()
    await simulator.behave({ service: authorisation, cStat: 778 })
    const { nota } = await sold(session)
    await receipts.reaches(gerente, id, nota!.id, 'rejeitada')
    await simulator.behave()
    const before = await read(session.id)
    expect(before.pendencias).toMatchObject({ notas: [{ id: nota!.id, estado: 'rejeitada' }], contingencia: 0 })
    expect(expectedOf(before)['01']).toBe('282.00')
    ;(await api.abandonReceipt(gerente, id, nota!.id, motivo)).expect(202)
    const after = await read(session.id)
    expect([expectedOf(after)['01'], after.pendencias!.notas, after.canceladas]).toEqual(['200.00', [], 1])
  })

  test('that is parked at the station is told before it is closed', async () => {
    const session = await till()
    await sold(session, rafael, { emitir: false, em_espera: 'Dona Lúcia' })
    expect((await read(session.id, rafael)).pendencias).toEqual({ notas: [], contingencia: 0, em_espera: 1 })
    ;(await close(rafael, session.id, '200.00')).expect(200)
  })
})

describe('cash by hand', () => {
  test('goes in and out with its reason', async () => {
    const session = await till()
    const headers = { 'idempotency-key': unique() }
    const put = { tipo: 'suprimento', valor: '50.00', motivo: 'Troco do banco' }
    const first = (await api.moveCash(rafael, id, session.id, put, { headers })).expect(201)
    expect((await api.moveCash(rafael, id, session.id, put, { headers })).expect(201)).toEqual(first)
    const out = (
      await api.moveCash(rafael, id, session.id, { tipo: 'sangria', valor: '250.00', motivo: 'Depósito' })
    ).expect(201)
    expect(out).toMatchObject({ tipo: 'sangria', tPag: '01', valor: '-250.00', motivo: 'Depósito', tardio: 'N' })
    expect(expectedOf(await read(session.id))['01']).toBe('0.00')
    expect(
      auditRows(server.database, `action_type in ('cash_in', 'cash_out') and company_id = ${server.database.id(id)}`)
        .length,
    ).toBeGreaterThanOrEqual(2)
  })

  test.each([
    [{ tipo: 'sangria', valor: '0.00', motivo: 'Depósito' }, ['valor']],
    [{ tipo: 'sangria', valor: '-1.00', motivo: 'ab' }, ['motivo', 'valor']],
    [{ tipo: 'venda', valor: 'abc' }, ['motivo', 'tipo', 'valor']],
  ])('is not %j', async (body, fields) => {
    const session = await till()
    expect(Object.keys((await api.moveCash(rafael, id, session.id, body)).fields()).sort()).toEqual(fields)
    expect(await movements(session.id)).toHaveLength(1)
  })

  test('is moved by who opened the till, or a gerente', async () => {
    const session = await till()
    const body = { tipo: 'suprimento', valor: '1.00', motivo: 'Moedas' }
    ;(await api.moveCash(bia, id, session.id, body)).problem(403, 'forbidden')
    ;(await api.moveCash(gerente, id, session.id, body)).expect(201)
    ;(await close(bia, session.id)).problem(403, 'forbidden')
    ;(await close(gerente, session.id, '201.00')).expect(200)
    expect((await api.moveCash(rafael, id, session.id, body)).problem(409, 'caixa_fechado').detail).toMatch(
      /fechou este caixa/,
    )
  })

  test('of two sangrias at once that are too much together, one goes out', async () => {
    const session = await till()
    const body = { tipo: 'sangria', valor: '150.00', motivo: 'Depósito' }
    const answers = await Promise.all([1, 2].map(() => api.moveCash(rafael, id, session.id, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(expectedOf(await read(session.id))['01']).toBe('50.00')
  })
})

describe('a closing', () => {
  test('says what was expected and the difference, once and for good', async () => {
    const session = await till()
    await sold(session)
    await sold(session, rafael, { pagamentos: [{ tPag: '03', valor: '82.00' }] })
    await sold(session, rafael, { pagamentos: [{ tPag: '15', valor: '82.00' }] })
    const closed = (await close(rafael, session.id, '272.00', { '03': '122.00', '99': '82.00', '04': '0.50' })).expect(
      200,
    )
    expect(closed).toMatchObject({
      contado: '476.50',
      esperado: '446.00',
      diferenca: '30.50',
      pode: false,
      pendencias: null,
    })
    expect(
      closed.formas!.map(({ tPag, contado, esperado, diferenca }) => [tPag, contado, esperado, diferenca]),
    ).toEqual([
      ['01', '272.00', '282.00', '-10.00'],
      ['20', '0.00', '0.00', '0.00'],
      ['04', '0.50', '0.00', '0.50'],
      ['03', '122.00', '82.00', '40.00'],
      ['99', '82.00', '82.00', '0.00'],
    ])
    ;(await close(rafael, session.id, '1.00')).problem(409, 'caixa_fechado')
    const report = (await api.getCashReport(gerente, id, { de: today(), ate: today() })).expect(200).items
    const rows = report.filter(({ operador_id }) => operador_id === session.operador_id)
    expect(rows.map(({ tPag }) => tPag)).toEqual(['01', '20', '04', '03', '99'])
    for (const table of ['caixa_movimento', 'caixa_contagem'])
      expect(() => server.database.run(`update ${table} set tPag = '01'`)).toThrow()
    expect((await read(session.id)).esperado).toBe('446.00')
  })

  test('by two at once is one', async () => {
    const session = await till()
    const answers = await Promise.all([close(rafael, session.id, '1.00'), close(gerente, session.id, '2.00')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each([
    [{ contagem: [{ tPag: '01', contado: 'abc' }] }, ['contagem.0.contado']],
    [{ contagem: [{ tPag: '01', contado: '-1.00' }] }, ['contagem.0.contado']],
    [{ contagem: [{ tPag: '20', contado: '1.00' }] }, ['contagem']],
    [{ contagem: [{ tPag: '02', contado: '1.00' }, 7] }, ['contagem.0.tPag', 'contagem.1']],
    [
      {
        contagem: [
          { tPag: '01', contado: '1.00' },
          { tPag: '01', contado: '1.00' },
        ],
      },
      ['contagem.1.tPag'],
    ],
    [{ x: 1 }, ['x']],
    [{}, ['contagem']],
  ])('with %j is refused, and the till stays open', async (body, fields) => {
    const session = await till()
    expect(Object.keys((await api.closeCashSession(rafael, id, session.id, body)).fields()).sort()).toEqual(fields)
    expect((await read(session.id)).fechada_em).toBeNull()
  })

  test('after the clock was put back does not end before it began', async () => {
    const session = await till()
    const later = (Date.now() + 3_600_000) * 1000
    server.database.run(`update caixa_sessao set aberta_em = ${later} where id = ${server.database.id(session.id)}`)
    await sold(session)
    const closed = (await close(rafael, session.id, '282.00')).expect(200)
    expect([closed.fechada_em, closed.diferenca]).toEqual([closed.aberta_em, '0.00'])
  })

  test('gets a gerente’s note, of which the log keeps all', async () => {
    const session = await till()
    ;(await api.noteCashSession(gerente, id, session.id, 'cedo demais')).problem(422)
    ;(await close(rafael, session.id, '190.00')).expect(200)
    ;(await api.noteCashSession(rafael, id, session.id, 'não fui eu')).problem(403)
    for (const nota of ['Faltou troco', 'Achado na gaveta', null, 'Achado na gaveta'])
      expect((await api.noteCashSession(gerente, id, session.id, nota)).expect(200).nota_gerente).toBe(nota)
    expect((await read(session.id, rafael)).nota_gerente).toBe('Achado na gaveta')
    expect((await api.noteCashSession(gerente, id, session.id, 'x'.repeat(501))).fields()).toHaveProperty('nota')
  })
})

describe('what an operador is told', () => {
  const secrets = ({ movimentos, vendas, canceladas, contado, esperado, diferenca, formas }: CashSession) => [
    movimentos,
    vendas,
    canceladas,
    contado,
    esperado,
    diferenca,
    formas,
  ]

  test('before the count is nothing of what the till should hold, in no answer', async () => {
    const answer = await api.openCashSession(rafael, id, { estacao_id: await newStation(), fundo: '200.00' })
    const session = answer.expect(201)
    await sold(session)
    const put = { tipo: 'suprimento', valor: '5.00', motivo: 'Moedas' }
    ;(await api.moveCash(rafael, id, session.id, put)).expect(201)
    const own = await read(session.id, rafael)
    for (const one of [session, own]) expect(secrets(one).every((value) => value === null)).toBe(true)
    expect(own).toMatchObject({ fundo: '200.00', pode: true })
    const others = await read(session.id, bia)
    expect(secrets(others).every((value) => value === null)).toBe(true)
    expect([others.fundo, others.pode]).toEqual([null, false])
    expect(await movements(session.id, rafael)).toEqual([
      ['suprimento', '01', '5.00'],
      ['abertura', '01', '200.00'],
    ])
    expect(await movements(session.id, bia)).toEqual([])
    for (const as of [rafael, bia]) {
      const { items } = (await api.listCashSessions(as, id, { situacao: 'abertos', page_size: 100 })).expect(200)
      const listed = items.find((one) => one.id === session.id)!
      expect([listed.movimentos, listed.esperado, listed.contado, listed.diferenca]).toEqual([null, null, null, null])
    }
    ;(await api.getCashReport(rafael, id, { de: today(), ate: today() })).problem(403)
    expect((await read(session.id)).formas![0]!.esperado).toBe('287.00')
  })

  test('after it is the difference of the own till, and nothing of another’s', async () => {
    const session = await till()
    await sold(session)
    ;(await close(rafael, session.id, '280.00')).expect(200)
    const own = await read(session.id, rafael)
    expect(own).toMatchObject({ contado: '280.00', esperado: '282.00', diferenca: '-2.00', vendas: 1, movimentos: 2 })
    expect(own.formas!.every(({ origem }) => origem === null)).toBe(true)
    ;(await api.getCashSession(bia, id, session.id)).problem(404)
    ;(await api.listCashMovements(bia, id, session.id)).problem(404)
    const list = async (as: Caller) =>
      (await api.listCashSessions(as, id, { situacao: 'fechados', estacao_id: session.estacao_id })).expect(200).items
    expect((await list(rafael)).map((one) => one.diferenca)).toEqual(['-2.00'])
    expect(await list(bia)).toEqual([])
    expect(await list(gerente)).toHaveLength(1)
  })
})

test('the log, which names what is in tills, is no operador’s', async () => {
  ;(await api.listAuditLog(rafael, { company_id: id }, {})).problem(403, 'forbidden')
  ;(await api.exportAuditLog(rafael, { company_id: id, format: 'csv' })).problem(403, 'forbidden')
})

describe('the list and the report', () => {
  test('are filtered', async () => {
    const session = await till()
    const found = async (query: Record<string, string>) =>
      (await api.listCashSessions(gerente, id, query)).expect(200).items.map((one) => one.id)
    const at = { estacao_id: session.estacao_id }
    expect(await found({ ...at, operador_id: session.operador_id, de: today(), ate: today() })).toEqual([session.id])
    expect(await found({ ...at, situacao: 'fechados' })).toEqual([])
    expect(await found({ ...at, ambiente: 'producao' })).toEqual([])
    expect(await found({ ...at, ate: '2020-01-01' })).toEqual([])
    expect(
      Object.keys(
        (
          await api.listCashSessions(gerente, id, {
            situacao: 'x',
            estacao_id: 'x',
            operador_id: 'x',
            de: 'x',
            ate: 'x',
          })
        ).fields(),
      ),
    ).toEqual(['situacao', 'estacao_id', 'operador_id', 'de', 'ate'])
    ;(await api.listCashSessions(gerente, id, { ambiente: 'x' })).problem(422)
  })

  test('the report sums by day, operator and kind what the closings say', async () => {
    const shop = (await newCompany(admin)).id
    await readyToSell(admin, shop)
    const estacao_id = (await api.createStation(admin, shop, { nome: 'Balcão', impressora: {} })).expect(201).id
    const of = await sellable(admin, shop)
    const rows = async () => (await api.getCashReport(admin, shop, { de: today(), ate: today() })).expect(200).items
    expect(await rows()).toEqual([])
    for (const difference of [0, 3]) {
      const session = (await api.openCashSession(admin, shop, { estacao_id, fundo: '100.00' })).expect(201)
      ;(await api.postSale(admin, shop, sale(of, { estacao_id }))).expect(201)
      ;(await api.moveCash(admin, shop, session.id, { tipo: 'sangria', valor: '30.00', motivo: 'Cofre' })).expect(201)
      const cash = (152 - difference).toFixed(2)
      ;(await api.closeCashSession(admin, shop, session.id, counted(cash))).expect(200)
    }
    const [cash, ...others] = await rows()
    expect(cash).toMatchObject({
      dia: today(),
      tPag: '01',
      sessoes: 2,
      abertura: '200.00',
      vendas: '164.00',
      estornos: '0.00',
      suprimentos: '0.00',
      sangrias: '-60.00',
      total: '304.00',
      contado: '301.00',
      diferenca: '-3.00',
    })
    expect(others.map(({ total, diferenca }) => [total, diferenca])).toEqual([1, 2, 3, 4].map(() => ['0.00', '0.00']))
    ;(await api.openCashSession(admin, shop, { estacao_id, fundo: '1.00' })).expect(201)
    expect((await rows())[0]).toMatchObject({ sessoes: 3, total: '305.00', contado: null, diferenca: null })
    for (const query of [{}, { de: 'x', ate: today() }, { de: '2026-01-01', ate: '2026-12-31' }])
      (await api.getCashReport(admin, shop, query as Record<string, string>)).problem(422)
  })
})

describe('a slip', () => {
  const printer = new Printer()
  beforeAll(() => printer.start())
  afterAll(() => printer.stop())
  beforeEach(() => {
    printer.mood = 'fine'
  })
  const rede = async (impressora: object = {}) => {
    const form = { caminho: 'rede', host: '127.0.0.1', porta: printer.port, ...impressora }
    return (await api.createStation(admin, id, { nome: `Caixa ${unique()}`, impressora: form })).expect(201)
  }
  const taken = async (cid: string, valor = '30.00') =>
    (await api.moveCash(rafael, id, cid, { tipo: 'sangria', valor, motivo: 'Depósito no banco' })).expect(201)

  test('is two lines: what was moved, then when, where, by whom and why', async () => {
    const station = await rede()
    const session = await opened(rafael, station.id)
    const { seq, usuario } = await taken(session.id)
    const put = { tipo: 'suprimento', valor: '5.00', motivo: 'Moedas' }
    const more = (await api.moveCash(rafael, id, session.id, put)).expect(201)
    for (const [movement, title] of [
      [seq, 'SANGRIA'],
      [more.seq, 'SUPRIMENTO'],
    ] as const) {
      const before = printer.papers.length
      const answer = (await api.printCashSlip(rafael, id, station.id, movement)).expect(200)
      expect(answer).toEqual({ ok: true, texto: 'O comprovante foi impresso.' })
      expect(printer.papers).toHaveLength(before + 1)
      const { lines } = printer.papers.at(-1)!
      expect(lines[0]).toMatch(new RegExp(`^${title} +R\\$.(30|5),00$`))
      const details = lines.slice(1).join(' ')
      for (const part of [station.nome, usuario!, movement === seq ? 'Depósito no banco' : 'Moedas'])
        expect(details).toContain(part)
      expect(details).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    }
    const query = { formato: 'escpos', papel: '58' }
    const bytes = (await api.getCashSlip(gerente, id, session.id, seq, query)).bytes
    expect([bytes[0], bytes[1]]).toEqual([0x1b, 0x40])
    for (const papel of ['80', '58']) {
      const pdf = await api.getCashSlip(rafael, id, session.id, seq, { papel })
      expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    }
    expect(
      Object.keys((await api.getCashSlip(rafael, id, session.id, seq, { papel: '57', formato: 'x' })).fields()),
    ).toEqual(['papel', 'formato'])
  })

  test('is of cash that was moved by hand, for who holds the till', async () => {
    const session = await till()
    const { seq } = await taken(session.id)
    const [first] = (await api.listCashMovements(gerente, id, session.id, { page: 2, page_size: 1 })).expect(200).items
    expect(first!.tipo).toBe('abertura')
    const other = await till()
    for (const [cid, number, as] of [
      [session.id, first!.seq, gerente],
      [session.id, 999_999_999, gerente],
      [other.id, seq, gerente],
      [session.id, seq, bia],
    ] as const)
      (await api.getCashSlip(as, id, cid, number)).problem(404)
    const station = await rede()
    expect((await api.printCashSlip(bia, id, station.id, seq)).fields()).toHaveProperty('seq')
    expect((await api.printCashSlip(gerente, id, station.id, 0)).fields()).toHaveProperty('seq')
    ;(await api.printCashSlip(gerente, id, await newStation(), seq)).problem(422)
    ;(await api.printCashSlip(gerente, id, crypto.randomUUID(), seq)).problem(404)
  })

  test('that does not come out is told, and the cash stays moved', async () => {
    const station = await rede()
    const session = await opened(rafael, station.id)
    const { seq } = await taken(session.id)
    printer.mood = 'without paper'
    const answer = (await api.printCashSlip(rafael, id, station.id, seq)).expect(200)
    expect(answer).toMatchObject({ ok: false, texto: expect.stringContaining('sem papel') })
    expect(await movements(session.id)).toHaveLength(2)
  })
})
