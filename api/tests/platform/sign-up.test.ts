// Accounts: who becomes admin, what is refused, what registration closed means.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { email, password, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { Server, ownServer } from '../helpers/server.ts'

describe('on an empty installation', () => {
  // With passwords as people have them, which the other tests do without.
  const server = ownServer({ env: { BALCAO_TEST_PASSWORDS: '' } })

  test('the first account is admin, the next one a user without company', async () => {
    const first = new Caller(server)
    const session = (
      await api.signUp(first, { email: 'Dona.Ana@Exemplo.com.br', password, full_name: 'Ana Souza' })
    ).expect(201)
    expect(session).toMatchObject({
      user: { email: 'dona.ana@exemplo.com.br', full_name: 'Ana Souza' },
      role: 'admin',
      active_company: null,
      default_company_id: null,
    })
    expect((await api.getSession(first)).expect(200)).toEqual(session)

    const second = new Caller(server)
    const other = (await api.signUp(second, { email: email(), password })).expect(201)
    expect(other.role).toBe('user')
    expect(other.user.full_name).not.toBe('')
    expect(other.active_company).toBeNull()
    expect((await api.listCompanies(second)).expect(200).total).toBe(0)
  })

  test('the cookie is out of reach of scripts and other sites', async () => {
    const answer = await api.signUp(new Caller(server), { email: email(), password })
    // Besides it only what makes the device known again (sign-in.test.ts).
    const [session, device, ...others] = answer.received.setCookies
    expect(device).toMatch(/^balcao_device_[^;]+; Path=\/api\/auth\/sign-in; HttpOnly; SameSite=Strict;/)
    expect(others).toEqual([])
    const parts = session!.split(/;\s*/)
    expect(parts).toContain('HttpOnly')
    expect(parts).toContain('SameSite=Lax')
    expect(parts).toContain('Path=/')
    expect(parts).not.toContain('Secure')
    expect(parts[0]).toMatch(/^balcao_session=[\w-]{43,}$/)
  })

  test('neither password nor token is in the database as it is', async () => {
    const caller = new Caller(server)
    const address = email()
    ;(await api.signUp(caller, { email: address, password })).expect(201)
    const [row] = server.database.rows(`select password_hash from users where email = '${address}'`)
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const token = caller.cookie!.split('=')[1]!
    const kept = server.database.rows(
      `select ${server.database.isPostgres ? "encode(token_hash, 'hex')" : 'hex(token_hash)'} as hash from sessions`,
    )
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  const refused: [string, object, string][] = [
    ['no e-mail', { password }, 'email'],
    ['empty e-mail', { email: '', password }, 'email'],
    ['an e-mail without @', { email: 'ana.exemplo.com', password }, 'email'],
    ['an e-mail without domain', { email: 'ana@', password }, 'email'],
    ['an e-mail with a blank', { email: 'ana maria@exemplo.com', password }, 'email'],
    ['an e-mail of 255 characters', { email: `${'a'.repeat(243)}@exemplo.com`, password }, 'email'],
    ['no password', { email: 'ana@exemplo.com' }, 'password'],
    ['a password of 11 characters', { email: 'ana@exemplo.com', password: 'tijolo azul' }, 'password'],
    ['one of the most used passwords', { email: 'ana@exemplo.com', password: 'password2026' }, 'password'],
    ['another of the most used passwords', { email: 'ana@exemplo.com', password: '123456789012' }, 'password'],
    [
      'a password of the own name and year',
      { email: 'ana@exemplo.com', password: 'castanheira1981', full_name: 'Ana Castanheira' },
      'password',
    ],
    ['a password of 201 characters', { email: 'ana@exemplo.com', password: 'x'.repeat(201) }, 'password'],
    ['a name of 121 characters', { email: 'ana@exemplo.com', password, full_name: 'x'.repeat(121) }, 'full_name'],
  ]
  test.each(refused)('%s is refused at its field', async (_, body, field) => {
    const fields = (await new Caller(server).call('signUp', { json: body })).fields()
    expect(Object.keys(fields)).toEqual([field])
    expect(fields[field]).toMatch(/\S{3,}/)
  })

  test('both fields are named at once', async () => {
    const fields = (await new Caller(server).call('signUp', { json: { email: 'x', password: 'y' } })).fields()
    expect(Object.keys(fields).sort()).toEqual(['email', 'password'])
  })

  test('an e-mail in use is a conflict at its field, whatever its capitals', async () => {
    const taken = await account(server)
    const fields = (
      await new Caller(server).call('signUp', { json: { email: taken.email.toUpperCase(), password } })
    ).fields(409)
    expect(Object.keys(fields)).toEqual(['email'])
  })

  test('names may be in any script and come back as typed', async () => {
    const full_name = `Zoë "Ñandú" <b>${unique()}</b> 李 'or 1=1 --`
    const caller = new Caller(server)
    expect((await api.signUp(caller, { email: email(), password, full_name })).expect(201).user.full_name).toBe(
      full_name,
    )
  })
})

test('two sign-ups at the same instant on an empty installation give one admin', async () => {
  for (let round = 0; round < 3; round += 1) {
    const server = new Server()
    await server.start()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.signUp(new Caller(server), { email: email(), password })),
    )
    const roles = answers.map((answer) => answer.expect(201).role).sort()
    expect(roles).toEqual(['admin', 'user', 'user', 'user', 'user', 'user'])
    const [row] = server.database.rows(
      `select count(*) as admins from user_roles join roles on roles.id = user_roles.role_id where roles.name = 'admin'`,
    )
    expect(row!.admins).toBe(1)
    await server.stop()
    server.remove()
  }
})

