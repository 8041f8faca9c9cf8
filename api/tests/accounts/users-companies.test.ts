// Which companies a user may work with, and which one comes first.
import { beforeAll, describe, expect, test } from 'vitest'
import { hex } from '../helpers/audit.ts'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { ownServer } from '../helpers/server.ts'
import { userTools } from '../helpers/users.ts'

const server = ownServer()
let admin: Caller
const { newUser, read, change, signedIn, newAdmin, audited } = userTools(server, () => admin)

beforeAll(async () => {
  admin = (await office(server)).admin
})

describe('companies of a user', () => {
  const accessOf = async (id: string, search: string) =>
    (await api.listUserCompanies(admin, id, { search }))
      .expect(200)
      .items.map((one) => [one.id, one.access, one.is_default])

  test('are all companies, searched and paged, with access and default', async () => {
    const word = unique()
    const made = []
    for (const letter of ['B', 'A', 'C']) made.push(await newCompany(admin, { razao_social: `${letter} ${word}` }))
    const [b, a, c] = made
    const user = await newUser()
    ;(await api.linkUserCompany(admin, user.id, a!.id)).expect(204)
    ;(await api.linkUserCompany(admin, user.id, c!.id)).expect(204)
    ;(await api.setUserDefaultCompany(admin, user.id, c!.id)).expect(204)
    expect(await accessOf(user.id, word)).toEqual([
      [a!.id, true, false],
      [b!.id, false, false],
      [c!.id, true, true],
    ])
    const page = (await api.listUserCompanies(admin, user.id, { search: word, page: 2, page_size: 2 })).expect(200)
    expect([page.items.map(({ id }) => id), page.total]).toEqual([[c!.id], 3])
    expect(await accessOf(user.id, b!.cnpj.slice(0, 8))).toContainEqual([b!.id, false, false])
    const all = (await api.listUserCompanies(admin, user.id)).expect(200)
    expect(all.total).toBe((await api.listCompanies(admin)).expect(200).total)
    expect(await read(user.id)).toMatchObject({ default_company: { id: c!.id, razao_social: c!.razao_social } })
  })

  test('giving access takes effect at once, is hinted to the user alone, and is logged once', async () => {
    const own = await newCompany(admin)
    const user = await newUser()
    const caller = await signedIn(user)
    const bystander = await streamEvents(await signedIn(await newUser()))
    const stream = await streamEvents(caller)
    ;(await api.getCompany(caller.as('foreign'), own.id)).problem(404)
    ;(await api.linkUserCompany(admin, user.id, own.id)).expect(204)
    ;(await api.linkUserCompany(admin, user.id, own.id)).expect(204)
    await stream.hint('a new company', ({ topic }) => topic === 'session')
    ;(await api.getCompany(caller.as('user'), own.id)).expect(200)
    expect((await api.getSession(caller)).expect(200).active_company?.id).toBe(own.id)
    expect(
      audited(user.id)
        .slice(1)
        .map(({ action_type, company_id }) => [action_type, company_id]),
    ).toEqual([['user_associate_company', hex(own.id)]])
    expect(bystander.hints.filter(({ topic }) => topic === 'session' || topic === 'users')).toEqual([])
    for (const each of [stream, bystander]) each.close()
  })

  test('taking access away clears the default, takes effect at once and is hinted; the session goes on', async () => {
    const [own, other] = [await newCompany(admin), await newCompany(admin)]
    const user = await newUser()
    for (const { id } of [own, other]) (await api.linkUserCompany(admin, user.id, id)).expect(204)
    ;(await api.setUserDefaultCompany(admin, user.id, own.id)).expect(204)
    const caller = await signedIn(user)
    expect((await api.getSession(caller)).expect(200).active_company?.id).toBe(own.id)
    const stream = await streamEvents(caller)
    ;(await api.unlinkUserCompany(admin, user.id, own.id)).expect(204)
    ;(await api.getCompany(caller.as('foreign'), own.id)).problem(404)
    await stream.hint('the loss', ({ topic }) => topic === 'session')
    expect((await read(user.id)).default_company).toBeNull()
    expect((await api.getSession(caller)).expect(200).active_company?.id).toBe(other.id)
    // Hints come in order: that of the other company would have come after that of the lost one.
    const form = async (id: string) => {
      const {
        id: _i,
        updated_at: _u,
        logo_sistema_url: _s,
        logo_documentos_url: _d,
        primeiro_numero_em: _p,
        ...rest
      } = (await api.getCompany(admin, id)).expect(200)
      return rest
    }
    const before = stream.hints.length
    ;(await api.updateCompany(admin, own.id, '*', await form(own.id))).expect(200)
    ;(await api.updateCompany(admin, other.id, '*', await form(other.id))).expect(200)
    await stream.hint('the other company', (hint) => stream.hints.indexOf(hint) >= before && hint.id === other.id)
    expect(stream.hints.slice(before).filter(({ company_id }) => company_id === own.id)).toEqual([])
    expect(stream.hasEnded).toBe(false)
    stream.close()
    ;(await api.unlinkUserCompany(admin, user.id, own.id)).expect(204)
    expect(audited(user.id).filter(({ action_type }) => action_type === 'user_disassociate_company')).toMatchObject([
      { company_id: hex(own.id) },
    ])
  })

  test('a user is an operador of a company unless made a gerente, and may become either', async () => {
    const own = await newCompany(admin)
    const user = await newUser()
    const caller = await signedIn(user)
    const papel = async () => {
      const [company] = (await api.listUserCompanies(admin, user.id, { search: own.cnpj })).expect(200).items
      const answer = await api.getCompany(caller.as(company!.access ? 'user' : 'foreign'), own.id)
      return [
        company!.papel,
        (await api.getSession(caller)).expect(200).active_company?.papel,
        answer.status === 200 ? answer.expect(200).papel : undefined,
      ]
    }
    expect(await papel()).toEqual([null, undefined, undefined])
    ;(await api.linkUserCompany(admin, user.id, own.id)).expect(204)
    expect(await papel()).toEqual(['operador', 'operador', 'operador'])
    ;(await api.linkUserCompany(admin, user.id, own.id, { papel: 'gerente' })).expect(204)
    ;(await api.updateCompany(caller.as('user'), own.id, '*', {})).problem(422, 'invalid')
    const stream = await streamEvents(caller)
    ;(await api.linkUserCompany(admin, user.id, own.id, { papel: 'operador' })).expect(204)
    await stream.hint('another papel', ({ topic }) => topic === 'session')
    stream.close()
    ;(await api.updateCompany(caller.as('operador'), own.id, '*', {})).problem(403, 'forbidden')
    for (const again of [{ papel: 'operador' }, undefined])
      (await api.linkUserCompany(admin, user.id, own.id, again)).expect(204)
    expect(await papel()).toEqual(['operador', 'operador', 'operador'])
    ;(await api.unlinkUserCompany(admin, user.id, own.id)).expect(204)
    ;(await api.linkUserCompany(admin, user.id, own.id, { papel: 'operador' })).expect(204)
    ;(await api.linkUserCompany(admin, user.id, own.id, { papel: 'gerente' })).expect(204)
    expect(await papel()).toEqual(['gerente', 'gerente', 'gerente'])
    expect((await api.getCompany(admin, own.id)).expect(200).papel).toBe('gerente')
    expect(
      audited(user.id)
        .slice(1)
        .map(({ action_type, description }) => [action_type, description]),
    ).toEqual([
      ['user_associate_company', expect.stringContaining('como operador')],
      ['user_change_papel', expect.stringContaining('gerente')],
      ['user_change_papel', expect.stringContaining('operador')],
      ['user_disassociate_company', expect.anything()],
      ['user_associate_company', expect.stringContaining('como operador')],
      ['user_change_papel', expect.stringContaining('gerente')],
    ])
  })

  test.each([
    [{ papel: 'dono' }, { papel: 'Escolha gerente ou operador.' }],
    [{}, { papel: 'Escolha gerente ou operador.' }],
    [{ papel: 'gerente', x: 1 }, { x: 'Este campo não existe.' }],
  ])('%j is no papel', async (body, fields) => {
    const own = await newCompany(admin)
    const user = await newUser()
    expect((await api.linkUserCompany(admin, user.id, own.id, body)).fields()).toEqual(fields)
    expect((await api.listUserCompanies(admin, user.id, { search: own.cnpj })).expect(200).items[0]!.access).toBe(false)
  })

  test('the default is one the user has access to, and may be cleared', async () => {
    const [own, foreign] = [await newCompany(admin), await newCompany(admin)]
    const user = await newUser()
    ;(await api.linkUserCompany(admin, user.id, own.id)).expect(204)
    const noAccess = 'Este usuário não tem acesso a esta empresa. Dê o acesso antes de defini-la como padrão.'
    expect((await api.setUserDefaultCompany(admin, user.id, foreign.id)).fields()).toEqual({ company_id: noAccess })
    expect((await api.setUserDefaultCompany(admin, user.id, '01890000-0000-7000-8000-000000000000')).fields()).toEqual({
      company_id: noAccess,
    })
    expect((await admin.call('setUserDefaultCompany', { params: { uid: user.id }, json: {} })).fields()).toEqual({
      company_id: 'Escolha uma empresa da lista.',
    })
    for (const choice of [own.id, own.id, null]) (await api.setUserDefaultCompany(admin, user.id, choice)).expect(204)
    expect((await read(user.id)).default_company).toBeNull()
    expect(
      audited(user.id)
        .slice(2)
        .map(({ action_type, company_id }) => [action_type, company_id]),
    ).toEqual([
      ['user_set_default_company', hex(own.id)],
      ['user_set_default_company', hex(own.id)],
    ])
  })

  test('a deactivated company is not made the default', async () => {
    const own = await newCompany(admin, { ativo: 'N' })
    const user = await newUser()
    ;(await api.linkUserCompany(admin, user.id, own.id)).expect(204)
    expect((await api.setUserDefaultCompany(admin, user.id, own.id)).fields()).toEqual({
      company_id: 'Esta empresa está desativada e não pode ser a padrão.',
    })
  })

  test('whoever is no admin any more keeps no default without access', async () => {
    const own = await newCompany(admin)
    const { user } = await newAdmin()
    ;(await api.setUserDefaultCompany(admin, user.id, own.id)).expect(204)
    expect((await change(user.id, { role: 'user' })).expect(200).default_company).toBeNull()
  })

  test('of nobody, or a company that is not there, is not found', async () => {
    const nothing = '01890000-0000-7000-8000-000000000000'
    const user = await newUser()
    const own = await newCompany(admin)
    for (const act of [api.linkUserCompany, api.unlinkUserCompany]) {
      ;(await act(admin, user.id, nothing)).problem(404)
      ;(await act(admin, nothing, own.id)).problem(404)
      ;(await act(admin, user.id, 'x')).problem(404)
    }
    ;(await api.setUserDefaultCompany(admin, nothing, own.id)).problem(404)
  })
})

test('changes of users are hinted to admins only', async () => {
  const plain = await newUser()
  const [stream, outside] = [await streamEvents(admin), await streamEvents(await signedIn(plain))]
  const user = await newUser()
  await stream.hint('the new user', ({ topic, id }) => topic === 'users' && id === user.id)
  // What comes later reaches the other one: the new user would be there by now.
  ;(await change(plain.id, { full_name: 'Outro Nome' })).expect(200)
  await outside.hint('the own change', ({ topic }) => topic === 'session')
  expect(outside.hints.filter(({ topic }) => topic === 'users')).toEqual([])
  for (const each of [stream, outside]) each.close()
})

test('accounts of an older version are found and sorted by name after a start', async () => {
  const user = await newUser({ full_name: `Ângela ${unique()}` })
  server.database.run(`update users set busca = '' where id = ${server.database.id(user.id)}`)
  expect((await api.listUsers(admin, { search: user.full_name })).expect(200).total).toBe(0)
  await server.stop()
  await server.start()
  expect(
    (await api.listUsers(admin, { search: user.full_name.toLowerCase() })).expect(200).items.map(({ id }) => id),
  ).toEqual([user.id])
})
