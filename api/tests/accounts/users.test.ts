// Administration of users: what is kept, what is refused, and what ends when.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows, hex } from '../helpers/audit.ts'
import { type Account, account, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { email, password, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { engine, Server } from '../helpers/server.ts'
import { userCreation, type User, userTools } from '../helpers/users.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let adminAccount: Account
const { newUser, read, change, signedIn, newAdmin, audited } = userTools(server, () => admin)

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  adminAccount = made.adminAccount
})

describe('a new user', () => {
  test('is answered as it is, may sign in, and is in the log without the password', async () => {
    const typed = userCreation({ full_name: '  Marina  Souza ', email: ` ${email().toUpperCase()} ` })
    const answer = await api.createUser(admin, typed)
    const made = answer.expect(201)
    expect(made).toMatchObject({
      full_name: 'Marina  Souza',
      email: typed.email.trim().toLowerCase(),
      role: 'user',
      active: 'S',
      last_sign_in_at: null,
      is_self: false,
      default_company: null,
    })
    expect(answer.etag).toBe('"1"')
    await signedIn(made)
    expect((await read(made.id)).last_sign_in_at).not.toBeNull()
    const log = audited(made.id)
    expect(log.map(({ action_type }) => action_type)).toEqual(['user_create'])
    expect(JSON.stringify(log)).not.toContain(password)
  })

  test('takes the role it is given', async () => {
    expect((await newUser({ role_name: 'admin' })).role).toBe('admin')
    expect((await newUser({ role_name: null })).role).toBe('user')
  })

  test('is refused field by field', async () => {
    const refused = async (overrides: Record<string, unknown>) =>
      (await api.createUser(admin, userCreation(overrides))).fields()
    expect(await refused({ full_name: ' ', email: 'marina', password: '' })).toEqual({
      full_name: 'Preencha este campo.',
      email: 'Digite um e-mail completo, como nome@empresa.com.br.',
      password: 'Preencha este campo.',
    })
    expect(await refused({ full_name: 'x'.repeat(121), password: 'minhasenha2024' })).toEqual({
      full_name: 'Digite no máximo 120 caracteres.',
      password:
        'Esta senha é fácil de adivinhar. Junte três ou quatro palavras que só você usaria, sem seu nome, sua empresa nem datas.',
    })
    expect(await refused({ password: 'laje '.repeat(200) })).toEqual({ password: 'Use no máximo 200 caracteres.' })
    expect(await refused({ password: 12345678 })).toEqual({
      password: 'Este valor veio em formato inesperado. Digite de novo.',
    })
    expect(await refused({ role_name: 'chefe' })).toEqual({ role_name: 'Escolha uma das funções da lista.' })
    expect(await refused({ active: 'N' })).toEqual({ active: 'Este campo não existe.' })
  })

  test('with the e-mail of somebody in other capitals is a conflict that names who has it', async () => {
    const known = await newUser()
    const problem = (await api.createUser(admin, userCreation({ email: known.email.toUpperCase() }))).problem(
      409,
      'conflict',
    )
    expect(problem.errors).toEqual([{ field: 'email', message: 'Já existe uma conta com este e-mail.' }])
    expect(problem.existing_id).toBe(known.id)
  })

  test('is made once however often the same creation is sent, and a key is not used for another', async () => {
    const headers = { 'idempotency-key': unique() }
    const typed = userCreation()
    const first = await api.createUser(admin, typed, { headers })
    const second = await api.createUser(admin, typed, { headers })
    expect(second.expect(201)).toEqual(first.expect(201))
    expect(second.etag).toBe(first.etag)
    for (const other of [{ password: 'outra laje treliçada' }, { full_name: 'Outra' }])
      (await api.createUser(admin, { ...typed, ...other }, { headers })).problem(422)
    expect((await api.listUsers(admin, { search: typed.email })).expect(200).total).toBe(1)
  })

  test('sent twice at once is one user', async () => {
    const typed = userCreation()
    const statuses = (await Promise.all([api.createUser(admin, typed), api.createUser(admin, typed)])).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([201, 409])
  })
})

