// A gerente's leave at the counter: for one sale or till and one value, once; guessing is slowed down.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { type Account, account, newCompany, office } from '../helpers/builders.ts'
import { Caller, type Problem } from '../helpers/caller.ts'
import { password, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import type { Product } from '../helpers/products.ts'
import { readyToSell } from '../helpers/receipts.ts'
import { type Issued, sale, type SaleForm, sellable } from '../helpers/sales.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()

let admin: Account
let gerente: Account
let operador: Caller
let operadorAccount: Account
let id = ''
let product: Product

beforeAll(async () => {
  const made = await office(server)
  admin = made.adminAccount
  gerente = made.userAccount
  id = made.own.id
  await readyToSell(admin.caller, id)
  product = await sellable(admin.caller, id)
  operadorAccount = await account(server, 'user')
  operador = operadorAccount.caller
  ;(await api.linkUserCompany(admin.caller, operadorAccount.id, id, { papel: 'operador' })).expect(204)
})

/** 82.00 less 10.00: 12.20 %, more than an operador gives. */
const reduced = (overrides: Record<string, unknown> = {}): SaleForm =>
  sale(product, { desconto: '10.00', total_visto: '72.00', ...overrides })
const sell = (form: object, as = operador) => api.postSale(as, id, form)
const needed = async (form: object): Promise<Required<Problem>['aprovacao']> =>
  (await sell(form)).problem(422, 'aprovacao_necessaria').aprovacao!
const ask = (body: object, who = gerente, as = operador) =>
  api.giveApproval(as, id, { email: who.email, password, ...body })
const leave = async (wanted: object, who = gerente) => (await ask(wanted, who)).expect(201).aprovacao_id
const logged = (action: string) =>
  auditRows(server.database, `action_type = '${action}' and company_id = ${server.database.id(id)}`)

describe('a discount above the operador’s limit', () => {
  test('is told as what a gerente has to allow, and then given', async () => {
    const form = reduced()
    const wanted = await needed(form)
    expect(wanted).toEqual({ acao: 'desconto', referencia: form.id, valor: '10.00' })
    const given = (await ask(wanted)).expect(201)
    expect(given.dada_por).not.toBe('')
    const lives = Date.parse(given.expira_em) - Date.now()
    expect(lives > 60_000 && lives <= 121_000).toBe(true)
    const whole = { ...form, aprovacao_id: given.aprovacao_id }
    const first = (await sell(whole)).expect(201) as Issued
    // The same again is answered with what it made, although the leave is used up.
    expect(((await sell(whole)).expect(200) as Issued).nota!.id).toBe(first.nota!.id)
    const [row] = logged('approval_grant')
    expect(row!.description).toContain('Autorizou um desconto de')
  })

  test('up to the limit, or of a gerente, or in a draft, needs none', async () => {
    ;(await sell(sale(product, { desconto: '4.10', total_visto: '77.90' }))).expect(201)
    ;(await sell(reduced(), gerente.caller)).expect(201)
    const draft = (await sell(reduced({ emitir: false }))).expect(201) as Issued
    expect(draft.venda.estado).toBe('aberta')
  })

  test('counts what is charged less than the price', async () => {
    const itens = [{ produto_id: product.id, quantidade: '2', valor: '36.00', preco_lido: '41.00' }]
    const form = sale(product, { itens, total_visto: '72.00' })
    expect((await needed(form)).valor).toBe('10.00')
  })

  test('is not allowed twice by one leave, nor by that for another sale or value', async () => {
    const [one, other] = [reduced(), reduced()]
    const aprovacao_id = await leave(await needed(one))
    await needed({ ...other, aprovacao_id })
    await needed({ ...one, desconto: '11.00', total_visto: '71.00', aprovacao_id })
    ;(await sell({ ...one, aprovacao_id })).expect(201)
    for (const [wrong, changes] of [
      [{ valor: '9.00' }, {}],
      [{ referencia: one.id }, {}],
      [{ acao: 'sangria' }, {}],
    ] as const) {
      const leaveOfElse = await leave({ ...(await needed(other)), ...wrong })
      expect((await sell({ ...other, ...changes, aprovacao_id: leaveOfElse })).problem(422).detail).toContain(
        'Peça de novo',
      )
    }
    await needed({ ...other, aprovacao_id: crypto.randomUUID() })
    // No number was taken by what was refused.
    ;(await sell({ ...other, aprovacao_id: await leave(await needed(other)) })).expect(201)
    const numbers = (await api.getNumbers(admin.caller, id)).expect(200)
    expect(JSON.stringify(numbers)).not.toContain('saltada')
  })

  test('two sales with one leave at once: one goes through', async () => {
    const form = reduced()
    const aprovacao_id = await leave(await needed(form))
    const bodies = [form, { ...form, id: crypto.randomUUID() }].map((body) => ({ ...body, aprovacao_id }))
    const answers = await Promise.all(bodies.map((body) => sell(body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 422])
  })

  test('a leave ends after two minutes', async () => {
    const form = reduced()
    const aprovacao_id = await leave(await needed(form))
    server.database.run(
      `update aprovacao set expira_em = expira_em - 121000000 where id = ${server.database.id(aprovacao_id)}`,
    )
    await needed({ ...form, aprovacao_id })
  })

  test('beside another mistake the mistake is told first', async () => {
    const fields = (await sell(reduced({ total_visto: '1.00' }))).fields()
    expect(Object.keys(fields)).toEqual(['total_visto'])
  })
})

describe('a sangria over what is there', () => {
  test('needs a leave, for that value and once', async () => {
    const estacao_id = (
      await api.createStation(gerente.caller, id, { nome: `Caixa ${unique()}`, impressora: {} })
    ).expect(201).id
    const session = (await api.openCashSession(operador, id, { estacao_id, fundo: '100.00' })).expect(201)
    const take = (valor: string, more = {}, as = operador) =>
      api.moveCash(as, id, session.id, { tipo: 'sangria', valor, motivo: 'Pagar o frete', ...more })
    const wanted = (await take('100.01')).problem(422, 'aprovacao_necessaria').aprovacao!
    expect(wanted).toEqual({ acao: 'sangria', referencia: session.id, valor: '100.01' })
    const aprovacao_id = await leave(wanted)
    ;(await take('100.02', { aprovacao_id })).problem(422, 'aprovacao_necessaria')
    ;(await take('100.01', { aprovacao_id })).expect(201)
    ;(await take('100.01', { aprovacao_id })).problem(422, 'aprovacao_necessaria')
    ;(await take('1.00', {}, gerente.caller)).expect(201)
    const now = (await api.getCashSession(gerente.caller, id, session.id)).expect(200)
    expect([now.movimentos, now.formas![0]!.esperado]).toEqual([3, '-1.01'])
    const settings = await api.getSaleSettings(gerente.caller, id)
    ;(
      await api.putSaleSettings(gerente.caller, id, settings.etag, { ...settings.expect(200), exige_caixa: 'N' })
    ).expect(200)
  })
})

describe('a leave', () => {
  const wanted = () => ({ acao: 'desconto', referencia: crypto.randomUUID(), valor: '10.00' })

  test('is a gerente’s or an administrator’s', async () => {
    ;(await ask(wanted(), admin)).expect(201)
    ;(await ask(wanted(), gerente, gerente.caller)).expect(201)
    const notGerente = { email: 'Esta pessoa não é gerente desta empresa. Peça a um gerente ou a um administrador.' }
    expect((await ask(wanted(), operadorAccount)).fields()).toEqual(notGerente)
    const elsewhere = await account(server, 'user')
    server.database.link(elsewhere.id, (await newCompany(admin.caller)).id)
    expect((await ask(wanted(), elsewhere)).fields()).toEqual(notGerente)
    expect(logged('approval_refuse').length).toBeGreaterThanOrEqual(2)
  })

  test('is not given for a wrong password, nor by who is not there or not active', async () => {
    const wrong = { password: 'E-mail ou senha incorretos. Confira e tente de novo.' }
    expect((await ask({ ...wanted(), password: 'outra-senha-123' })).fields()).toEqual(wrong)
    expect((await ask({ ...wanted(), email: 'ninguem@exemplo.com' })).fields()).toEqual(wrong)
    const gone = await account(server, 'user')
    ;(await api.linkUserCompany(admin.caller, gone.id, id, { papel: 'gerente' })).expect(204)
    server.database.run(`update users set active = 'N' where id = ${server.database.id(gone.id)}`)
    expect((await ask(wanted(), gone)).fields()).toEqual(wrong)
    const [row] = logged('approval_refuse')
    expect(JSON.stringify(row)).not.toContain('outra-senha-123')
  })

  test('guessing is slowed down together with signing in', async () => {
    const victim = await account(server, 'user')
    ;(await api.linkUserCompany(admin.caller, victim.id, id, { papel: 'gerente' })).expect(204)
    for (let i = 0; i < 3; ++i) (await ask({ ...wanted(), password: 'errada-errada' }, victim)).problem(422)
    const outside = new Caller(server)
    outside.address = operador.address
    for (let i = 0; i < 3; ++i)
      (await api.signIn(outside, { email: victim.email, password: 'errada-errada' })).problem(401)
    expect((await ask(wanted(), victim)).problem(429, 'limited').retry_after).toBeGreaterThan(0)
    ;(await api.signIn(outside, { email: victim.email, password })).problem(429)
  })

  test.each([
    [{}, ['acao', 'email', 'password', 'referencia', 'valor']],
    [
      { email: 'x', password: '1', acao: 'tudo', referencia: 'x', valor: '0.00', a: 1 },
      ['a', 'acao', 'email', 'referencia', 'valor'],
    ],
  ])('is not asked for with %j', async (body, fields) => {
    expect(Object.keys((await api.giveApproval(operador, id, body)).fields()).sort()).toEqual(fields)
  })
})
