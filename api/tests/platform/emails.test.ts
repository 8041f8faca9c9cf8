// One e-mail is one account, however it is typed; and what an older version stored becomes so without losing anybody.
import { describe, expect, test } from 'vitest'
import { account } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { email, password, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { Server, ownServer } from '../helpers/server.ts'

describe('typed', () => {
  const server = ownServer()

  test('with other capitals and accents put together differently it is the same', async () => {
    const name = `joão.${unique()}`
    const composed = `${name}@lajes.com.br`
    const caller = new Caller(server)
    const made = (await api.signUp(caller, { email: composed.normalize('NFD').toUpperCase(), password })).expect(201)
    expect(made.user.email).toBe(composed)
    ;(await api.signIn(new Caller(server), { email: composed, password })).expect(200)
    ;(await api.signIn(new Caller(server), { email: composed.normalize('NFD'), password })).expect(200)
    const again = await new Caller(server).call('signUp', { json: { email: composed.toUpperCase(), password } })
    expect(Object.keys(again.fields(409))).toEqual(['email'])
  })

  test.each([
    ['an invisible character', 'ma\u200bria@laje.com.br'],
    ['a soft hyphen', 'ma\u00adria@laje.com.br'],
    ['a mark of direction', 'maria@laje.com.br\u202e'],
    ['fullwidth letters', '\uff4daria@laje.com.br'],
    ['a fullwidth dot', 'maria@laje\uff0ecom.br'],
    ['a ligature', 'mar\ufb01a@laje.com.br'],
  ])('with %s it is refused, wherever it is typed', async (_, address) => {
    const admin = await account(server)
    server.database.run(
      `update user_roles set role_id = (select id from roles where name = 'admin') where user_id = ${server.database.id(admin.id)}`,
    )
    const body = { email: address, password }
    const answers = [
      await new Caller(server).call('signUp', { json: body }),
      await new Caller(server).call('signIn', { json: body }),
      await api.createUser(admin.caller, { ...body, full_name: 'Maria' }),
    ]
    for (const answer of answers) expect(answer.fields()).toEqual({ email: expect.stringContaining('digite de novo') })
  })
})

test('what an older version stored is brought into the same form, and two that become one are both kept', async () => {
  const server = new Server()
  await server.start()
  const admin = await account(server, 'admin')
  const tag = unique()
  const accounts: Record<string, Awaited<ReturnType<typeof account>>> = {}
  // In the order of their age.
  const stored = {
    fullwidth: `\uff4daria.${tag}@laje.com.br`, // older than who has it right
    right: `maria.${tag}@laje.com.br`,
    invisible: `ma\u200bria.${tag}@laje.com.br`,
    accent: `joão.${tag}@laje.com.br`.normalize('NFD'),
    capitals: `ÉRICA.${tag}@laje.com.br`,
    broken: `ana\uff1c${tag}@laje.com.br`,
    deleted: `\uff4daria.${tag}@laje.com.br`,
  }
  for (const [name, address] of Object.entries(stored)) {
    accounts[name] = await account(server)
    const deleted = name === 'deleted' ? ', deleted_at = 1' : ''
    server.database.run(
      `update users set email = '${address}', busca = '', email_norma = 0${deleted} where id = ${server.database.id(accounts[name].id)}`,
    )
  }
  await server.stop()
  await server.start()

  const { items } = (await api.listUsers(admin.caller, { page_size: 100 })).expect(200)
  const emailOf = (name: string) => items.find(({ id }) => id === accounts[name]!.id)?.email
  expect(emailOf('right')).toBe(`maria.${tag}@laje.com.br`)
  expect(emailOf('fullwidth')).toBe(`maria.${tag}+2@laje.com.br`)
  expect(emailOf('invisible')).toBe(`maria.${tag}+3@laje.com.br`)
  expect(emailOf('accent')).toBe(`joão.${tag}@laje.com.br`)
  expect(emailOf('capitals')).toBe(`érica.${tag}@laje.com.br`)
  expect(emailOf('broken')).toBe(`conta-${accounts.broken!.id}@invalido.invalid`)
  expect(emailOf('deleted')).toBeUndefined()
  // Each goes on with its password, and is found by what it is now.
  for (const name of ['right', 'fullwidth', 'invisible', 'accent', 'capitals', 'broken']) {
    const back = (await api.signIn(new Caller(server), { email: emailOf(name)!, password })).expect(200)
    expect([name, back.user.id]).toEqual([name, accounts[name]!.id])
    expect((await api.listUsers(admin.caller, { search: emailOf(name)! })).expect(200).total).toBe(1)
  }

  const told = async (as: Caller) =>
    (await api.listNotifications(as)).expect(200).items.filter(({ tipo }) => tipo === 'email_repetido')
  const texts = (await told(admin.caller)).map(({ texto }) => texto)
  expect(texts).toHaveLength(3)
  for (const name of ['fullwidth', 'invisible', 'broken'])
    expect(texts.filter((text) => text.includes(emailOf(name)!))).toHaveLength(1)
  expect(await told(accounts.right!.caller)).toEqual([])

  // Once is enough.
  await server.stop()
  await server.start()
  expect(await told(admin.caller)).toHaveLength(3)
  await server.stop()
  server.remove()
})

test('the command line takes it in any form too', async () => {
  const server = new Server()
  await server.start()
  const name = `josé.${unique()}@laje.com.br`
  expect(
    (await server.command(['user', 'create-admin', name.normalize('NFD').toUpperCase()], `${password}\n`)).code,
  ).toBe(0)
  expect((await api.signIn(new Caller(server), { email: name, password })).expect(200).role).toBe('admin')
  const deceptive = await server.command(['user', 'create-admin', `\uff4d${email()}`], `${password}\n`)
  expect([deceptive.code, deceptive.stderr]).toEqual([1, expect.stringContaining('invisíveis')])
  await server.stop()
  server.remove()
})