describe('the list', () => {
  test('is searched by parts of name and e-mail without accents, sorted, filtered and paged by the server', async () => {
    const word = unique()
    const names = ['Érica', 'ana', 'Bruno']
    const made = []
    for (const name of names)
      made.push(await newUser({ full_name: `${name} ${word}`, role_name: name === 'ana' ? 'admin' : 'user' }))
    ;(await change(made[2]!.id, { active: 'N' })).expect(200)
    const ids = async (query: object) => (await api.listUsers(admin, query)).expect(200).items.map(({ id }) => id)
    const [erica, ana, bruno] = made.map(({ id }) => id)
    expect(await ids({ search: word })).toEqual([ana, bruno, erica])
    expect(await ids({ search: word, sort: '-full_name' })).toEqual([erica, bruno, ana])
    expect(await ids({ search: word, sort: 'created_at' })).toEqual([erica, ana, bruno])
    expect(await ids({ search: `${word} ERICA` })).toEqual([erica])
    expect(await ids({ search: made[0]!.email.toUpperCase() })).toEqual([erica])
    expect(await ids({ search: word, situacao: 'inativos' })).toEqual([bruno])
    expect(await ids({ search: word, situacao: 'ativos', role: 'admin' })).toEqual([ana])
    expect(await ids({ search: word, role: 'gerente' })).toEqual([])
    const page = (await api.listUsers(admin, { search: word, page: 2, page_size: 2 })).expect(200)
    expect([page.items.map(({ id }) => id), page.total, page.total_exact]).toEqual([[erica], 3, true])
    await signedIn(made[1]!)
    await signedIn(made[0]!)
    expect(await ids({ search: word, sort: '-last_sign_in_at' })).toEqual([erica, ana, bruno])
    const addresses = [...made].map((user) => user.email).sort()
    expect(
      (await api.listUsers(admin, { search: word, sort: 'email' })).expect(200).items.map((user) => user.email),
    ).toEqual(addresses)
  })

  test('an account that signed up by itself is found by its name, and one knows oneself', async () => {
    const own = (await api.listUsers(admin, { search: adminAccount.email })).expect(200)
    expect(own.items.map(({ id, is_self }) => [id, is_self])).toEqual([[adminAccount.id, true]])
  })

  test('refuses what it does not know', async () => {
    expect((await api.listUsers(admin, { situacao: 'lixeira', sort: 'password_hash', page: 0 })).fields()).toEqual({
      situacao: 'Use ativos ou inativos.',
      sort: 'Não é possível ordenar por esta coluna.',
      page: 'Use um número de 1 a 1000000000.',
    })
  })
})

test('looking at a user is noted, each time', async () => {
  const user = await newUser()
  await read(user.id)
  await read(user.id)
  const { database } = server
  const rows = auditRows(database, `action_type = 'user_view' and target_user_id = ${database.id(user.id)}`)
  expect(rows.map(({ user_id }) => user_id)).toEqual([hex(adminAccount.id), hex(adminAccount.id)])
})

test('reading a user again, or before a change, is not noted', async () => {
  const user = await newUser()
  const { full_name } = (await api.getUser(admin, user.id, { purpose: 'refresh' })).expect(200)
  expect(full_name).toBe(user.full_name)
  const { database } = server
  const looks = () => auditRows(database, `action_type = 'user_view' and target_user_id = ${database.id(user.id)}`)
  expect(looks()).toEqual([])
  ;(await api.getUser(admin, user.id, { purpose: 'view' })).expect(200)
  expect(looks()).toHaveLength(1)
  expect((await api.getUser(admin, user.id, { purpose: 'spy' })).fields()).toEqual({ purpose: 'Use view ou refresh.' })
})

test('the roles are those of the table, by name', async () => {
  expect((await api.listRoles(admin)).expect(200)).toEqual([{ name: 'admin' }, { name: 'user' }])
})

