// Signing in and out, guessing, and what ends a session.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, office } from '../helpers/builders.ts'
import { Caller, type Problem } from '../helpers/caller.ts'
import { email, password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { pause, Server } from '../helpers/server.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let made: Awaited<ReturnType<typeof office>>

beforeAll(async () => {
  made = await office(server)
})

const without = (problem: Problem) => ({ ...problem, request_id: '' })

test('the right password signs in, capitals of the e-mail do not matter', async () => {
  const known = await account(server)
  const caller = new Caller(server)
  const session = (await api.signIn(caller, { email: ` ${known.email.toUpperCase()} `, password })).expect(200)
  expect(session.user.id).toBe(known.id)
  expect((await api.getSession(caller)).expect(200)).toEqual(session)
})

test('an unknown account gets the same answer as a wrong password', async () => {
  const known = await account(server)
  const wrong = (await api.signIn(new Caller(server), { email: known.email, password: 'outra senha' })).problem(
    401,
    'unauthenticated',
  )
  const unknown = (await api.signIn(new Caller(server), { email: email(), password: 'outra senha' })).problem(
    401,
    'unauthenticated',
  )
  expect(without(unknown)).toEqual(without(wrong))
  expect(wrong.title).toBe('Sign in Failed')
})

test('a failed sign-in sets no cookie', async () => {
  const caller = new Caller(server)
  await api.signIn(caller, { email: email(), password })
  expect(caller.cookie).toBeUndefined()
})

test('every sign-in is a session of its own, signing out ends only that one', async () => {
  const known = await account(server)
  const second = new Caller(server)
  ;(await api.signIn(second, { email: known.email, password })).expect(200)
  expect(second.cookie).not.toBe(known.caller.cookie)
  const answer = await api.signOut(second)
  answer.expect(204)
  expect(answer.received.setCookies[0]).toMatch(/^balcao_session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/i)
  ;(await api.getSession(second)).problem(401, 'unauthenticated')
  ;(await api.getSession(known.caller)).expect(200)
})

test('signing out without a session is fine', async () => {
  ;(await api.signOut(new Caller(server))).expect(204)
  ;(await api.signOut(new Caller(server, 'nobody', 'balcao_session=nonsense'))).expect(204)
})

test.each([
  'balcao_session=',
  'balcao_session=x',
  `balcao_session=${'A'.repeat(43)}`,
  `balcao_session=${'é'.repeat(10)}`,
  'other=1',
])('the cookie %s is nobody', async (cookie) => {
  ;(await api.getSession(new Caller(server, 'nobody', Buffer.from(cookie).toString('latin1')))).problem(
    401,
    'unauthenticated',
  )
})

test('a session ends after 12 hours without use and after 30 days at the latest', async () => {
  const hours = 3_600_000_000
  const now = Date.now() * 1000
  const ages: [string, number, number, number][] = [
    ['used 11 hours ago', 29 * 24 * hours, 11 * hours, 200],
    ['not used for 13 hours', 14 * hours, 13 * hours, 401],
    ['used just now, but 31 days old', 31 * 24 * hours, 0, 401],
  ]
  for (const [what, age, idle, status] of ages) {
    const { caller, id } = await account(server)
    server.database.run(
      `update sessions set created_at = ${now - age}, last_used_at = ${now - idle} where user_id = ${server.database.id(id)}`,
    )
    expect([what, (await api.getSession(caller)).status]).toEqual([what, status])
  }
})

test('an account that was switched off or deleted is nobody at once, and cannot sign in', async () => {
  for (const change of [`active = 'N'`, 'deleted_at = 1']) {
    const known = await account(server)
    server.database.run(`update users set ${change} where id = ${server.database.id(known.id)}`)
    ;(await api.getSession(known.caller)).problem(401, 'unauthenticated')
    ;(await api.signIn(new Caller(server), { email: known.email, password })).problem(401, 'unauthenticated')
  }
})

test('empty fields are refused at the fields', async () => {
  expect(Object.keys((await api.signIn(new Caller(server), { email: '', password: '' })).fields()).sort()).toEqual([
    'email',
    'password',
  ])
})

test('a role taken away counts at once', async () => {
  const other = await account(server)
  const roleId = (name: string) => `(select id from roles where name = '${name}')`
  server.database.run(
    `update user_roles set role_id = ${roleId('admin')} where user_id = ${server.database.id(other.id)}`,
  )
  expect((await api.getCompany(other.caller, made.own.id)).status).toBe(200)
  server.database.run(
    `update user_roles set role_id = ${roleId('user')} where user_id = ${server.database.id(other.id)}`,
  )
  expect((await api.getCompany(other.caller, made.own.id)).status).toBe(404)
})

describe('guessing', () => {
  const guess = (caller: Caller, address: string) => api.signIn(caller, { email: address, password: 'palpite errado' })

  async function untilLimited(attempt: () => ReturnType<typeof guess>) {
    for (let count = 0; count < 400; count += 1) {
      const answer = await attempt()
      if (answer.status === 429) return answer
      answer.problem(401)
    }
    throw new Error('400 guesses and no limit')
  }

  test('one account from one address is slowed down, and works again after the wait', async () => {
    const known = await account(server)
    const stranger = new Caller(server)
    const limited = await untilLimited(() => guess(stranger, known.email))
    const problem = limited.problem(429, 'limited')
    expect(problem.retry_after).toBeGreaterThan(0)
    expect(problem.retry_after).toBeLessThanOrEqual(60)
    expect(limited.headers['retry-after']).toBe(String(problem.retry_after))
    // A stranger keeps the owner out of nothing but the stranger's own address.
    ;(await api.signIn(new Caller(server), { email: known.email, password })).expect(200)
    // Delay, never lock: after the wait the owner gets in from there too.
    await pause(problem.retry_after! * 1000 + 200)
    ;(await api.signIn(stranger, { email: known.email, password })).expect(200)
  })

  test('whoever signed in there before gets in while others guess at the same address', async () => {
    const [known, other] = [await account(server), await account(server)]
    const deviceOf = async (address: string) => {
      const answer = await api.signIn(new Caller(server), { email: address, password })
      answer.expect(200)
      return answer.received.setCookies.find((line) => line.startsWith('balcao_device_'))!
    }
    const cookie = await deviceOf(known.email)
    expect(cookie).toMatch(/; Path=\/api\/auth\/sign-in; HttpOnly; SameSite=Strict; Max-Age=\d{8}$/)
    const stranger = new Caller(server)
    await untilLimited(() => guess(stranger, known.email))
    const from = (device: string) => Object.assign(new Caller(server, 'nobody', device), { address: stranger.address })
    const device = cookie.split(';')[0]!
    // Made up, or given to somebody else.
    const [name, value] = device.split('=') as [string, string]
    const foreign = (await deviceOf(other.email)).split(';')[0]!.split('=')[1]!
    for (const made of [`${name}=${foreign}`, `${name}=${'0'.repeat(value.length)}`, `${name}=`, `${name}=${value}0`])
      (await api.signIn(from(made), { email: known.email, password })).problem(429, 'limited')
    ;(await api.signIn(from(device), { email: known.email, password })).expect(200)
    // It guesses no better than others.
    await untilLimited(() => guess(from(device), known.email))
  })

  test('one address against many accounts is slowed down, others are not', async () => {
    const caller = new Caller(server)
    for (let count = 0; count < 100; count += 1) (await guess(caller, email())).problem(401) // a shop behind one address
    const problem = (await untilLimited(() => guess(caller, email()))).problem(429, 'limited')
    expect(problem.detail).toContain(String(problem.retry_after))
    const known = await account(server)
    ;(await api.signIn(new Caller(server), { email: known.email, password })).expect(200)
  })

  test('sign-ups from one address are slowed down too', async () => {
    const caller = new Caller(server)
    let status = 0
    for (let count = 0; count < 100 && status !== 429; count += 1) {
      const answer = await api.signUp(caller, { email: email(), password })
      status = answer.status
      if (status !== 429) answer.expect(201)
    }
    expect(status).toBe(429)
  })
})

test('a proxy that is not trusted is warned of once, and hides who guesses', async () => {
  const own = new Server({ env: { BALCAO_TRUSTED_PROXIES: '' } })
  await own.start()
  try {
    const admin = await account(own, 'admin')
    const victim = await account(own)
    // More failures than an address may have: all seem to come from this machine, and nobody else is kept out.
    for (let count = 0; count < 310; count += 1)
      (await api.signIn(new Caller(own), { email: email(), password: 'palpite errado' })).problem(401)
    for (let count = 0; count < 6; count += 1)
      (await api.signIn(new Caller(own), { email: admin.email, password: 'palpite errado' })).problem(401)
    ;(await api.signIn(new Caller(own), { email: admin.email, password })).problem(429, 'limited')
    ;(await api.signIn(new Caller(own), { email: victim.email, password })).expect(200)

    const told = async (as: Caller) =>
      (await api.listNotifications(as)).expect(200).items.filter(({ tipo }) => tipo === 'proxy_nao_confiavel')
    expect(await told(admin.caller)).toMatchObject([{ tom: 'aviso', company: null }])
    expect(await told(victim.caller)).toEqual([])
    expect(own.logLines.filter(({ event }) => event === 'untrusted_proxy')).toHaveLength(1)
  } finally {
    await own.stop()
    own.remove()
  }
})
