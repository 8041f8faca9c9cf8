// PINs at the counter: who may have one, what it opens and what not, and how guessing ends.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { type Account, account, newCompany, office, operadorOf } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import type { Product } from '../helpers/products.ts'
import { readyToSell } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
const { database } = server

const PIN = '2748'
const WRONG = { pin: 'PIN incorreto. Confira e tente de novo.' }

let admin: Account
let gerente: Account
let id = ''
let product: Product

beforeAll(async () => {
  const made = await office(server)
  admin = made.adminAccount
  gerente = made.userAccount
  id = made.own.id
  await readyToSell(admin.caller, id)
  product = await sellable(admin.caller, id)
})

const station = async (aceita_pin = 'S', company = id) =>
  (await api.createStation(admin.caller, company, { nome: `Caixa ${unique()}`, impressora: {}, aceita_pin })).expect(
    201,
  ).id
const withPin = async (pin = PIN, company = id): Promise<Account> => {
  const one = await operadorOf(server, company)
  ;(await api.setOwnPin(one.caller, company, pin)).expect(200)
  return one
}
const take = (as: Caller, eid: string, user_id: string, pin = PIN, company = id) =>
  api.takeCounter(as, company, eid, { user_id, pin })
/** The session of `signedIn`, with `person` at its counter. */
async function counterOf(signedIn: Account, person: Account, eid: string): Promise<Caller> {
  const taken = (await take(signedIn.caller, eid, person.id)).expect(201)
  const counter = signedIn.caller.as('operador')
  counter.counterPerson = taken.id
  return counter
}
const sell = (as: Caller, overrides: Record<string, unknown> = {}) => api.postSale(as, id, sale(product, overrides))
const logged = (where: string) => auditRows(database, `company_id = ${database.id(id)} and ${where}`)
const failuresOf = (target: string) =>
  Number(database.rows(`select falhas from pin_falha where alvo = ${database.id(target)}`)[0]?.falhas ?? 0)
const givenBefore = (minutes: number, user: string) =>
  database.run(
    `update sessions set senha_em = ${(Date.now() - minutes * 60_000) * 1000} where user_id = ${database.id(user)}`,
  )

describe('one’s own PIN', () => {
  test('is set, replaced and removed, with audit rows and notices that hold no digit of it', async () => {
    const one = await operadorOf(server, id)
    expect((await api.getOwnPin(one.caller, id)).expect(200).desde).toBeNull()
    expect((await api.setOwnPin(one.caller, id, PIN)).expect(200).desde).not.toBeNull()
    expect((await api.setOwnPin(one.caller, id, '90817')).expect(200).desde).not.toBeNull()
    ;(await api.removeOwnPin(one.caller, id)).expect(204)
    ;(await api.removeOwnPin(one.caller, id)).expect(204)
    expect((await api.getOwnPin(one.caller, id)).expect(200).desde).toBeNull()
    const rows = logged(`user_id = ${database.id(one.id)}`)
    expect(rows.map(({ action_type }) => action_type)).toEqual(['pin_set', 'pin_set', 'pin_remove'])
    const told = (await api.listNotifications(one.caller)).expect(200).items.map(({ tipo }) => tipo)
    expect(told).toEqual(['pin_mudado', 'pin_mudado', 'pin_mudado'])
    expect(JSON.stringify(rows)).not.toMatch(/2748|90817/)
  })

  test('asks for a recent password', async () => {
    const one = await withPin()
    givenBefore(11, one.id)
    ;(await api.setOwnPin(one.caller, id, '9081')).problem(403, 'senha_necessaria')
    ;(await api.removeOwnPin(one.caller, id)).problem(403, 'senha_necessaria')
  })

  test.each(['1234', '0000', '12a4', '274', '2748123', '', null, 2748])('is not %j', async (pin) => {
    const one = await operadorOf(server, id)
    expect(Object.keys((await api.setOwnPin(one.caller, id, pin)).fields())).toEqual(['pin'])
  })

  test('opens nothing but a counter', async () => {
    const one = await withPin()
    const outside = new Caller(server)
    ;(await api.signIn(outside, { email: one.email, password: PIN })).problem(401)
    ;(await api.givePassword(one.caller, PIN)).fields()
  })
})

