// The own account: name, password, and where one is signed in.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
beforeAll(() => office(server))

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const other = 'outra laje treliçada'

/** One account, signed in as often as there are browsers. */
async function signedIn(...browsers: string[]) {
  const made = await account(server)
  const callers: Caller[] = []
  for (const browser of browsers) {
    const caller = new Caller(server, 'unlinked')
    ;(await api.signIn(caller, { email: made.email, password }, { headers: { 'user-agent': browser } })).expect(200)
    callers.push(caller)
  }
  return { ...made, callers }
}
const sessions = async (as: Caller) => (await api.listOwnSessions(as)).expect(200).items

describe('the own name', () => {
  test('is changed, and nothing else', async () => {
    const { caller, id, email } = await account(server)
    const before = await api.getAccount(caller)
    expect(before.expect(200)).toMatchObject({
      id,
      email,
      role: 'user',
      active: 'S',
      is_self: true,
      default_company: null,
    })
    const stream = await streamEvents(caller)
    const changed = await api.updateAccount(caller, before.etag, {
      ...before.expect(200),
      full_name: ' Maria da Silva ',
      role: 'admin',
      email: 'outra@exemplo.com.br',
      active: 'N',
    })
    expect(changed.expect(200)).toEqual({ ...before.expect(200), full_name: 'Maria da Silva' })
    expect((await api.getSession(caller)).expect(200)).toMatchObject({
      role: 'user',
      user: { full_name: 'Maria da Silva', email },
    })
    await stream.hint('the change', ({ topic }) => topic === 'session')
    stream.close()
  })

  test('needs the version that was read, and some text', async () => {
    const { caller } = await account(server)
    const { etag } = await api.getAccount(caller)
    ;(await api.updateAccount(caller, etag, { full_name: 'Primeira' })).expect(200)
    expect((await api.updateAccount(caller, etag, { full_name: 'Segunda' })).expect(412).current.full_name).toBe(
      'Primeira',
    )
    ;(await api.updateAccount(caller, undefined, { full_name: 'Segunda' })).problem(428)
    expect((await api.updateAccount(caller, '*', { full_name: ' ' })).fields()).toEqual({
      full_name: 'Preencha este campo.',
    })
    expect((await api.updateAccount(caller, '*', { full_name: 'A', senha: 'x' })).fields()).toEqual({
      senha: 'Este campo não existe.',
    })
  })
})

describe('the own password', () => {
  test('is changed with the old one; every other session ends, this one goes on', async () => {
    const { callers, email, id } = await signedIn(chrome, iphone)
    const [here, there] = callers as [Caller, Caller]
    const streams = [await streamEvents(here), await streamEvents(there)]
    ;(await api.changeOwnPassword(here, { current_password: password, password: other })).expect(204)
    ;(await api.getSession(there)).problem(401)
    await streams[1]!.end()
    ;(await api.getSession(here)).expect(200)
    expect(streams[0]!.hasEnded).toBe(false)
    streams[0]!.close()
    expect(await sessions(here)).toMatchObject([{ current: true }])
    ;(await api.signIn(new Caller(server), { email, password })).problem(401)
    ;(await api.signIn(new Caller(server), { email, password: other })).expect(200)
    const { database } = server
    const rows = auditRows(database, `target_user_id = ${database.id(id)} and action_type = 'user_edit'`)
    expect(rows).toMatchObject([
      { action_type: 'user_edit', description: 'Trocou a própria senha', details: '{"password":"alterado"}' },
    ])
  })

  test('is not changed without the old one', async () => {
    const { caller, email } = await account(server)
    expect(
      (await api.changeOwnPassword(caller, { current_password: 'errada errada', password: other })).fields(),
    ).toEqual({
      current_password: 'A senha não confere. Digite a senha com que você entra.',
    })
    expect((await api.changeOwnPassword(caller, { current_password: '', password: 'curta' })).fields()).toEqual({
      current_password: 'Preencha este campo.',
      password: 'Use pelo menos 12 caracteres. Três ou quatro palavras são fáceis de lembrar.',
    })
    expect((await api.changeOwnPassword(caller, { current_password: password, password: email })).fields()).toEqual({
      password: 'A senha não pode ser o seu e-mail. Escolha outra.',
    })
    expect(
      (await api.changeOwnPassword(caller, { current_password: 'x'.repeat(1001), password: other })).fields(),
    ).toEqual({
      current_password: 'Use no máximo 200 caracteres.',
    })
    ;(await api.signIn(new Caller(server), { email, password })).expect(200)
  })

  test('guessing it gets slow, from all sessions of the account together', async () => {
    const { callers } = await signedIn(chrome, iphone)
    const wrong = (at: number) =>
      api.changeOwnPassword(callers[at % 2]!, { current_password: `errada ${at} vezes`, password: other })
    let tries = 0
    let answer = await wrong(tries)
    // However slow the machine is: the wait grows with each further try.
    while (answer.status === 422 && tries < 15) answer = await wrong((tries += 1))
    expect(tries).toBeGreaterThan(5)
    expect(answer.problem(429, 'limited').retry_after).toBeGreaterThan(0)
  })
})

describe('sessions', () => {
  test('are listed with what they are on, the current one marked, nobody else among them', async () => {
    await signedIn(chrome)
    const { callers } = await signedIn(chrome, iphone)
    const listed = await sessions(callers[1]!)
    // The first is that of the sign-up.
    expect(listed.map(({ device, current }) => [device, current])).toEqual([
      ['Safari no iPhone', true],
      ['Chrome no Windows', false],
      ['Aparelho desconhecido', false],
    ])
    for (const { created_at, last_used_at } of listed)
      expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(Date.parse(created_at))
  })

  test('one of them is ended: its stream too, the others go on', async () => {
    const { callers } = await signedIn(chrome, iphone)
    const [here, there] = callers as [Caller, Caller]
    const streams = [await streamEvents(here), await streamEvents(there)]
    const { id } = (await sessions(there)).find(({ current }) => current)!
    ;(await api.endOwnSession(here, id)).expect(204)
    await streams[1]!.end()
    ;(await api.getSession(there)).problem(401)
    ;(await api.getSession(here)).expect(200)
    expect(streams[0]!.hasEnded).toBe(false)
    streams[0]!.close()
    ;(await api.endOwnSession(here, id)).problem(404)
  })

  test('of somebody else look as if they did not exist', async () => {
    const [one, another] = [await signedIn(chrome), await signedIn(chrome)]
    const { id } = (await sessions(another.callers[0]!))[0]!
    ;(await api.endOwnSession(one.callers[0]!, id)).problem(404)
    ;(await api.endOwnSession(one.callers[0]!, 'x')).problem(404)
    ;(await api.getSession(another.callers[0]!)).expect(200)
  })

  test('all but this one are ended', async () => {
    const { callers, caller } = await signedIn(chrome, iphone)
    ;(await api.endOtherSessions(callers[0]!)).expect(204)
    for (const gone of [caller, callers[1]!]) (await api.getSession(gone)).problem(401)
    expect(await sessions(callers[0]!)).toMatchObject([{ device: 'Chrome no Windows', current: true }])
  })

  test('that can no longer be used are not listed', async () => {
    const { callers, id } = await signedIn(chrome)
    const long = (Date.now() - 13 * 3_600_000) * 1000
    const { database } = server
    const { id: current } = (await sessions(callers[0]!)).find((session) => session.current)!
    database.run(
      `update sessions set last_used_at = ${long} where user_id = ${database.id(id)} and id <> ${database.id(current)}`,
    )
    expect((await sessions(callers[0]!)).map(({ id: listed }) => listed)).toEqual([current])
  })
})
