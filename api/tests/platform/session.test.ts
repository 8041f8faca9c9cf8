// Which company a session works on: specification section 4 and design section 3.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { png } from '../helpers/images.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller

beforeAll(async () => {
  admin = (await office(server)).admin
})

const session = async (as: Caller) => (await api.getSession(as)).expect(200)
const setDefault = (userId: string, companyId: string | null) =>
  server.database.run(
    `update profiles set default_emitente_id = ${companyId ? server.database.id(companyId) : 'null'} where id = ${server.database.id(userId)}`,
  )
const forget = (userId: string) =>
  server.database.run(`update sessions set active_emitente_id = null where user_id = ${server.database.id(userId)}`)

/** A user linked to companies whose names start with these letters, in this order. */
async function linked(...letters: string[]) {
  const user = await account(server, 'user')
  const companies = []
  for (const letter of letters) {
    const made = await newCompany(admin, { razao_social: `${letter} ${unique()}` })
    server.database.link(user.id, made.id)
    companies.push(made)
  }
  return { ...user, companies }
}

describe('without a remembered company', () => {
  test('nobody linked: no company, and none becomes the default', async () => {
    const { caller } = await account(server)
    expect(await session(caller)).toMatchObject({ role: 'user', active_company: null, default_company_id: null })
  })

  test('no default: the first linked one by razão social, which becomes the default', async () => {
    const { caller, companies } = await linked('Zebra', 'Árvore', 'Beta')
    const first = companies[1]!
    const got = await session(caller)
    expect(got.active_company).toMatchObject({
      id: first.id,
      razao_social: first.razao_social,
      cnpj: first.cnpj,
      ambiente: 'homologacao',
    })
    expect(got.default_company_id).toBe(first.id)
  })

  test('a default: that one', async () => {
    const { caller, id, companies } = await linked('Alfa', 'Beta')
    setDefault(id, companies[1]!.id)
    expect((await session(caller)).active_company?.id).toBe(companies[1]!.id)
  })

  test('a default out of reach: the first linked one, and the default stays as it was', async () => {
    const { caller, id, companies } = await linked('Alfa', 'Beta')
    const foreign = await newCompany(admin)
    setDefault(id, foreign.id)
    const got = await session(caller)
    expect(got.active_company?.id).toBe(companies[0]!.id)
    expect(got.default_company_id).toBe(foreign.id)
  })

  test('an admin gets the first of all', async () => {
    await newCompany(admin)
    const other = await account(server)
    server.database.run(
      `update user_roles set role_id = (select id from roles where name = 'admin') where user_id = ${server.database.id(other.id)}`,
    )
    const first = (await api.listCompanies(other.caller, { sort: 'razao_social', ativo: 'S' })).expect(200).items[0]!
    const got = await session(other.caller)
    expect(got).toMatchObject({ role: 'admin', active_company: { id: first.id }, default_company_id: first.id })
  })
})

describe('with a remembered company', () => {
  test('the choice is kept, also by the next request and another sign-in keeps its own', async () => {
    const { caller, companies } = await linked('Alfa', 'Beta')
    const chosen = (await api.setActiveCompany(caller, companies[1]!.id)).expect(200)
    expect(chosen.active_company?.id).toBe(companies[1]!.id)
    expect((await session(caller)).active_company?.id).toBe(companies[1]!.id)
  })

  test('switching does not touch the default', async () => {
    const { caller, companies } = await linked('Alfa', 'Beta')
    const before = (await session(caller)).default_company_id
    expect((await api.setActiveCompany(caller, companies[1]!.id)).expect(200).default_company_id).toBe(before)
  })

  test('out of reach it falls back: the default, which is not changed', async () => {
    const { caller, id, companies } = await linked('Alfa', 'Beta', 'Gama')
    setDefault(id, companies[2]!.id)
    ;(await api.setActiveCompany(caller, companies[1]!.id)).expect(200)
    server.database.unlink(id, companies[1]!.id)
    const got = await session(caller)
    expect(got.active_company?.id).toBe(companies[2]!.id)
    expect(got.default_company_id).toBe(companies[2]!.id)
  })

  test('the last link taken away: no company', async () => {
    const { caller, id, companies } = await linked('Alfa')
    await session(caller)
    server.database.unlink(id, companies[0]!.id)
    expect((await session(caller)).active_company).toBeNull()
  })

  test('a deleted company is forgotten', async () => {
    const { caller, companies } = await linked('Alfa', 'Beta')
    ;(await api.setActiveCompany(caller, companies[1]!.id)).expect(200)
    ;(await api.deleteCompany(admin, companies[1]!.id, '*')).expect(204)
    expect((await session(caller)).active_company?.id).toBe(companies[0]!.id)
  })
})

test('a company out of reach cannot be chosen, and the sentence is the specified one', async () => {
  const { caller } = await linked('Alfa')
  const before = await session(caller)
  const foreign = await newCompany(admin)
  const problem = (await api.setActiveCompany(caller, foreign.id)).problem(404, 'not_found')
  expect(problem.title).toBe('Erro ao mudar empresa')
  expect(problem.detail).toBe('Empresa selecionada não encontrada ou acessível.')
  expect(await session(caller)).toEqual(before)
})

test('the active company shows its logo and colour', async () => {
  const { caller, companies, id } = await linked('Alfa')
  const saved = (await api.putCompanyLogo(caller, companies[0]!.id, 'system', png(), 'image/png')).expect(200)
  forget(id)
  expect((await session(caller)).active_company).toMatchObject({
    logo_sistema_url: saved.logo_sistema_url,
    cor: saved.cor,
  })
})

test('asking for the session many times at once settles it once', async () => {
  const { caller, companies } = await linked('Alfa', 'Beta')
  const answers = await Promise.all(Array.from({ length: 8 }, () => session(caller)))
  expect(new Set(answers.map((got) => got.active_company?.id))).toEqual(new Set([companies[0]!.id]))
})