describe('the counter', () => {
  test('offers people of the company with a PIN, the first first, at stations that a gerente lets', async () => {
    const company = await newCompany(admin.caller)
    const [closed, open] = [await station('N', company.id), await station('S', company.id)]
    const [one, other] = [await withPin('27481', company.id), await withPin(PIN, company.id)]
    const gone = await withPin(PIN, company.id)
    ;(await api.unlinkUserCompany(admin.caller, gone.id, company.id)).expect(204)
    ;(await api.setOwnPin(admin.caller, company.id, PIN)).expect(200)
    const items = (await api.listOperators(one.caller, company.id, open)).expect(200).items
    expect(items.map(({ user_id, digitos, gerente: may }) => [user_id, digitos, may])).toEqual([
      [one.id, 5, false],
      [other.id, 4, false],
      [admin.id, 4, true],
    ])
    expect((await api.listOperators(one.caller, company.id, closed)).expect(200).items).toEqual([])
    const refused = (await take(one.caller, closed, other.id, PIN, company.id)).problem(422)
    expect(refused.detail).toContain('não aceita PIN')
  })

  test('sells in the person’s name, and the log names both', async () => {
    const [signedIn, person] = [await operadorOf(server, id), await withPin()]
    const counter = await counterOf(signedIn, person, await station())
    const { venda, nota } = (await sell(counter)).expect(201) as Issued
    expect(venda.operador_id).toBe(person.id)
    // Whoever is at that counter goes on with its receipt; in lists each has the own ones.
    const next = await counterOf(signedIn, await withPin(), await station())
    for (const one of [next, signedIn.caller, person.caller]) (await api.getReceipt(one, id, nota!.id)).expect(200)
    ;(await api.getReceipt((await operadorOf(server, id)).caller, id, nota!.id)).problem(404)
    expect((await api.listReceipts(next, id)).expect(200).items).toEqual([])
    const [taken] = logged(`action_type = 'counter_take' and user_id = ${database.id(person.id)}`)
    expect(taken!.description).toContain('na sessão de ')
    const [issued] = logged(`action_type = 'nfce_issue' and user_id = ${database.id(person.id)}`)
    expect(issued!.description).toContain('(por PIN, na sessão de ')
  })

  test('opens the till in the person’s name', async () => {
    const [signedIn, person] = [await operadorOf(server, id), await withPin()]
    const eid = await station()
    const counter = await counterOf(signedIn, person, eid)
    const opened = (await api.openCashSession(counter, id, { estacao_id: eid, fundo: '10.00' })).expect(201)
    expect(opened.operador_id).toBe(person.id)
    const settings = await api.getSaleSettings(gerente.caller, id)
    ;(
      await api.putSaleSettings(gerente.caller, id, settings.etag, { ...settings.expect(200), exige_caixa: 'N' })
    ).expect(200)
  })

  test('makes nobody more than an operador: not by a gerente’s PIN, and not beside selling', async () => {
    const signedIn = await operadorOf(server, id)
    const eid = await station()
    ;(await api.setOwnPin(admin.caller, id, PIN)).expect(200)
    const counter = await counterOf(signedIn, admin, eid)
    const reduced = { desconto: '10.00', total_visto: '72.00' }
    ;(await sell(counter, reduced)).problem(422, 'aprovacao_necessaria')
    // What is not at the counter does not look at the header: it is the session's person who asks.
    ;(await api.listCompanies(counter)).expect(200)
    ;(await api.getNumbers(counter, id)).problem(403)
    ;(await api.listUsers(counter)).problem(403)
    expect((await api.getSession(counter)).expect(200).user.id).toBe(signedIn.id)
    // A gerente's session sells as an operador, too, as long as one is there.
    const [boss, clerk] = [gerente, await withPin()]
    ;(await sell(await counterOf(boss, clerk, eid), reduced)).problem(422, 'aprovacao_necessaria')
    ;(await sell(boss.caller, reduced)).expect(201)
  })

  const ends: [string, (of: { person: Account; eid: string; counter: Caller; signedIn: Account }) => unknown][] = [
    ['left', ({ signedIn, eid }) => api.leaveCounter(signedIn.caller, id, eid)],
    ['taken by another', async ({ signedIn, eid }) => take(signedIn.caller, eid, (await withPin()).id)],
    [
      'idle for 15 minutes',
      ({ person }) =>
        database.run(
          `update operador_balcao set usado_em = usado_em - 901000000 where user_id = ${database.id(person.id)}`,
        ),
    ],
    [
      'its person given another papel',
      ({ person }) => api.linkUserCompany(admin.caller, person.id, id, { papel: 'gerente' }),
    ],
    ['its person denied the company', ({ person }) => api.unlinkUserCompany(admin.caller, person.id, id)],
    [
      'its person made inactive',
      ({ person }) => database.run(`update users set active = 'N' where id = ${database.id(person.id)}`),
    ],
    ['its PIN replaced', ({ person }) => api.setOwnPin(person.caller, id, '9081')],
    ['its PIN removed', ({ person }) => api.removeOwnPin(person.caller, id)],
    [
      'its station closed to PINs',
      ({ eid }) => database.run(`update estacao set aceita_pin = 'N' where id = ${database.id(eid)}`),
    ],
  ]
  test.each(ends)('ends when it is %s: an old tab sells for nobody', async (_, end) => {
    const [signedIn, person] = [await operadorOf(server, id), await withPin()]
    const eid = await station()
    const counter = await counterOf(signedIn, person, eid)
    ;(await sell(counter, { emitir: false, em_espera: 'Mesa 1' })).expect(201)
    await end({ person, eid, counter, signedIn })
    expect((await sell(counter)).problem(403, 'operador_encerrado').detail).toContain('A venda continua na tela')
    ;(await sell(signedIn.caller)).expect(201)
  })

  test('is bound to its session and company, and ends with the session', async () => {
    const [signedIn, person] = [await operadorOf(server, id), await withPin()]
    const counter = await counterOf(signedIn, person, await station())
    const elsewhere = (await operadorOf(server, id)).caller
    elsewhere.counterPerson = counter.counterPerson
    ;(await sell(elsewhere)).problem(403, 'operador_encerrado')
    const other = await newCompany(admin.caller)
    database.link(signedIn.id, other.id, 'operador')
    ;(await api.listParkedSales(counter, other.id)).problem(403, 'operador_encerrado')
    ;(await api.signOut(signedIn.caller)).expect(204)
    expect(database.rows(`select 1 from operador_balcao where user_id = ${database.id(person.id)}`)).toEqual([])
  })
})