describe('a change', () => {
  test('of name and e-mail is kept, logged, and leaves the sessions alone', async () => {
    const user = await newUser()
    const caller = await signedIn(user)
    const address = email()
    const answer = await change(user.id, { full_name: 'Novo Nome', email: address.toUpperCase() })
    expect(answer.expect(200)).toMatchObject({ full_name: 'Novo Nome', email: address })
    expect((await api.getSession(caller)).expect(200).user).toMatchObject({ full_name: 'Novo Nome', email: address })
    const log = audited(user.id).slice(1)
    expect(log.map(({ action_type }) => action_type)).toEqual(['user_edit'])
    expect(JSON.parse(log[0]!.details!)).toEqual({
      full_name: [user.full_name, 'Novo Nome'],
      email: [user.email, address],
    })
  })

  test('of the role is logged as one of permissions', async () => {
    const user = await newUser()
    ;(await change(user.id, { role: 'admin', full_name: 'Chefe' })).expect(200)
    expect(
      audited(user.id)
        .slice(1)
        .map(({ action_type, details }) => [action_type, JSON.parse(details!)]),
    ).toEqual([
      ['user_edit', { full_name: [user.full_name, 'Chefe'] }],
      ['user_edit_permissions', { role: ['user', 'admin'] }],
    ])
  })

  test('needs the version that was read', async () => {
    const user = await newUser()
    const { etag } = await api.getUser(admin, user.id)
    ;(await api.updateUser(admin, user.id, etag, { ...user, full_name: 'Primeira' })).expect(200)
    const stale = await api.updateUser(admin, user.id, etag, { ...user, full_name: 'Segunda' })
    expect(stale.expect(412).current).toMatchObject({ full_name: 'Primeira' })
    ;(await api.updateUser(admin, user.id, undefined, user)).problem(428)
    ;(await api.deleteUser(admin, user.id, etag)).problem(412)
  })

  test('to the e-mail of another account is a conflict, also in other capitals; to the own one in capitals is none', async () => {
    const [one, other] = [await newUser(), await newUser()]
    expect((await change(one.id, { email: other.email.toUpperCase() })).problem(409, 'conflict').existing_id).toBe(
      other.id,
    )
    expect((await change(one.id, { email: one.email.toUpperCase() })).expect(200).email).toBe(one.email)
  })

  test('is refused field by field', async () => {
    const user = await newUser()
    expect((await api.updateUser(admin, user.id, '*', {})).fields()).toEqual({
      full_name: 'Preencha este campo.',
      email: 'Preencha este campo.',
      role: 'Preencha este campo.',
      active: 'Preencha este campo.',
    })
    expect((await change(user.id, { role: 'chefe' })).fields()).toEqual({ role: 'Escolha uma das funções da lista.' })
    expect((await api.updateUser(admin, user.id, '*', { ...user, active: 'X', password })).fields()).toEqual({
      active: 'Escolha uma das opções da lista.',
      password: 'Este campo não existe.',
    })
  })

  test('of somebody who is not there is not found', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000'
    const user = await newUser()
    ;(await api.getUser(admin, nobody)).problem(404)
    ;(await api.getUser(admin, 'x')).problem(404)
    ;(await api.updateUser(admin, nobody, '*', user)).problem(404)
    ;(await api.deleteUser(admin, nobody, '*')).problem(404)
    ;(await api.resetUserPassword(admin, nobody, { password })).problem(404)
    ;(await api.listUserCompanies(admin, nobody)).problem(404)
  })
})

describe('sessions and streams end at once', () => {
  const cases: [string, (id: string) => Promise<{ status: number }>][] = [
    ['on a change of role', (id) => change(id, { role: 'admin' })],
    ['on deactivation', (id) => change(id, { active: 'N' })],
    ['on a new password', (id) => api.resetUserPassword(admin, id, { password: 'outra laje treliçada' })],
    ['on deletion', (id) => api.deleteUser(admin, id, '*')],
  ]
  test.each(cases)('%s', async (_, act) => {
    const user = await newUser()
    const [first, second] = [await signedIn(user), await signedIn(user)]
    const streams = [await streamEvents(first), await streamEvents(second)]
    const bystander = await streamEvents(await signedIn(await newUser()))
    expect((await act(user.id)).status).toBeLessThan(300)
    for (const caller of [first, second]) (await api.getSession(caller)).problem(401)
    for (const stream of streams) await stream.end()
    expect(bystander.hasEnded).toBe(false)
    bystander.close()
  })

  // A SQLite file belongs to one server.
  test.runIf(engine === 'postgres').each(cases)('%s, also those that another process holds', async (_, act) => {
    const second = new Server({ env: { BALCAO_DATABASE_URL: server.databaseUrl } })
    await second.start()
    const user = await newUser()
    const caller = await signedIn(user)
    const elsewhere = new Caller(second, 'unlinked', caller.cookie)
    const stream = await streamEvents(elsewhere)
    expect((await act(user.id)).status).toBeLessThan(300)
    ;(await api.getSession(elsewhere)).problem(401)
    await stream.end()
    await second.stop()
    second.remove()
  })
})

