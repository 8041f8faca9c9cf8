// The second factor: set up, asked for at sign-in, lost and found again, and demanded of administrators.
import { describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { email, password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { accountWithSecondFactor, totp, turnOn } from '../helpers/second-factor.ts'
import { ownServer, pause, Server } from '../helpers/server.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
const signIn = (known: { email: string }, code?: string, as = new Caller(server), typed = password) =>
  api.signIn(as, { email: known.email, password: typed, ...(code !== undefined && { code }) })
const rowOf = (id: string) =>
  server.database.rows(`select * from segundo_fator where user_id = ${server.database.id(id)}`)
const told = async (as: Caller) =>
  (await api.listNotifications(as)).expect(200).items.filter(({ tipo }) => tipo === 'segundo_fator_mudado')

describe('setting it up', () => {
  test('nothing is asked for until the first code has proved that the app has the secret', async () => {
    const known = await account(server)
    const off = { on_since: null, recovery_codes_left: 0, required: false }
    expect((await api.getSecondFactor(known.caller)).expect(200)).toEqual(off)
    const first = (await api.beginSecondFactor(known.caller)).expect(200).secret
    const { secret } = (await api.beginSecondFactor(known.caller)).expect(200) // once more: another one
    expect(secret).not.toBe(first)
    expect((await api.getSecondFactor(known.caller)).expect(200)).toEqual(off)
    ;(await signIn(known)).expect(200)

    for (const wrong of [totp(first), '000000', '12345', 'abcdef', totp(secret, -5), totp(secret, 5)]) {
      const fields = (await api.turnOnSecondFactor(known.caller, wrong)).fields()
      expect(fields).toEqual({ code: expect.stringContaining('não confere') })
    }
    expect((await known.caller.call('turnOnSecondFactor', { json: { code: '' } })).fields()).toHaveProperty('code')
    const { recovery_codes } = (await api.turnOnSecondFactor(known.caller, totp(secret))).expect(200)
    expect(new Set(recovery_codes).size).toBe(10)
    const on = (await api.getSecondFactor(known.caller)).expect(200)
    expect(on).toEqual({ on_since: expect.any(String), recovery_codes_left: 10, required: false })
    ;(await api.beginSecondFactor(known.caller)).problem(422)
    ;(await api.turnOnSecondFactor(known.caller, totp(secret, 1))).problem(422)
    expect(auditRows(server.database, `target_user_id = ${server.database.id(known.id)}`)).toContainEqual(
      expect.objectContaining({ action_type: 'user_edit', description: 'Ligou a verificação em duas etapas' }),
    )
    expect(await told(known.caller)).toHaveLength(1)
  })

  test('neither secret nor recovery codes are in the database as they are', async () => {
    const known = await accountWithSecondFactor(server)
    const everything = JSON.stringify([
      rowOf(known.id),
      server.database.rows('select * from segundo_fator_codigo'),
      server.database.rows('select * from action_log_details'),
    ])
    expect(everything).not.toContain(known.secret)
    for (const code of known.recoveryCodes) {
      expect(everything).not.toContain(code)
      expect(everything).not.toContain(code.replaceAll('-', ''))
    }
    expect(server.log).not.toContain(known.secret)
  })

  test('the password is asked for again for each change', async () => {
    const known = await accountWithSecondFactor(server)
    const other = await account(server)
    server.database.run(`update sessions set senha_em = 1`)
    ;(await api.beginSecondFactor(other.caller)).problem(403, 'senha_necessaria')
    ;(await api.turnOnSecondFactor(other.caller, '123456')).problem(403, 'senha_necessaria')
    ;(await api.turnOffSecondFactor(known.caller)).problem(403, 'senha_necessaria')
    ;(await api.makeRecoveryCodes(known.caller)).problem(403, 'senha_necessaria')
    ;(await api.getSecondFactor(known.caller)).expect(200)
  })
})

describe('signing in', () => {
  test('asks for the code once the password is right, and takes each code once', async () => {
    const known = await accountWithSecondFactor(server)
    const caller = new Caller(server)
    const asked = await signIn(known, undefined, caller)
    expect(asked.problem(403, 'codigo_necessario').detail).toContain('código')
    expect(asked.received.setCookies).toEqual([])
    // Who has not got the password learns nothing of it.
    ;(await signIn(known, undefined, new Caller(server), 'palpite errado')).problem(401, 'unauthenticated')
    ;(await signIn(known, totp(known.secret), new Caller(server), 'palpite errado')).problem(401, 'unauthenticated')

    const code = totp(known.secret)
    ;(await signIn(known, ` ${code.slice(0, 3)} ${code.slice(3)} `, caller)).expect(200)
    expect((await api.getSession(caller)).expect(200).user.id).toBe(known.id)
    const again = await signIn(known, code)
    expect(again.fields()).toEqual({ code: expect.stringContaining('já foi usado') })
    expect(again.received.setCookies).toEqual([])
    // Nor one of before, once a later one was used.
    ;(await signIn(known, totp(known.secret, -1))).problem(422)
    ;(await signIn(known, totp(known.secret, 1))).expect(200)
  })

  test('the same code at the same instant opens one session', async () => {
    const known = await accountWithSecondFactor(server)
    const code = totp(known.secret)
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(known, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })

  test('a recovery code does in its place, once, and its owner is told', async () => {
    const known = await accountWithSecondFactor(server)
    const [one, two] = known.recoveryCodes
    const caller = new Caller(server)
    ;(await signIn(known, one!.toLowerCase().replaceAll('-', ' '), caller)).expect(200)
    ;(await signIn(known, one)).problem(422)
    ;(await signIn(known, two)).expect(200)
    expect((await api.getSecondFactor(caller)).expect(200).recovery_codes_left).toBe(8)
    expect((await told(caller)).map(({ texto }) => texto)).toContainEqual(expect.stringContaining('restam 8'))

    const fresh = (await api.makeRecoveryCodes(caller)).expect(200).recovery_codes
    ;(await signIn(known, known.recoveryCodes[2])).problem(422)
    ;(await signIn(known, fresh[0])).expect(200)
    expect(auditRows(server.database, `target_user_id = ${server.database.id(known.id)}`)).toContainEqual(
      expect.objectContaining({ description: 'Fez novos códigos de recuperação' }),
    )
  })

  test('wrong codes count as wrong passwords', async () => {
    const known = await accountWithSecondFactor(server)
    const thief = new Caller(server)
    let status = 0
    let tries = 0
    for (; tries < 20 && status !== 429; tries += 1) status = (await signIn(known, '000000', thief)).status
    expect(status).toBe(429)
    expect(tries).toBeLessThan(10)
    // The right one is not even looked at there, and the owner is kept out nowhere else.
    ;(await signIn(known, totp(known.secret), thief)).problem(429, 'limited')
    ;(await signIn(known, totp(known.secret))).expect(200)
    await pause(100) // the log is written after the answer
    expect(auditRows(server.database, `user_id = ${server.database.id(known.id)}`)).toContainEqual(
      expect.objectContaining({ description: expect.stringContaining('código da verificação em duas etapas errado') }),
    )
  })

  test('turned off it asks for the password alone, and the secret is gone', async () => {
    const known = await accountWithSecondFactor(server)
    ;(await api.turnOffSecondFactor(known.caller)).expect(204)
    ;(await api.turnOffSecondFactor(known.caller)).expect(204)
    ;(await signIn(known)).expect(200)
    expect(rowOf(known.id)).toEqual([])
    ;(await api.makeRecoveryCodes(known.caller)).problem(422)
    // What was set up before is no help with what is set up then.
    const again = await turnOn(known)
    ;(await signIn(known, totp(known.secret))).problem(422)
    ;(await signIn(known, known.recoveryCodes[0])).problem(422)
    ;(await signIn(known, totp(again.secret))).expect(200)
  })
})

test('the operator turns it off for who has lost everything', async () => {
  const known = await accountWithSecondFactor(server)
  const done = await server.command(['user', 'reset-totp', known.email.toUpperCase()])
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('desligada')])
  ;(await signIn(known)).expect(200)
  expect((await told(known.caller)).map(({ texto }) => texto)).toContainEqual(expect.stringContaining('no servidor'))
  const twice = await server.command(['user', 'reset-totp', known.email])
  expect([twice.code, twice.stdout]).toEqual([0, expect.stringContaining('não tinha')])
  const unknown = await server.command(['user', 'reset-totp', email()])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Não há conta')])
})

test('a new key for all secrets opens it too', async () => {
  const own = new Server({ env: { BALCAO_SECRET_KEY: '' } })
  await own.start()
  const known = await accountWithSecondFactor(own)
  await own.stop()
  expect((await own.command(['secrets', 'rotate'])).code).toBe(0)
  await own.start()
  ;(await api.signIn(new Caller(own), { email: known.email, password, code: totp(known.secret) })).expect(200)
  await own.stop()
  own.remove()
})

describe('demanded of administrators', () => {
  const strict = ownServer({ env: { BALCAO_REQUIRE_TOTP: 'admin' } })

  test('one without it can do nothing but set it up or sign out; everybody else works as ever', async () => {
    const admin = await account(strict, 'admin')
    const user = await account(strict)
    const session = (await api.getSession(admin.caller)).expect(200)
    expect(session).toMatchObject({ role: 'admin', second_factor_needed: true })
    const refused = [
      await api.listCompanies(admin.caller),
      await api.listUsers(admin.caller),
      await api.createUser(admin.caller, { email: email(), full_name: 'Maria', password }),
      await api.listNotifications(admin.caller),
      await api.changeOwnPassword(admin.caller, { current_password: password, password: 'outra laje e vigota' }),
      await api.listOwnSessions(admin.caller),
      await api.getCompany(admin.caller, crypto.randomUUID()),
    ]
    for (const answer of refused)
      expect(answer.problem(403, 'segundo_fator_necessario').detail).toContain('Minha conta')
    expect((await api.getSession(user.caller)).expect(200).second_factor_needed).toBe(false)
    ;(await api.listCompanies(user.caller)).expect(200)

    ;(await api.getAccount(admin.caller)).expect(200)
    expect((await api.getSecondFactor(admin.caller)).expect(200).required).toBe(true)
    ;(await api.givePassword(admin.caller, password)).expect(204)
    await turnOn(admin)
    expect((await api.getSession(admin.caller)).expect(200).second_factor_needed).toBe(false)
    await newCompany(admin.caller)

    // Who turns it off is back where he began, and gets out.
    ;(await api.turnOffSecondFactor(admin.caller)).expect(204)
    ;(await api.listCompanies(admin.caller)).problem(403, 'segundo_fator_necessario')
    ;(await api.signOut(admin.caller)).expect(204)
    const back = new Caller(strict)
    expect((await api.signIn(back, { email: admin.email, password })).expect(200).second_factor_needed).toBe(true)
  })
})

test('BALCAO_REQUIRE_TOTP takes nothing but admin', async () => {
  const own = new Server({ env: { BALCAO_REQUIRE_TOTP: 'todos' } })
  const { code, stderr } = await own.command(['serve'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('use admin')])
  own.remove()
})