describe('a wrong PIN', () => {
  test('is refused as that of nobody, of another company and of somebody else', async () => {
    const signedIn = await operadorOf(server, id)
    const eid = await station()
    const other = await newCompany(admin.caller)
    const [here, there] = [await withPin('9081'), await withPin(PIN, other.id)]
    database.link(there.id, id, 'operador')
    for (const user of [here.id, there.id, crypto.randomUUID(), gerente.id])
      expect((await take(signedIn.caller, eid, user)).fields()).toEqual(WRONG)
    const rows = logged(`action_type = 'counter_refuse' and user_id = ${database.id(here.id)}`)
    expect(rows.map(({ resultado }) => resultado)).toEqual(['error'])
    expect(JSON.stringify(rows)).not.toContain(PIN)
  })

  test('fifty times: five are tried, then one waits, also for the right one; the person is told', async () => {
    const signedIn = await operadorOf(server, id)
    const [eid, person] = [await station(), await withPin()]
    const statuses: number[] = []
    for (let i = 0; i < 50; ++i) statuses.push((await take(signedIn.caller, eid, person.id, String(3000 + i))).status)
    expect(statuses.filter((status) => status === 422).length).toBe(6)
    expect(statuses.slice(6).every((status) => status === 429)).toBe(true)
    const limited = (await take(signedIn.caller, eid, person.id)).problem(429, 'limited')
    expect(limited.detail).toContain('Espere 1 minuto')
    // At another station, by another session: it is the person's PIN that is guessed.
    ;(await take(gerente.caller, await station(), person.id)).problem(429, 'limited')
    const told = (await api.listNotifications(person.caller)).expect(200).items
    expect(told.filter(({ tipo }) => tipo === 'pin_errado').length).toBe(1)
    const later = (column: string) =>
      database.run(`update pin_falha set ${column} = ${column} - 61000000 where alvo = ${database.id(person.id)}`)
    later('livre_em')
    expect((await take(signedIn.caller, eid, person.id, '3000')).fields()).toEqual(WRONG)
    expect((await take(signedIn.caller, eid, person.id)).problem(429).detail).toContain('Espere 2 minutos')
    database.run(`update pin_falha set livre_em = 0 where alvo = ${database.id(person.id)}`)
    ;(await take(signedIn.caller, eid, person.id)).expect(201)
    expect(failuresOf(person.id)).toBe(0)
  })

  test('many at once count one by one', async () => {
    const signedIn = await operadorOf(server, id)
    const [eid, person] = [await station(), await withPin()]
    const tries = Array.from({ length: 12 }, (_, i) => take(signedIn.caller, eid, person.id, String(3000 + i)))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422).length).toBe(6)
    expect(failuresOf(person.id)).toBe(6)
  })

  test('one for many people ends at the station', async () => {
    const signedIn = await operadorOf(server, id)
    const [eid, person] = [await station(), await withPin()]
    for (let i = 0; i < 31; ++i)
      expect((await take(signedIn.caller, eid, crypto.randomUUID(), '3000')).fields()).toEqual(WRONG)
    ;(await take(signedIn.caller, eid, person.id)).problem(429, 'limited')
    ;(await take(signedIn.caller, await station(), person.id)).expect(201)
  })
})

