// The password again: what asks for it, for how long it holds, and that nothing happens without it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, type Company, office } from '../helpers/builders.ts'
import { Caller, type Problem } from '../helpers/caller.ts'
import { certificateOfAuthority, newAuthority, pfxPassword, trustOfAuthority, upload } from '../helpers/certificates.ts'
import { email, password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { settings } from '../helpers/sefaz-settings.ts'
import { ownServer } from '../helpers/server.ts'

const authority = mkdtempSync(join(tmpdir(), 'balcao-autoridade-'))
newAuthority(authority)
const server = ownServer({ env: { BALCAO_SEFAZ_CA: trustOfAuthority(authority, authority) } })
afterAll(() => rmSync(authority, { recursive: true }))
/** One that serves in produção, too. */
const good = () => upload(certificateOfAuthority(authority, own.cnpj, pfxPassword))
let admin: Caller
let user: Caller
let own: Company
let adminEmail = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  own = made.own
  adminEmail = made.adminAccount.email
})

/** As if everybody had given the password so many minutes ago. */
const givenBefore = (minutes: number) =>
  server.database.run(`update sessions set senha_em = ${(Date.now() - minutes * 60_000) * 1000}`)

interface Asking {
  call: () => Promise<{ status: number; problem(status: number, code?: Problem['code']): Problem }>
  /** What tells whether it was done. */
  done: () => Promise<unknown>
}

const roleOf = async (uid: string) => (await api.getUser(admin, uid)).expect(200).role
const newUser = (overrides: object = {}) => ({ email: email(), full_name: 'Maria Lima', password, ...overrides })

describe('is asked for after ten minutes', () => {
  const cases: [string, () => Asking | Promise<Asking>][] = [
    [
      'to send a certificate',
      () => {
        const sent = good()
        return {
          call: () => api.putCertificate(admin, own.id, '*', sent),
          done: async () => (await api.getCertificate(admin, own.id)).expect(200).configured,
        }
      },
    ],
    [
      'to switch to produção',
      async () => {
        const first = await api.putSefazSettings(admin, own.id, '*', settings())
        first.expect(200)
        ;(await api.putCertificate(admin, own.id, '*', good())).expect(200)
        return {
          call: () => api.putSefazSettings(admin, own.id, '*', settings({ ambiente: 'producao', csc_id: '2' })),
          done: async () => (await api.getSefazSettings(admin, own.id)).expect(200).ambiente === 'producao',
        }
      },
    ],
    [
      'to make an administrator',
      () => {
        const wanted = newUser({ role_name: 'admin' })
        return {
          call: () => api.createUser(admin, wanted),
          done: async () => (await api.listUsers(admin, { search: wanted.email })).expect(200).total === 1,
        }
      },
    ],
    [
      'to change a role',
      async () => {
        const made = (await api.createUser(admin, newUser())).expect(201)
        return {
          call: () => api.updateUser(admin, made.id, '*', { ...made, role: 'admin' }),
          done: async () => (await roleOf(made.id)) === 'admin',
        }
      },
    ],
    [
      'to give a papel',
      async () => {
        const made = (await api.createUser(admin, newUser())).expect(201)
        return {
          call: () => api.linkUserCompany(admin, made.id, own.id, { papel: 'gerente' }),
          done: async () =>
            (await api.listUserCompanies(admin, made.id)).expect(200).items.some(({ access }) => access),
        }
      },
    ],
  ]

  test.each(cases)('%s', async (_, prepare) => {
    ;(await api.givePassword(admin, password)).expect(204)
    const { call, done } = await prepare()
    givenBefore(11)
    const problem = (await call()).problem(403, 'senha_necessaria')
    expect(problem.detail).toContain('Digite a senha')
    expect(await done()).toBe(false)

    ;(await api.givePassword(admin, password)).expect(204)
    expect((await call()).status).toBeLessThan(300)
    expect(await done()).toBe(true)
  })

  test('and by a session of before that was noted', async () => {
    server.database.run('update sessions set senha_em = 0')
    ;(await api.createUser(admin, newUser({ role_name: 'admin' }))).problem(403, 'senha_necessaria')
  })
})

describe('is not asked for', () => {
  test('within ten minutes, signing in included', async () => {
    const other = new Caller(server)
    ;(await api.signIn(other, { email: adminEmail, password })).expect(200)
    ;(await api.createUser(other, newUser({ role_name: 'admin' }))).expect(201)
    givenBefore(9)
    ;(await api.createUser(other, newUser({ role_name: 'admin' }))).expect(201)
  })

  test('for the rest of what is done with users and settings', async () => {
    givenBefore(11)
    const made = (await api.createUser(admin, newUser())).expect(201)
    ;(await api.updateUser(admin, made.id, '*', { ...made, full_name: 'Maria de Lima' })).expect(200)
    ;(await api.putSefazSettings(admin, own.id, '*', settings({ ambiente: 'homologacao' }))).expect(200)
    ;(await api.resetUserPassword(admin, made.id, { password: 'outra laje e vigota' })).expect(204)
  })

  test('of whom the thing itself is refused to', async () => {
    givenBefore(11)
    ;(await api.createUser(user, newUser({ role_name: 'admin' }))).problem(403, 'forbidden')
    ;(await api.createUser(new Caller(server), newUser())).problem(401, 'unauthenticated')
  })
})

test('it holds in the session that it was given in alone', async () => {
  const other = new Caller(server)
  ;(await api.signIn(other, { email: adminEmail, password })).expect(200)
  givenBefore(11)
  ;(await api.givePassword(other, password)).expect(204)
  ;(await api.createUser(admin, newUser({ role_name: 'admin' }))).problem(403, 'senha_necessaria')
  ;(await api.createUser(other, newUser({ role_name: 'admin' }))).expect(201)
})

test('changing the own password is giving it', async () => {
  const own = await account(server)
  givenBefore(11)
  ;(await api.changeOwnPassword(own.caller, { current_password: password, password: 'outra laje e vigota' })).expect(
    204,
  )
  const [row] = server.database.rows(`select senha_em from sessions where user_id = ${server.database.id(own.id)}`)
  expect(Number(row!.senha_em)).toBeGreaterThan((Date.now() - 60_000) * 1000)
})

test('a wrong one is refused at its field and gives nothing, and guessing is slowed down', async () => {
  const own = await account(server)
  givenBefore(11)
  expect((await api.givePassword(own.caller, 'errada')).fields()).toEqual({
    password: expect.stringContaining('não confere'),
  })
  expect((await own.caller.call('givePassword', { json: {} })).fields()).toEqual({ password: expect.any(String) })
  let status = 0
  for (let count = 0; count < 20 && status !== 429; count += 1)
    status = (await api.givePassword(own.caller, 'errada')).status
  expect(status).toBe(429)
  const [row] = server.database.rows(`select senha_em from sessions where user_id = ${server.database.id(own.id)}`)
  expect(Number(row!.senha_em)).toBeLessThan((Date.now() - 600_000) * 1000)
})