describe('state, password and deletion', () => {
  test('a deactivated user is refused like one with a wrong password, and may come back', async () => {
    const user = await newUser()
    ;(await change(user.id, { active: 'N' })).expect(200)
    const refused = (await api.signIn(new Caller(server), { email: user.email, password })).problem(401)
    const wrong = (await api.signIn(new Caller(server), { email: email(), password })).problem(401)
    expect({ ...refused, request_id: '' }).toEqual({ ...wrong, request_id: '' })
    ;(await change(user.id, { active: 'S' })).expect(200)
    await signedIn(user)
    expect(
      audited(user.id)
        .slice(1)
        .map(({ description }) => description),
    ).toEqual([`Desativou o usuário ${user.full_name}`, `Reativou o usuário ${user.full_name}`])
  })

  test('a reset password is the one that counts, and is not in the log', async () => {
    const user = await newUser()
    ;(await api.resetUserPassword(admin, user.id, { password: 'outra laje treliçada' })).expect(204)
    ;(await api.signIn(new Caller(server), { email: user.email, password })).problem(401)
    await signedIn(user, 'outra laje treliçada')
    const log = audited(user.id).slice(1)
    expect(log).toMatchObject([{ action_type: 'user_edit', details: '{"password":"alterado"}' }])
    expect(JSON.stringify(log)).not.toContain('outra laje')
  })

  test('the rules of new passwords hold for a reset, and one does not reset the own', async () => {
    const user = await newUser()
    const name = user.email.split('@')[0]!
    expect((await api.resetUserPassword(admin, user.id, { password: 'curta' })).fields()).toEqual({
      password: 'Use pelo menos 12 caracteres. Três ou quatro palavras são fáceis de lembrar.',
    })
    expect((await api.resetUserPassword(admin, user.id, { password: name })).fields()).toEqual({
      password: 'A senha não pode ser o seu e-mail. Escolha outra.',
    })
    expect((await api.resetUserPassword(admin, user.id, { password, role: 'admin' })).fields()).toEqual({
      role: 'Este campo não existe.',
    })
    expect((await api.resetUserPassword(admin, adminAccount.id, { password })).problem(422).detail).toContain(
      'página da sua conta',
    )
  })

  test('a deleted user is gone, frees the e-mail, and keeps a name in the log', async () => {
    const user = await newUser()
    const own = await newCompany(admin)
    ;(await api.linkUserCompany(admin, user.id, own.id)).expect(204)
    ;(await api.deleteUser(admin, user.id, '*')).expect(204)
    ;(await api.getUser(admin, user.id)).problem(404)
    ;(await api.deleteUser(admin, user.id, '*')).problem(404)
    ;(await api.linkUserCompany(admin, user.id, own.id)).problem(404)
    expect((await api.listUsers(admin, { search: user.email })).expect(200).items).toEqual([])
    expect((await newUser({ email: user.email })).id).not.toBe(user.id)
    const last = audited(user.id).at(-1)!
    expect([last.action_type, last.description]).toEqual(['user_delete', `Excluiu o usuário ${user.full_name}`])
  })
})

describe('administrators', () => {
  test('do not change their own role or state, and do not delete themselves; their own name they may', async () => {
    expect((await change(adminAccount.id, { role: 'user', active: 'N' })).fields()).toEqual({
      role: 'Você não pode mudar a sua própria função. Peça a outro administrador.',
      active: 'Você não pode desativar a sua própria conta. Peça a outro administrador.',
    })
    expect((await api.deleteUser(admin, adminAccount.id, '*')).problem(422).detail).toBe(
      'Você não pode excluir a sua própria conta. Peça a outro administrador.',
    )
    expect((await change(adminAccount.id, { full_name: 'Dona da Casa' })).expect(200)).toMatchObject({
      full_name: 'Dona da Casa',
      is_self: true,
    })
  })

  test('are demoted, deactivated and deleted by another one', async () => {
    for (const act of [
      (id: string) => change(id, { role: 'user' }),
      (id: string) => change(id, { active: 'N' }),
      (id: string) => api.deleteUser(admin, id, '*'),
    ])
      expect((await act((await newAdmin()).user.id)).status).toBeLessThan(300)
  })

  test('who was demoted meanwhile does nothing more', async () => {
    const other = await newAdmin()
    ;(await change(other.user.id, { role: 'user' })).expect(200)
    ;(await api.createUser(other.caller, userCreation())).problem(401)
    const again = (await signedIn(other.user)).as('unlinked')
    ;(await api.createUser(again, userCreation())).problem(403)
  })

  const acts: [string, (as: Caller, id: string, form: User) => Promise<{ status: number }>][] = [
    ['demoting', (as, id, form) => api.updateUser(as, id, '*', { ...form, role: 'user' })],
    ['deactivating', (as, id, form) => api.updateUser(as, id, '*', { ...form, active: 'N' })],
    ['deleting', (as, id) => api.deleteUser(as, id, '*')],
  ]
  test.each(acts)('two %s each other at the same time: one remains', async (_, act) => {
    const alone = new Server()
    await alone.start()
    const [one, other] = [await account(alone, 'admin'), await account(alone, 'unlinked')]
    const form = (await api.getUser(one.caller, other.id)).expect(200)
    ;(await api.updateUser(one.caller, other.id, '*', { ...form, role: 'admin' })).expect(200)
    const second = new Caller(alone, 'admin')
    ;(await api.signIn(second, { email: other.email, password })).expect(200)
    const forms = [
      (await api.getUser(one.caller, other.id)).expect(200),
      (await api.getUser(one.caller, one.id)).expect(200),
    ]
    const statuses = (await Promise.all([act(one.caller, other.id, forms[0]!), act(second, one.id, forms[1]!)])).map(
      ({ status }) => status,
    )
    // The later one is either refused as the last (422) or was out before it was heard (401).
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect([401, 422]).toContain(statuses.find((status) => status >= 300))
    expect(
      alone.database
        .rows(`select u.id from users u join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id
        where r.name = 'admin' and u.active = 'S' and u.deleted_at is null`),
    ).toHaveLength(1)
    await alone.stop()
    alone.remove()
  })
})
