// The event stream: hints for who may see, nothing for others, and its end with the session.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { company, password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { type Hint, streamEvents } from '../helpers/events.ts'
import { person } from '../helpers/people.ts'
import { pause } from '../helpers/server.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller

beforeAll(async () => {
  admin = (await office(server)).admin
})

async function clerk() {
  const own = await newCompany(admin)
  const user = await account(server, 'user')
  server.database.link(user.id, own.id)
  return { own, user: user.caller, id: user.id, email: user.email }
}
const touch = async (
  as: Caller,
  { id, updated_at: _u, logo_sistema_url: _s, logo_documentos_url: _d, primeiro_numero_em: _p, ...form }: Company,
) => (await api.updateCompany(as, id, '*', form)).etag
/** Is this the hint at that version of the company? A stream may also tell what happened just before it was opened. */
const changed =
  ({ id }: Company, etag: string) =>
  (hint: Hint) =>
    hint.id === id && `"${hint.version}"` === etag

test('a new person is hinted to whoever has a company, and to nobody else', async () => {
  const { user, own } = await clerk()
  const newcomer = await account(server)
  const [stream, outside] = [await streamEvents(user), await streamEvents(newcomer.caller)]
  const made = (await api.createPerson(user, person())).expect(201)
  expect((await stream.hint('the person', ({ id }) => id === made.id)).topic).toBe('people')
  // What comes later reaches the newcomer: the person would be there by now.
  server.database.link(newcomer.id, own.id)
  const isIt = changed(own, await touch(admin, own))
  await outside.hint('the change', isIt)
  expect(outside.hints.filter(({ id }) => id === made.id)).toEqual([])
  for (const each of [stream, outside]) each.close()
})

describe('a change of a company', () => {
  test('is hinted to its users and to admins, with the version that they then read', async () => {
    const { own, user } = await clerk()
    const streams = [await streamEvents(user), await streamEvents(admin)]
    const etag = await touch(admin, own)
    for (const stream of streams) {
      const hint = await stream.hint('the change', changed(own, etag))
      expect([hint.topic, hint.company_id]).toEqual(['companies', own.id])
      stream.close()
    }
  })

  test('is not hinted to anybody without access to it', async () => {
    const { own, user } = await clerk()
    const stranger = await clerk()
    const streams = [await streamEvents(stranger.user), await streamEvents((await account(server)).caller)]
    const witness = await streamEvents(user)
    const etag = await touch(admin, own)
    const strangersTag = await touch(admin, stranger.own)
    await witness.hint('the change', changed(own, etag))
    // Its own hint came later, so the other one would be here by now.
    await streams[0]!.hint('its own change', changed(stranger.own, strangersTag))
    for (const stream of streams) expect(stream.hints.filter(({ id }) => id === own.id)).toEqual([])
    for (const stream of [...streams, witness]) stream.close()
  })

  test('stops being hinted when the access is taken away', async () => {
    const { own, user, id } = await clerk()
    const stream = await streamEvents(user)
    const witness = await streamEvents(admin)
    server.database.unlink(id, own.id)
    const isIt = changed(own, await touch(admin, own))
    await witness.hint('the change', isIt)
    await pause(500)
    expect(stream.hints.filter(isIt)).toEqual([])
    stream.close()
    witness.close()
  })

  test('a new and a deleted one are hinted too', async () => {
    const stream = await streamEvents(admin)
    const made = await newCompany(admin)
    await stream.hint('the new one', ({ id }) => id === made.id)
    const before = stream.hints.length
    ;(await api.deleteCompany(admin, made.id, '*')).expect(204)
    await stream.hint('the deleted one', (hint) => stream.hints.indexOf(hint) >= before && hint.id === made.id)
    stream.close()
  })

  test('a refused change is not hinted', async () => {
    const { own, user } = await clerk()
    const stream = await streamEvents(user)
    ;(await api.updateCompany(user, own.id, '*', company({ cnpj: '1' }))).problem(422)
    const etag = await touch(user, own)
    await stream.hint('the good change', changed(own, etag))
    // Version 1 is the company itself, which was new a moment ago.
    expect(
      stream.hints.filter(({ id, version }) => id === own.id && version > 1).map(({ version }) => `"${version}"`),
    ).toEqual([etag])
    stream.close()
  })
})

describe('the stream ends', () => {
  test('on sign-out of its session, not of another one', async () => {
    const { user, email } = await clerk()
    const second = new Caller(server)
    ;(await api.signIn(second, { email, password })).expect(200)
    const [first, other] = [await streamEvents(user), await streamEvents(second)]
    ;(await api.signOut(user)).expect(204)
    await first.end()
    expect(other.hasEnded).toBe(false)
    ;(await api.signOut(second)).expect(204)
    await other.end()
  })

  test('when the password is reset by the operator', async () => {
    const { user, email } = await clerk()
    const stream = await streamEvents(user)
    expect((await server.command(['user', 'reset-password', email], 'nova senha de laje\n')).code).toBe(0)
    ;(await api.getSession(user)).problem(401)
    // Another process did it: the server notices when it next looks after its streams.
    await stream.end(40_000)
    ;(await api.signIn(new Caller(server), { email, password: 'nova senha de laje' })).expect(200)
  })
})

test('after thousands of events in one second the next one is told at once', async () => {
  const { own, user } = await clerk()
  const stream = await streamEvents(user)
  const records = server.database.isPostgres
    ? `gen_random_uuid() from generate_series(1, 8000)`
    : `randomblob(16) from (with recursive n (i) as (select 1 union all select i + 1 from n where i < 8000) select i from n)`
  server.database.run(
    `insert into saida_eventos (topic, version, created_at, entity_id) select 'people', 1, ${Date.now() * 1000}, ${records}`,
  )
  await stream.hint('the change', changed(own, await touch(user, own)))
  await stream.hint('that there were many', ({ topic, id }) => topic === 'people' && id === null)
  stream.close()
})

test('fifty open streams do not keep requests waiting', async () => {
  const { own, user } = await clerk()
  const streams = await Promise.all(Array.from({ length: 50 }, () => streamEvents(user)))
  const isIt = changed(own, await touch(user, own))
  for (const stream of streams) {
    await stream.hint('the change', isIt)
    stream.close()
  }
})