describe('a gerente’s approval', () => {
  const wanted = () => ({ acao: 'desconto', referencia: crypto.randomUUID(), valor: '10.00' })

  test('is given by PIN at a station that accepts it, for one thing', async () => {
    const operador = (await operadorOf(server, id)).caller
    const eid = await station()
    ;(await api.setOwnPin(gerente.caller, id, PIN)).expect(200)
    const form = sale(product, { desconto: '10.00', total_visto: '72.00' })
    const needed = (await api.postSale(operador, id, form)).problem(422, 'aprovacao_necessaria').aprovacao!
    const by = { ...needed, user_id: gerente.id, pin: PIN, estacao_id: eid }
    const given = (await api.giveApproval(operador, id, by)).expect(201)
    ;(await api.postSale(operador, id, { ...form, aprovacao_id: given.aprovacao_id })).expect(201)
    const [row] = logged(`action_type = 'approval_grant' and user_id = ${database.id(gerente.id)}`)
    expect(row!.description).toContain('por PIN, pedido por ')
  })

  test('is not given by an operador’s PIN, a wrong one, or where no PIN is accepted', async () => {
    const operador = (await operadorOf(server, id)).caller
    const [eid, clerk] = [await station(), await withPin()]
    const boss = await account(server, 'user')
    database.link(boss.id, id, 'gerente')
    ;(await api.setOwnPin(boss.caller, id, PIN)).expect(200)
    const ask = (more: object) => api.giveApproval(operador, id, { ...wanted(), pin: PIN, estacao_id: eid, ...more })
    expect(Object.keys((await ask({ user_id: clerk.id })).fields())).toEqual(['user_id'])
    expect((await ask({ user_id: boss.id, pin: '9081' })).fields()).toEqual(WRONG)
    const closed = await station('N')
    expect((await ask({ user_id: boss.id, estacao_id: closed })).problem(422).detail).toContain('não aceita PIN')
    expect(Object.keys((await ask({ user_id: undefined, estacao_id: undefined })).fields()).sort()).toEqual([
      'estacao_id',
      'user_id',
    ])
    // Guessing here and at the counter is one.
    for (let i = 0; i < 5; ++i) (await ask({ user_id: boss.id, pin: '9081' })).problem(422)
    ;(await take(operador, eid, boss.id)).problem(429, 'limited')
  })
})
