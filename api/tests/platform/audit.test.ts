// The audit log: a row for each action, refusals included, never a secret. Read from the database itself.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows, hex } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { company, email, password, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { png } from '../helpers/images.ts'
import { until } from '../helpers/server.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let made: Awaited<ReturnType<typeof office>>
let admin: Caller

beforeAll(async () => {
  made = await office(server)
  admin = made.admin
})

const rows = (where: string) => auditRows(server.database, where)
const ofCompany = (id: string, action?: string) =>
  rows(`company_id = ${server.database.id(id)}` + (action ? ` and action_type = '${action}'` : ''))
const ofUser = (id: string) => rows(`user_id = ${server.database.id(id)}`)
const inputOf = (id: string) =>
  api.getCompany(admin, id).then((answer) => {
    const {
      id: _i,
      updated_at: _u,
      logo_sistema_url: _s,
      logo_documentos_url: _d,
      primeiro_numero_em: _p,
      ...form
    } = answer.expect(200)
    return form
  })

describe('what was done', () => {
  test('creating, changing, switching off, deleting a company', async () => {
    const own = await newCompany(admin)
    ;(await api.updateCompany(admin, own.id, '*', { ...(await inputOf(own.id)), bairro: 'Bosque Novo' })).expect(200)
    ;(await api.updateCompany(admin, own.id, '*', { ...(await inputOf(own.id)), ativo: 'N' })).expect(200)
    ;(await api.deleteCompany(admin, own.id, '*')).expect(204)
    const found = ofCompany(own.id)
    expect(found.map(({ action_type, resultado }) => [action_type, resultado])).toEqual([
      ['company_create', 'success'],
      ['company_update', 'success'],
      ['company_deactivate', 'success'],
      ['company_delete', 'success'],
    ])
    for (const row of found) {
      expect(row.user_id).toBe(hex(made.adminAccount.id))
      expect(row.description).toContain(own.razao_social)
      expect(Math.abs(row.created_at / 1000 - Date.now())).toBeLessThan(60_000)
    }
    expect(found[1]!.details).toContain('Bosque Novo')
    expect(found[1]!.details).toContain('Centro')
    expect(found[1]!.details).not.toContain(own.cnpj)
  })

  test('logos are changes of the company', async () => {
    const own = await newCompany(admin)
    ;(await api.putCompanyLogo(admin, own.id, 'system', png(), 'image/png')).expect(200)
    ;(await api.deleteCompanyLogo(admin, own.id, 'system')).expect(204)
    expect(ofCompany(own.id, 'company_update')).toHaveLength(2)
  })

  test('signing up and signing in', async () => {
    const known = await account(server)
    ;(await api.signIn(new Caller(server), { email: known.email, password })).expect(200)
    expect(ofUser(known.id).map(({ action_type, resultado }) => [action_type, resultado])).toEqual([
      ['user_create', 'success'],
      ['session_sign_in', 'success'],
    ])
  })

  test('a password reset by the operator', async () => {
    const known = await account(server)
    expect((await server.command(['user', 'reset-password', known.email], 'outra senha de laje\n')).code).toBe(0)
    expect(rows(`target_user_id = ${server.database.id(known.id)} and action_type = 'user_edit'`)).toMatchObject([
      { resultado: 'success' },
    ])
  })

  test('a repeated request is one action', async () => {
    const body = company()
    const extra = { headers: { 'idempotency-key': unique() } }
    const { id } = (await api.createCompany(admin, body, extra)).expect(201)
    ;(await api.createCompany(admin, body, extra)).expect(201)
    expect(ofCompany(id!, 'company_create')).toHaveLength(1)
  })
})

describe('what was refused', () => {
  test('a wrong password, of a known account and of an unknown one', async () => {
    const known = await account(server)
    ;(await api.signIn(new Caller(server), { email: known.email, password: 'errada demais' })).problem(401)
    const [row] = await until('refused sign-in', () => {
      const found = ofUser(known.id).filter(({ resultado }) => resultado === 'error')
      return found.length ? found : undefined
    })
    expect(row!.action_type).toBe('session_sign_in')

    const stranger = new Caller(server)
    ;(await api.signIn(stranger, { email: email(), password: 'errada demais' })).problem(401)
    await until(
      'refused sign-in of nobody',
      () =>
        rows(
          `user_id is null and action_type = 'session_sign_in' and resultado = 'error' and description like '%${stranger.address}%'`,
        )[0],
    )
  })

  test('the company of others', async () => {
    ;(await api.getCompany(made.user.as('foreign'), made.other.id)).problem(404)
    const row = await until('refused access', () =>
      ofCompany(made.other.id).find(({ resultado }) => resultado === 'error'),
    )
    expect(row.user_id).toBe(hex(made.userAccount.id))
  })

  test('what only an admin may', async () => {
    const clerk = await account(server)
    ;(await api.createCompany(clerk.caller, company())).problem(403)
    await until('refused creation', () => ofUser(clerk.id).find(({ resultado }) => resultado === 'error'))
  })

  test('hammering does not fill the log', async () => {
    const clerk = await account(server)
    for (let count = 0; count < 30; count += 1) (await api.getCompany(clerk.caller, made.other.id)).problem(404)
    await until('one row', () => ofUser(clerk.id).find(({ resultado }) => resultado === 'error'))
    expect(ofUser(clerk.id).filter(({ resultado }) => resultado === 'error').length).toBeLessThanOrEqual(3)
  })

  test('a change that broke a rule leaves neither row nor trace', async () => {
    const before = ofCompany(made.own.id, 'company_update').length
    ;(await api.updateCompany(made.user, made.own.id, '*', company({ cnpj: '1' }))).problem(422)
    expect(ofCompany(made.own.id, 'company_update')).toHaveLength(before)
  })
})

test('no password, hash or session is anywhere in the log', () => {
  const everything = JSON.stringify(rows('1 = 1'))
  expect(everything).not.toContain(password)
  expect(everything).not.toContain('argon2')
  expect(everything).not.toContain(admin.cookie!.split('=')[1])
})
