// Creating, changing, deleting and restoring people: conflicts, versions, repeated requests, the bin, many at once.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRowsAbout, hex } from '../helpers/audit.ts'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { alphanumericCnpj, numericCnpj, punctuated, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { addBudget, cpf, formOf, newPerson, person, punctuatedCpf } from '../helpers/people.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let userId = ''
let own: Company

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  userId = made.userAccount.id
  own = made.own
})

const nobodyHere = '01890000-0000-7000-8000-000000000000'
const get = async (id: string) => (await api.getPerson(user, id)).expect(200)
const searchTotal = async (search: string) => (await api.listPeople(user, { search })).expect(200).total

const auditOf = (text: string) => auditRowsAbout(server.database, 'person_%', text)

describe('somebody new', () => {
  test('with name and CPF only', async () => {
    const number = cpf()
    const made = await newPerson(user, { cpf_cnpj: punctuatedCpf(number), razao_social: '  José da Silva ' })
    expect(made).toMatchObject({
      cpf_cnpj: number,
      razao_social: 'José da Silva',
      pessoa_tipo: 1,
      pais: 'Brasil',
      ativo: 'S',
      nome_fantasia: null,
      uf: null,
      municipio_nome: null,
      deleted_at: null,
    })
    expect(await get(made.id)).toEqual(made)
  })

  test('with everything, a legal person', async () => {
    const all = {
      pessoa_tipo: 2,
      cpf_cnpj: alphanumericCnpj(),
      razao_social: 'Construtora Horizonte S/A',
      nome_fantasia: 'Horizonte',
      insc_estadual: '110042490114',
      logradouro: 'Rua das Olarias',
      numero: 'S/N',
      complemento: 'Galpão 2',
      bairro: 'Centro',
      municipio: '3509502',
      uf: 'SP',
      cep: '13010000',
      pais: 'Brasil',
      telefone: '1932321010',
      email: 'compras@horizonte.com.br',
      contato: 'Ana',
      observacao: 'Entregar cedo.\nPortão azul 🙂',
      ativo: 'S',
    }
    const made = await newPerson(user, all)
    expect(made).toMatchObject({ ...all, municipio_nome: 'Campinas' })
    expect(await get(made.id)).toEqual(made)
    expect((await api.updatePerson(user, made.id, '*', all)).expect(200)).toMatchObject({
      ...all,
      created_at: made.created_at,
    })
  })

  test('every bad field at once, nothing saved', async () => {
    const bad = person({
      cpf_cnpj: '1',
      razao_social: 'x'.repeat(300),
      email: 'maria',
      municipio: '3304557',
      uf: 'SP',
      insc_estadual: 'ISENTO',
    })
    const fields = (await api.createPerson(user, bad)).fields()
    expect(Object.keys(fields).sort()).toEqual(['cpf_cnpj', 'email', 'insc_estadual', 'municipio', 'razao_social'])
    expect(fields.municipio).toContain('Rio de Janeiro/RJ')
    for (const sentence of Object.values(fields)) expect(sentence).toMatch(/^[A-ZÀ-Ú].*\.$/)
  })

  test.each(['=cmd()', "'; DROP TABLE pessoas; --", '<script>alert(1)</script>', '{{x}} %s \\'])(
    'the name %s is text',
    async (razao_social) => {
      const made = await newPerson(user, { razao_social })
      expect((await get(made.id)).razao_social).toBe(razao_social)
      expect((await api.listPeople(user, { search: made.cpf_cnpj })).expect(200).items).toEqual([made])
    },
  )

  test.each([
    ['an emoji', 'Maria 🙂'],
    ['right-to-left marks', 'Maria \u202eavlis'],
    ['300 characters', 'x'.repeat(300)],
    ['a line break', 'Maria\nSilva'],
    ['a null character', 'Maria\u0000'],
  ])('a name with %s is refused at its field', async (_, razao_social) => {
    const body = person({ razao_social })
    expect(Object.keys((await api.createPerson(user, body)).fields())).toEqual(['razao_social'])
    expect(await searchTotal(body.cpf_cnpj)).toBe(0)
  })

  test('broken UTF-8 is unreadable', async () => {
    const body = Buffer.concat([
      Buffer.from('{"razao_social":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(`","cpf_cnpj":"${cpf()}"}`),
    ])
    ;(await user.call('createPerson', { raw: body, contentType: 'application/json' })).problem(400, 'unreadable')
  })

  test('a field that does not exist, ids and times that are not the client’s', async () => {
    expect(Object.keys((await api.createPerson(user, person({ cidade: 'Campinas' }))).fields())).toEqual(['cidade'])
    const made = await newPerson(user, {
      id: nobodyHere,
      deleted_at: '2020-01-01T00:00:00Z',
      created_at: '2020-01-01T00:00:00Z',
    })
    expect(made.id).not.toBe(nobodyHere)
    expect(made.deleted_at).toBeNull()
    expect(made.created_at).not.toMatch(/^2020/)
  })
})

describe('a number twice', () => {
  test('is a conflict at the field that names the other and leads to it', async () => {
    const first = await newPerson(user, { razao_social: 'Olaria Primeira' })
    const problem = (await api.createPerson(user, person({ cpf_cnpj: punctuatedCpf(first.cpf_cnpj!) }))).problem(
      409,
      'conflict',
    )
    expect(problem.errors).toEqual([
      { field: 'cpf_cnpj', message: 'Já existe um cadastro com este CPF: Olaria Primeira.' },
    ])
    expect(problem.existing_id).toBe(first.id)
  })

  test('a CNPJ too, in small letters', async () => {
    const first = await newPerson(user, { pessoa_tipo: 2, cpf_cnpj: alphanumericCnpj() })
    const body = person({ pessoa_tipo: 2, cpf_cnpj: punctuated(first.cpf_cnpj!).toLowerCase() })
    expect((await api.createPerson(user, body)).problem(409, 'conflict').existing_id).toBe(first.id)
  })

  test('also when somebody is changed to it', async () => {
    const [first, second] = [await newPerson(user), await newPerson(user)]
    const answer = await api.updatePerson(user, second.id, '*', { ...formOf(second), cpf_cnpj: first.cpf_cnpj })
    expect(answer.problem(409, 'conflict').existing_id).toBe(first.id)
    expect(await get(second.id)).toEqual(second)
  })

  test('two at the same instant: one is made, the other is told which', async () => {
    const number = cpf()
    const answers = await Promise.all([
      api.createPerson(user, person({ cpf_cnpj: number })),
      api.createPerson(admin, person({ cpf_cnpj: number })),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const made = answers.find(({ status }) => status === 201)!.expect(201)
    expect(answers.find(({ status }) => status === 409)!.problem(409, 'conflict').existing_id).toBe(made.id)
    expect(await searchTotal(number)).toBe(1)
  })

  test('two who are changed to it at the same instant', async () => {
    const number = numericCnpj()
    const people = await Promise.all([newPerson(user, { pessoa_tipo: 2 }), newPerson(user, { pessoa_tipo: 2 })])
    const answers = await Promise.all(
      people.map((one) => api.updatePerson(user, one.id, '*', { ...formOf(one), cpf_cnpj: number })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.problem(409).existing_id).toBe(
      answers.find(({ status }) => status === 200)!.expect(200).id,
    )
  })
})

describe('two editors', () => {
  test('without If-Match nothing is changed or deleted', async () => {
    const made = await newPerson(user)
    ;(await api.updatePerson(user, made.id, undefined, formOf(made))).problem(428, 'missing_precondition')
    ;(await api.deletePerson(user, made.id, undefined)).problem(428, 'missing_precondition')
    expect(await get(made.id)).toEqual(made)
  })

  test('the second gets the record as it is now', async () => {
    const made = await newPerson(user)
    const { etag } = await api.getPerson(user, made.id)
    const saved = await api.updatePerson(user, made.id, etag, { ...formOf(made), contato: 'Ana' })
    const stale = await api.updatePerson(admin, made.id, etag, { ...formOf(made), contato: 'Bia' })
    expect(stale.problem(412, 'stale')).toMatchObject({ current: saved.expect(200) })
    expect(stale.etag).toBe(saved.etag)
    expect((await api.deletePerson(admin, made.id, etag)).problem(412, 'stale')).toMatchObject({
      current: saved.expect(200),
    })
    expect(
      (await api.updatePerson(admin, made.id, stale.etag, { ...formOf(made), contato: 'Bia' })).expect(200).contato,
    ).toBe('Bia')
  })

  test('of many at once with the same version one wins', async () => {
    const made = await newPerson(user)
    const { etag } = await api.getPerson(user, made.id)
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((numero) => api.updatePerson(user, made.id, etag, { ...formOf(made), numero })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  })

  test('somebody who does not exist', async () => {
    for (const id of [nobodyHere, 'x', "' or 1=1 --"]) {
      ;(await api.getPerson(user, id)).problem(404, 'not_found')
      ;(await api.updatePerson(user, id, '*', person())).problem(404, 'not_found')
      ;(await api.deletePerson(user, id, '*')).problem(404, 'not_found')
      ;(await api.restorePerson(user, id)).problem(404, 'not_found')
    }
  })
})

describe('the same request twice', () => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

  test('a double click makes one person', async () => {
    const body = person()
    const key = unique()
    const answers = await Promise.all(Array.from({ length: 4 }, () => api.createPerson(user, body, keyed(key))))
    expect(new Set(answers.map((answer) => answer.expect(201).id)).size).toBe(1)
    expect(await searchTotal(body.cpf_cnpj)).toBe(1)
    expect(auditOf(body.razao_social)).toHaveLength(1)
  })

  test('with another body is refused', async () => {
    const key = unique()
    ;(await api.createPerson(user, person(), keyed(key))).expect(201)
    const other = person()
    ;(await api.createPerson(user, other, keyed(key))).problem(422, 'invalid')
    expect(await searchTotal(other.cpf_cnpj)).toBe(0)
  })
})

describe('the bin', () => {
  test('takes somebody out of the list, keeps the record and gives it back', async () => {
    const made = await newPerson(user)
    const { etag } = await api.getPerson(user, made.id)
    ;(await api.deletePerson(user, made.id, etag)).expect(204)
    const deleted = await get(made.id)
    expect(deleted.deleted_at).not.toBeNull()
    expect(await searchTotal(made.cpf_cnpj!)).toBe(0)
    expect((await api.listPeople(user, { situacao: 'lixeira', search: made.cpf_cnpj! })).expect(200).items).toEqual([
      deleted,
    ])
    expect((await api.updatePerson(user, made.id, '*', formOf(made))).problem(422, 'invalid').detail).toContain(
      'lixeira',
    )

    const restored = await api.restorePerson(user, made.id)
    expect(restored.expect(200)).toMatchObject({ ...formOf(made), deleted_at: null })
    expect(restored.etag).not.toBe(etag)
    expect(await searchTotal(made.cpf_cnpj!)).toBe(1)
    expect((await api.restorePerson(user, made.id)).expect(200)).toEqual(restored.expect(200))
    expect(auditOf(made.razao_social!).map(({ action_type }) => action_type)).toEqual([
      'person_create',
      'person_delete',
      'person_update',
    ])
  })

  test('frees the number; whoever has it then keeps it', async () => {
    const first = await newPerson(user)
    ;(await api.deletePerson(user, first.id, '*')).expect(204)
    const second = await newPerson(user, { cpf_cnpj: first.cpf_cnpj, razao_social: 'Segunda Olaria' })
    const problem = (await api.restorePerson(user, first.id)).problem(409, 'conflict')
    expect(problem.errors?.[0]).toMatchObject({ field: 'cpf_cnpj', message: expect.stringContaining('Segunda Olaria') })
    expect(problem.existing_id).toBe(second.id)
    expect((await get(first.id)).deleted_at).not.toBeNull()
  })

  test('gives nothing back after 30 days', async () => {
    const made = await newPerson(user)
    ;(await api.deletePerson(user, made.id, '*')).expect(204)
    server.database.run(
      `update pessoas set deleted_at = deleted_at - 31 * 86400000000 where id = ${server.database.id(made.id)}`,
    )
    expect((await api.restorePerson(user, made.id)).problem(422, 'invalid').detail).toContain('30 dias')
  })

  test('refuses somebody with a single budget', async () => {
    const made = await newPerson(user)
    addBudget(server.database, own.id, made.id)
    expect((await api.deletePerson(user, made.id, '*')).problem(422, 'invalid').detail).toContain('(1)')
    expect((await get(made.id)).deleted_at).toBeNull()
  })

  test.each([false, true])(
    'refuses somebody with budgets, in the bin: %s, and says what to do instead',
    async (inBin) => {
      const made = await newPerson(user)
      addBudget(server.database, own.id, made.id)
      addBudget(server.database, own.id, made.id, inBin)
      const problem = (await api.deletePerson(user, made.id, '*')).problem(422, 'invalid')
      expect(problem.detail).toMatch(/^Esta pessoa tem orçamentos .*\(2\).*Desative/)
      expect((await get(made.id)).deleted_at).toBeNull()
      expect((await api.updatePerson(user, made.id, '*', { ...formOf(made), ativo: 'N' })).expect(200).ativo).toBe('N')
    },
  )
})

describe('several at once', () => {
  const some = async (count: number) => {
    const people = []
    for (let at = 0; at < count; at += 1) people.push(await newPerson(user))
    return people
  }
  const ids = (people: { id: string }[]) => people.map(({ id }) => id)

  test('deleted and restored, one audit row each', async () => {
    const people = await some(3)
    expect((await api.changePeople(user, 'delete', ids(people))).expect(200)).toEqual({ changed: 3, deactivated: [] })
    for (const { id } of people) expect((await get(id)).deleted_at).not.toBeNull()
    expect((await api.changePeople(user, 'delete', ids(people))).expect(200)).toEqual({ changed: 0, deactivated: [] })
    expect((await api.changePeople(user, 'restore', ids(people))).expect(200)).toEqual({ changed: 3, deactivated: [] })
    for (const { id } of people) expect((await get(id)).deleted_at).toBeNull()

    const rows = auditOf(people[0]!.id)
    expect(
      rows.filter(({ description }) => description.includes('3 pessoas')).map(({ action_type }) => action_type),
    ).toEqual(['person_delete', 'person_update'])
    // An id that is null comes as nothing in hex from SQLite.
    for (const row of rows) expect([row.user_id, row.company_id || null]).toEqual([hex(userId), null])
  })

  test('those with budgets are deactivated instead', async () => {
    const people = await some(3)
    addBudget(server.database, own.id, people[1]!.id)
    expect((await api.changePeople(user, 'delete', ids(people))).expect(200)).toEqual({
      changed: 3,
      deactivated: [people[1]!.id],
    })
    expect(await get(people[1]!.id)).toMatchObject({ deleted_at: null, ativo: 'N' })
    expect((await get(people[0]!.id)).deleted_at).not.toBeNull()
  })

  test('deactivated and activated; those already so are left alone', async () => {
    const people = await some(2)
    ;(await api.changePeople(user, 'deactivate', [people[0]!.id])).expect(200)
    expect((await api.changePeople(user, 'deactivate', ids(people))).expect(200).changed).toBe(1)
    expect((await api.changePeople(user, 'activate', ids(people))).expect(200).changed).toBe(2)
    expect((await get(people[0]!.id)).ativo).toBe('S')
  })

  test('all or none', async () => {
    const people = await some(2)
    ;(await api.changePeople(user, 'delete', [...ids(people), nobodyHere])).problem(404, 'not_found')
    for (const { id } of people) expect((await get(id)).deleted_at).toBeNull()

    ;(await api.changePeople(user, 'delete', ids(people))).expect(200)
    const taker = await newPerson(user, { cpf_cnpj: people[1]!.cpf_cnpj })
    expect((await api.changePeople(user, 'restore', ids(people))).problem(409, 'conflict').existing_id).toBe(taker.id)
    expect((await get(people[0]!.id)).deleted_at).not.toBeNull()
  })

  test('two of the same number do not come back together', async () => {
    const first = await newPerson(user)
    ;(await api.deletePerson(user, first.id, '*')).expect(204)
    const second = await newPerson(user, { cpf_cnpj: first.cpf_cnpj })
    ;(await api.deletePerson(user, second.id, '*')).expect(204)
    const both = ids([first, second])
    expect(both).toContain((await api.changePeople(user, 'restore', both)).problem(409, 'conflict').existing_id)
    for (const id of both) expect((await get(id)).deleted_at).not.toBeNull()
  })

  test('more than one statement asks for', async () => {
    const people = await some(205)
    expect((await api.changePeople(user, 'delete', ids(people))).expect(200).changed).toBe(205)
  })

  test.each([
    ['ids', { action: 'delete', ids: [] }],
    ['ids', { action: 'delete', ids: ['x'] }],
    ['action', { action: 'drop', ids: [nobodyHere] }],
  ])('a bad request at %s', async (field, json) => {
    expect(Object.keys((await user.call('changePeople', { json })).fields())).toEqual([field])
  })
})

describe('who may', () => {
  test('users of different companies share people; the change is seen by all', async () => {
    const other = await newCompany(admin)
    const clerk = await account(server, 'user')
    server.database.link(clerk.id, other.id)
    const made = await newPerson(user)
    expect((await api.getPerson(clerk.caller, made.id)).expect(200)).toEqual(made)
    ;(await api.updatePerson(clerk.caller, made.id, '*', { ...formOf(made), contato: 'Ana' })).expect(200)
    expect((await get(made.id)).contato).toBe('Ana')
  })

  test('without a company nothing is seen or changed', async () => {
    const stranger = (await account(server, 'unlinked')).caller
    const made = await newPerson(user)
    ;(await api.listPeople(stranger)).problem(403, 'forbidden')
    ;(await api.countPeople(stranger)).problem(403, 'forbidden')
    ;(await api.getPerson(stranger, made.id)).problem(403, 'forbidden')
    ;(await api.createPerson(stranger, person())).problem(403, 'forbidden')
    ;(await api.updatePerson(stranger, made.id, '*', person())).problem(403, 'forbidden')
    ;(await api.deletePerson(stranger, made.id, '*')).problem(403, 'forbidden')
    ;(await api.changePeople(stranger, 'delete', [made.id])).problem(403, 'forbidden')
    ;(await api.restorePerson(stranger, made.id)).problem(403, 'forbidden')
    expect(await get(made.id)).toEqual(made)
  })

  test('a lost company ends it', async () => {
    const clerk = await account(server, 'user')
    server.database.link(clerk.id, own.id)
    ;(await api.listPeople(clerk.caller)).expect(200)
    server.database.unlink(clerk.id, own.id)
    ;(await api.listPeople(clerk.caller.as('unlinked'))).problem(403, 'forbidden')
  })
})

test('the audit log keeps what changed, and only that', async () => {
  const made = await newPerson(user, { bairro: 'Centro' })
  ;(await api.updatePerson(user, made.id, '*', { ...formOf(made), bairro: 'Bosque Novo' })).expect(200)
  const rows = auditOf(made.razao_social!)
  expect(rows.map(({ action_type }) => action_type)).toEqual(['person_create', 'person_update'])
  expect(JSON.parse(rows[1]!.details!)).toEqual({ bairro: ['Centro', 'Bosque Novo'] })
})
