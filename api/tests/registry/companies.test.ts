// Creating, changing and deleting companies: conflicts, versions, repeated requests, rights.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import { newBudget } from '../helpers/budgets.ts'
import type { Caller } from '../helpers/caller.ts'
import { company, numericCnpj, punctuated, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson } from '../helpers/people.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller

beforeAll(async () => {
  admin = (await office(server)).admin
})

/** A user linked to a new company. */
async function clerk() {
  const own = await newCompany(admin)
  const user = await account(server, 'user')
  server.database.link(user.id, own.id)
  return { own, user: user.caller }
}

const inputOf = ({
  id: _id,
  updated_at: _at,
  logo_sistema_url: _s,
  logo_documentos_url: _d,
  primeiro_numero_em: _n,
  ...rest
}: Company) => rest

describe('a CNPJ twice', () => {
  test('is a conflict at the field, with the way to the other record for an admin', async () => {
    const first = await newCompany(admin)
    const problem = (await api.createCompany(admin, company({ cnpj: punctuated(first.cnpj) }))).problem(409, 'conflict')
    expect(problem.errors?.map(({ field }) => field)).toEqual(['cnpj'])
    expect(problem.existing_id).toBe(first.id)
  })

  test('also when another company is changed to it', async () => {
    const [first, second] = [await newCompany(admin), await newCompany(admin)]
    const problem = (await api.updateCompany(admin, second.id, '*', { ...inputOf(second), cnpj: first.cnpj })).problem(
      409,
      'conflict',
    )
    expect(problem.errors?.map(({ field }) => field)).toEqual(['cnpj'])
    expect((await api.getCompany(admin, second.id)).expect(200)).toEqual(second)
  })

  test('does not tell a user which company it is', async () => {
    const hidden = await newCompany(admin)
    const { own, user } = await clerk()
    const problem = (await api.updateCompany(user, own.id, '*', { ...inputOf(own), cnpj: hidden.cnpj })).problem(
      409,
      'conflict',
    )
    expect(problem.existing_id).toBeUndefined()
    expect(JSON.stringify(problem)).not.toContain(hidden.id)
    expect(JSON.stringify(problem)).not.toContain(hidden.razao_social)
  })

  test('at the same instant gives one company', async () => {
    const cnpj = numericCnpj()
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.createCompany(admin, company({ cnpj }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect((await api.listCompanies(admin, { search: cnpj })).expect(200).total).toBe(1)
  })
})

describe('two editors', () => {
  test('without If-Match nothing is changed or deleted', async () => {
    const made = await newCompany(admin)
    ;(await api.updateCompany(admin, made.id, undefined, inputOf(made))).problem(428, 'missing_precondition')
    ;(await api.deleteCompany(admin, made.id, undefined)).problem(428, 'missing_precondition')
    expect((await api.getCompany(admin, made.id)).expect(200)).toEqual(made)
  })

  test('the second one gets the record as it is now, and can save upon it', async () => {
    const made = await newCompany(admin)
    const { etag } = await api.getCompany(admin, made.id)
    const saved = await api.updateCompany(admin, made.id, etag, { ...inputOf(made), bairro: 'Bosque' })
    expect(saved.expect(200).bairro).toBe('Bosque')
    expect(saved.etag).not.toBe(etag)

    const stale = await api.updateCompany(admin, made.id, etag, { ...inputOf(made), bairro: 'Cambuí' })
    const { full_name } = (await api.getSession(admin)).expect(200).user
    expect(stale.problem(412, 'stale')).toMatchObject({ current: saved.expect(200), changed_by: full_name })
    expect(stale.etag).toBe(saved.etag)
    expect(
      (await api.updateCompany(admin, made.id, stale.etag, { ...inputOf(made), bairro: 'Cambuí' })).expect(200).bairro,
    ).toBe('Cambuí')
  })

  test('a stale delete leaves the record and shows it', async () => {
    const made = await newCompany(admin)
    const { etag } = await api.getCompany(admin, made.id)
    const saved = (await api.updateCompany(admin, made.id, etag, { ...inputOf(made), numero: '7' })).expect(200)
    expect((await api.deleteCompany(admin, made.id, etag)).problem(412, 'stale')).toMatchObject({ current: saved })
    expect((await api.getCompany(admin, made.id)).expect(200)).toEqual(saved)
  })

  test('one with budgets stays, even when they are in the bin', async () => {
    const made = await newCompany(admin)
    const client = await newPerson(admin)
    const budget = await newBudget(admin, made.id, client.id)
    const refused = async () => (await api.deleteCompany(admin, made.id, '*')).problem(422, 'invalid')
    expect((await refused()).detail).toContain('Desative-a')
    ;(await api.deleteBudget(admin, made.id, budget.id, '*')).expect(204)
    await refused()
    ;(await api.getCompany(admin, made.id)).expect(200)
    ;(await api.deleteCompany(admin, (await newCompany(admin)).id, '*')).expect(204)
  })

  test('of many at once with the same version one wins', async () => {
    const made = await newCompany(admin)
    const { etag } = await api.getCompany(admin, made.id)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        api.updateCompany(admin, made.id, etag, { ...inputOf(made), numero: String(at) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
    const winner = answers.find(({ status }) => status === 200)!.expect(200)
    expect((await api.getCompany(admin, made.id)).expect(200)).toEqual(winner)
  })

  test.each(['"abc"', 'abc', '', '"999999"', 'W/"1"'])('If-Match %s is not the current version', async (etag) => {
    const made = await newCompany(admin)
    const { status } = await api.updateCompany(admin, made.id, etag, inputOf(made))
    expect([400, 412, 428]).toContain(status)
    expect((await api.getCompany(admin, made.id)).expect(200)).toEqual(made)
  })
})

describe('replacing a record', () => {
  test('an optional that is left out becomes null', async () => {
    const made = await newCompany(admin, { nome_fantasia: 'Lajes', telefone: '1932321010', complemento: 'Fundos' })
    const { nome_fantasia: _n, telefone: _t, complemento: _c, ...rest } = inputOf(made)
    expect((await api.updateCompany(admin, made.id, '*', rest)).expect(200)).toMatchObject({
      nome_fantasia: null,
      telefone: null,
      complemento: null,
    })
  })

  test('updated_at moves', async () => {
    const made = await newCompany(admin)
    const saved = (await api.updateCompany(admin, made.id, '*', inputOf(made))).expect(200)
    expect(Date.parse(saved.updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at))
    expect(saved.updated_at).toMatch(/(Z|[+-]\d\d:\d\d)$/)
  })

  test('a company that does not exist', async () => {
    const id = '01890000-0000-7000-8000-000000000000'
    ;(await api.updateCompany(admin, id, '*', company())).problem(404, 'not_found')
    ;(await api.deleteCompany(admin, id, '*')).problem(404, 'not_found')
    ;(await api.getCompany(admin, id)).problem(404, 'not_found')
  })

  test.each(['x', '1', '..%2f..', "' or 1=1 --", '01890000-0000-7000-8000-00000000000g', '%00'])(
    'the id %s is no company',
    async (id) => {
      expect([400, 404]).toContain((await api.getCompany(admin, id)).status)
    },
  )
})

describe('what only an admin may', () => {
  test('a user edits the company, but does not switch it off or on', async () => {
    const { own, user } = await clerk()
    expect((await api.updateCompany(user, own.id, '*', { ...inputOf(own), bairro: 'Bosque' })).expect(200).bairro).toBe(
      'Bosque',
    )
    ;(await api.updateCompany(user, own.id, '*', { ...inputOf(own), ativo: 'N' })).problem(403, 'forbidden')
    expect((await api.getCompany(user, own.id)).expect(200).ativo).toBe('S')
  })

  test('a company switched off is no longer the active one, but still there', async () => {
    const { own, user } = await clerk()
    ;(await api.setActiveCompany(user, own.id)).expect(200)
    ;(await api.updateCompany(admin, own.id, '*', { ...inputOf(own), ativo: 'N' })).expect(200)
    expect((await api.getSession(user)).expect(200).active_company).toBeNull()
    expect((await api.getCompany(user, own.id)).expect(200).ativo).toBe('N')
  })

  test('an admin deletes a company that never took a fiscal number', async () => {
    const { own, user } = await clerk()
    ;(await api.deleteCompany(user, own.id, '*')).problem(403, 'forbidden')
    const { etag } = await api.getCompany(admin, own.id)
    ;(await api.deleteCompany(admin, own.id, etag)).expect(204)
    ;(await api.getCompany(admin, own.id)).problem(404, 'not_found')
    expect((await api.listCompanies(admin, { search: own.cnpj })).expect(200).total).toBe(0)
    expect((await newCompany(admin, { cnpj: own.cnpj })).id).not.toBe(own.id)
  })
})

describe('after the first fiscal number', () => {
  const took = (id: string) =>
    server.database.run(
      `update emitente set primeiro_numero_em = 1700000000000000 where id = ${server.database.id(id)}`,
    )

  test('it cannot be deleted, only switched off', async () => {
    const made = await newCompany(admin)
    took(made.id)
    expect((await api.deleteCompany(admin, made.id, '*')).problem(422, 'invalid').detail).toMatch(/desativ/i)
    expect((await api.updateCompany(admin, made.id, '*', { ...inputOf(made), ativo: 'N' })).expect(200).ativo).toBe('N')
  })

  test('CNPJ and UF stay', async () => {
    const made = await newCompany(admin, { codigo_municipio: '3509502', municipio: 'Campinas', uf: 'SP' })
    took(made.id)
    expect(
      Object.keys((await api.updateCompany(admin, made.id, '*', { ...inputOf(made), cnpj: numericCnpj() })).fields()),
    ).toEqual(['cnpj'])
    const moved = { ...inputOf(made), codigo_municipio: '4205407', municipio: 'Florianópolis', uf: 'SC' }
    expect(Object.keys((await api.updateCompany(admin, made.id, '*', moved)).fields())).toEqual(['uf'])
    expect(
      (await api.updateCompany(admin, made.id, '*', { ...inputOf(made), bairro: 'Bosque' })).expect(200)
        .primeiro_numero_em,
    ).toMatch(/^2023-11-14T/)
  })
})

describe('the same request twice', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

  test('gives the same answer and one company', async () => {
    const body = company()
    const first = await api.createCompany(admin, body, keyed(unique()))
    const key = unique()
    const second = await api.createCompany(admin, company({ cnpj: numericCnpj() }), keyed(key))
    expect(second.expect(201).id).not.toBe(first.expect(201).id)

    const repeatedBody = company()
    const once = await api.createCompany(admin, repeatedBody, keyed('k' + key))
    const again = await api.createCompany(admin, repeatedBody, keyed('k' + key))
    expect(again.expect(201)).toEqual(once.expect(201))
    expect(again.etag).toBe(once.etag)
    expect((await api.listCompanies(admin, { search: repeatedBody.cnpj })).expect(200).total).toBe(1)
  })

  test('with another body is refused', async () => {
    const key = unique()
    ;(await api.createCompany(admin, company(), keyed(key))).expect(201)
    const other = company()
    ;(await api.createCompany(admin, other, keyed(key))).problem(422, 'invalid')
    expect((await api.listCompanies(admin, { search: other.cnpj })).expect(200).total).toBe(0)
  })

  test('a double click makes one company', async () => {
    const body = company()
    const key = unique()
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.createCompany(admin, body, keyed(key))))
    expect(new Set(answers.map((answer) => answer.expect(201).id)).size).toBe(1)
    expect((await api.listCompanies(admin, { search: body.cnpj })).expect(200).total).toBe(1)
  })

  test('a refused request may be corrected under the same key', async () => {
    const key = unique()
    ;(await api.createCompany(admin, company({ cnpj: '1' }), keyed(key))).problem(422)
    ;(await api.createCompany(admin, company(), keyed(key))).expect(201)
  })

  test('another person may use the same key', async () => {
    const key = unique()
    const other = await account(server)
    server.database.run(
      `update user_roles set role_id = (select id from roles where name = 'admin') where user_id = ${server.database.id(other.id)}`,
    )
    const [mine, theirs] = [
      await api.createCompany(admin, company(), keyed(key)),
      await api.createCompany(other.caller, company(), keyed(key)),
    ]
    expect(mine.expect(201).id).not.toBe(theirs.expect(201).id)
  })

  test('a key of 65 characters is refused, one of 64 is fine', async () => {
    const body = company()
    expect([400, 422]).toContain((await api.createCompany(admin, body, keyed('k'.repeat(65)))).status)
    ;(await api.createCompany(admin, body, keyed('k'.repeat(64)))).expect(201)
  })

  test('after a day the key is forgotten', async () => {
    const key = unique()
    ;(await api.createCompany(admin, company(), keyed(key))).expect(201)
    server.database.run(
      `update idempotencia set created_at = created_at - 86400000000 - 1000000 where chave = '${key}'`,
    )
    ;(await api.createCompany(admin, company(), keyed(key))).expect(201)
  })
})