test('the same e-mail twice at the same instant gives one account', async () => {
  const server = new Server()
  await server.start()
  await account(server)
  const address = email()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => api.signUp(new Caller(server), { email: address, password })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  await server.stop()
  server.remove()
})

describe('with registration closed', () => {
  const server = new Server({ env: { BALCAO_REGISTRATION: 'closed' } })
  beforeAll(() => server.start())
  afterAll(async () => {
    await server.stop()
    server.remove()
  })

  test('nobody signs up, an operator makes the accounts', async () => {
    ;(await api.signUp(new Caller(server), { email: email(), password })).problem(403, 'forbidden')
    const made = await server.command(['user', 'create-admin', 'dono@exemplo.com.br'], `${password}\n`)
    expect(made.stderr).not.toContain(password)
    expect(made.code).toBe(0)
    ;(await api.signUp(new Caller(server), { email: email(), password })).problem(403, 'forbidden')
    expect((await api.signIn(new Caller(server), { email: 'dono@exemplo.com.br', password })).expect(200).role).toBe(
      'admin',
    )
  })
})

const host = 'balcao.exemplo.com.br'
const https = { BALCAO_PUBLIC_URL: `https://${host}` }

describe('under a public https address', () => {
  const server = new Server({ env: { ...https, BALCAO_SETUP_CODE: 'laje com vigota 12' } })
  const headers = { host }
  const first = new Caller(server)
  const address = email()
  beforeAll(() => server.start())
  afterAll(async () => {
    await server.stop()
    server.remove()
  })
  const session = (cookie: string) => new Caller(server, 'nobody', cookie).call('getSession', { headers })

  test('the cookie is Secure and its name begins with __Host-', async () => {
    const answer = await api.signUp(first, { email: address, password, setup_code: 'LAJE-com-vigota-12' }, { headers })
    answer.expect(201)
    const [set, old] = answer.received.setCookies
    expect(set).toMatch(/^__Host-balcao_session=[\w-]{43,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
    expect(old).toMatch(/^balcao_session=;.*Max-Age=0/)
    ;(await session(first.cookie!)).expect(200)
  })

  test('by the name without it only a session of an earlier version goes on, and at once under the new name', async () => {
    const token = first.cookie!.split('=')[1]!
    ;(await session(`balcao_session=${token}`)).problem(401, 'unauthenticated')

    server.database.run('update sessions set senha_em = 0') // as an earlier version began it
    const answer = await session(`balcao_session=${token}`)
    answer.expect(200)
    expect(answer.received.setCookies[0]).toContain(`__Host-balcao_session=${token};`)
    expect(answer.received.setCookies[1]).toMatch(/^balcao_session=;.*Max-Age=0/)
    const usual = await session(first.cookie!)
    usual.expect(200)
    expect(usual.received.setCookies).toEqual([])
  })

  test('signing out takes both away', async () => {
    const answer = await first.call('signOut', { headers })
    answer.expect(204)
    expect(answer.received.setCookies.map((line) => line.split(';')[0])).toEqual([
      '__Host-balcao_session=',
      'balcao_session=',
    ])
    ;(await session(first.cookie!)).problem(401)
  })
})

describe('where strangers reach the server', () => {
  const headers = { host }
  const options = async (server: Server) => (await new Caller(server).call('getSignUpOptions', { headers })).expect(200)
  const printed = (server: Server) => /Código de instalação.*: (\S+)\n/.exec(server.log)?.[1]

  test('the first account needs the code that the server printed, later ones do not', async () => {
    const server = new Server({ env: https })
    await server.start()
    const code = printed(server)!
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/)
    expect(await options(server)).toEqual({ open: true, first_account: true, setup_code: true, password_reset: false })

    const body = { email: email(), password }
    const without = await api.signUp(new Caller(server), body, { headers })
    expect(without.fields()).toEqual({ setup_code: expect.stringContaining('código de instalação') })
    const wrong = await api.signUp(new Caller(server), { ...body, setup_code: 'AAAA-BBBB-CCCC' }, { headers })
    expect(wrong.fields()).toEqual({ setup_code: expect.stringContaining('não confere') })
    const both = await api.signUp(new Caller(server), { ...body, password: 'curta' } as never, { headers })
    expect(Object.keys(both.fields()).sort()).toEqual(['password', 'setup_code'])
    expect(server.database.rows('select id from users')).toEqual([])

    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    const first = await api.signUp(new Caller(server), { ...body, setup_code: typed }, { headers })
    expect(first.expect(201).role).toBe('admin')
    expect(await options(server)).toEqual({
      open: true,
      first_account: false,
      setup_code: false,
      password_reset: false,
    })
    const second = await api.signUp(new Caller(server), { email: email(), password }, { headers })
    expect(second.expect(201).role).toBe('user')

    const before = server.log.length
    await server.stop()
    await server.start()
    expect(server.log.slice(before)).not.toContain('Código de instalação')
    await server.stop()
    server.remove()
  })

  test('a code of the operator is not printed, and guessing at it is slowed down', async () => {
    const server = new Server({ env: { ...https, BALCAO_SETUP_CODE: 'A4F7K-22MNB-QQ' } })
    await server.start()
    expect(server.log).not.toContain('A4F7K')
    expect(server.log).toContain('BALCAO_SETUP_CODE')
    const stranger = new Caller(server)
    let status = 0
    for (let count = 0; count < 100 && status !== 429; count += 1)
      status = (await api.signUp(stranger, { email: 'x', password, setup_code: `palpite ${count}` }, { headers }))
        .status
    expect(status).toBe(429)
    const owner = { email: email(), password, setup_code: 'a4f7k22mnbqq' }
    expect((await api.signUp(new Caller(server), owner, { headers })).expect(201).role).toBe('admin')
    await server.stop()
    server.remove()
  })

  test.each([
    ['by a public address', https, true],
    ["by this machine's own address", { BALCAO_PUBLIC_URL: 'http://localhost:8080' }, false],
    ['by that in numbers', { BALCAO_PUBLIC_URL: 'http://[::1]:8080' }, false],
    ['by a name that begins like it', { BALCAO_PUBLIC_URL: 'https://localhost.exemplo.com.br' }, true],
  ])('%s it is asked for: %s', async (_, env, asked) => {
    const server = new Server({ env })
    await server.start()
    expect(printed(server) !== undefined).toBe(asked)
    await server.stop()
    server.remove()
  })

  test('an administrator made by the command line needs none, and afterwards nobody does', async () => {
    const server = new Server({ env: https })
    await server.start()
    expect((await server.command(['user', 'create-admin', email()], `${password}\n`)).code).toBe(0)
    expect(await options(server)).toEqual({
      open: true,
      first_account: false,
      setup_code: false,
      password_reset: false,
    })
    await server.stop()
    server.remove()
  })
})

test('on this machine alone no code is asked for', async () => {
  const server = new Server()
  await server.start()
  expect(server.log).not.toContain('Código de instalação')
  expect((await api.getSignUpOptions(new Caller(server))).expect(200)).toEqual({
    open: true,
    first_account: true,
    setup_code: false,
    password_reset: false,
  })
  await server.stop()
  server.remove()
})
