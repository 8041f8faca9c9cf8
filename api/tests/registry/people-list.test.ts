// The list of people: search, order, pages, filters, totals, and what it refuses.
import { beforeAll, describe, expect, test } from 'vitest'
import { office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { punctuated } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson, type Person, punctuatedCpf } from '../helpers/people.ts'
import { ownServer } from '../helpers/server.ts'

const server = ownServer()
let user: Caller
const made: Record<string, Person> = {}

// name, what else was typed, where it ends up
const rows: [string, Record<string, unknown>, ('deleted' | 'inactive')?][] = [
  ['José Antônio Ávila', { municipio: '3509502' }],
  ['Ana Conceição', { municipio: '4205407' }],
  ['ana beatriz', {}],
  ['Água Viva Lajes Ltda', { pessoa_tipo: 2, nome_fantasia: 'Lajes do Zé', municipio: '3550308' }],
  ['Pré-Moldados 100% Ltda', { pessoa_tipo: 2, cpf_cnpj: '12ABC34501DE35', municipio: '2927408' }],
  ['Zênite_Obras', { pessoa_tipo: 2 }],
  ['Inativa Souza', {}, 'inactive'],
  ['Inativa Obras ME', { pessoa_tipo: 2 }, 'inactive'],
  ['Excluída Souza', {}, 'deleted'],
  ...Array.from({ length: 16 }, (_, at): [string, Record<string, unknown>] => [
    `Cliente ${String(at + 1).padStart(2, '0')}`,
    {},
  ]),
]
const inAll = rows.filter(([, , state]) => state !== 'deleted').length

beforeAll(async () => {
  user = (await office(server)).user
  for (const [razao_social, more, state] of rows) {
    const one = await newPerson(user, { razao_social, ...more, ...(state === 'inactive' ? { ativo: 'N' } : {}) })
    if (state === 'deleted') (await api.deletePerson(user, one.id, '*')).expect(204)
    made[razao_social] = one
  }
})

const list = async (filter: api.PeopleFilter = {}) => (await api.listPeople(user, filter)).expect(200)
const names = async (filter: api.PeopleFilter) =>
  (await list({ page_size: 100, ...filter })).items.map(({ razao_social }) => razao_social!)
const found = (search: string) => names({ search })

describe('search', () => {
  test.each([
    ['jose antonio', ['José Antônio Ávila']],
    ['ÁVILA josé', ['José Antônio Ávila']],
    ['conceicao', ['Ana Conceição']],
    ['ana', ['ana beatriz', 'Ana Conceição']],
    ['lajes ze', ['Água Viva Lajes Ltda']],
    ['moldados 100%', ['Pré-Moldados 100% Ltda']],
    ['%', ['Pré-Moldados 100% Ltda']],
    ['e_o', ['Zênite_Obras']],
    ['souza', ['Inativa Souza']],
    ['12.abc.345/01de', ['Pré-Moldados 100% Ltda']],
    ['12abc34501de35', ['Pré-Moldados 100% Ltda']],
    ['jose conceicao', []],
    ["' or '1'='1", []],
    ['\\', []],
  ])('%j', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
    expect((await api.countPeople(user, { search })).expect(200).total).toBe(expected.length)
  })

  test('by the digits of a CPF or CNPJ, whole or in part, however they are written', async () => {
    const { cpf_cnpj: cpf } = made['Ana Conceição']!
    for (const typed of [cpf!, punctuatedCpf(cpf!), punctuatedCpf(cpf!).slice(0, 11)])
      expect([typed, await found(typed)]).toEqual([typed, ['Ana Conceição']])
    const { cpf_cnpj: cnpj } = made['Zênite_Obras']!
    for (const typed of [cnpj!, punctuated(cnpj!)])
      expect([typed, await found(typed)]).toEqual([typed, ['Zênite_Obras']])
  })

  test('ten for a picker, with the total of all', async () => {
    const page = await list({ search: 'cliente', page_size: 10 })
    expect(page.items.map(({ razao_social }) => razao_social)).toEqual(rows.slice(9, 19).map(([name]) => name))
    expect(page).toMatchObject({ total: 16, total_exact: true })
  })
})

describe('filters', () => {
  test.each([
    [{}, inAll],
    [{ situacao: 'ativas' }, inAll - 2],
    [{ situacao: 'inativas' }, 2],
    [{ situacao: 'lixeira' }, 1],
    [{ pessoa_tipo: 2 }, 4],
    [{ pessoa_tipo: 2, situacao: 'inativas' }, 1],
    [{ pessoa_tipo: 1, situacao: 'lixeira' }, 1],
    [{ pessoa_tipo: 2, situacao: 'lixeira' }, 0],
    [{ pessoa_tipo: 2, search: 'ltda' }, 2],
    [{ situacao: 'inativas', search: 'souza' }, 1],
    [{ situacao: 'lixeira', search: 'souza' }, 1],
  ])('%j', async (filter, total) => {
    const page = await list({ ...filter, page_size: 100 })
    expect([page.items.length, page.total, (await api.countPeople(user, filter)).expect(200).total]).toEqual([
      total,
      total,
      total,
    ])
  })

  test.each([{}, { search: 'souza' }, { pessoa_tipo: 2 as const, situacao: 'inativas' }, { search: 'cliente' }])(
    '%j: one count tells how many every tab has',
    async (filter) => {
      const { abas } = (await api.countPeople(user, filter)).expect(200)
      const expected: Record<string, object> = {}
      for (const [tab, situacao] of Object.entries({
        ativas: 'ativas',
        inativas: 'inativas',
        todas: undefined,
        lixeira: 'lixeira',
      }))
        expected[tab] = { total: (await list({ ...filter, situacao })).total, total_exact: true }
      expect(abas).toEqual(expected)
    },
  )

  test('by CPF or CNPJ', async () => {
    const documents = (await list({ sort: 'cpf_cnpj', page_size: 100 })).items.map(({ cpf_cnpj }) => cpf_cnpj!)
    expect(documents).toEqual([...documents].sort())
    const down = (await list({ sort: '-cpf_cnpj', page_size: 100 })).items.map(({ cpf_cnpj }) => cpf_cnpj!)
    expect(down).toEqual([...documents].reverse())
    expect((await list({ sort: 'cpf_cnpj', situacao: 'lixeira' })).total).toBe(1)
  })

  test('totals follow every change', async () => {
    const before = (await list()).total
    const one = await newPerson(user)
    expect((await list()).total).toBe(before + 1)
    ;(await api.changePeople(user, 'deactivate', [one.id])).expect(200)
    expect((await list({ situacao: 'inativas' })).total).toBe(3)
    ;(await api.deletePerson(user, one.id, '*')).expect(204)
    expect([
      (await list()).total,
      (await list({ situacao: 'inativas' })).total,
      (await list({ situacao: 'lixeira' })).total,
    ]).toEqual([before, 2, 2])
  })
})

describe('order', () => {
  const collate = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

  test('by name without regard to accents and capitals, also when nothing is said', async () => {
    const sorted = rows
      .filter(([, , state]) => state !== 'deleted')
      .map(([name]) => name)
      .sort((a, b) => (collate(a) < collate(b) ? -1 : 1))
    expect(await names({})).toEqual(sorted)
    expect(await names({ sort: 'razao_social' })).toEqual(sorted)
    expect(await names({ sort: '-razao_social' })).toEqual([...sorted].reverse())
  })

  test('by city, up and down', async () => {
    const cities = (await list({ sort: 'cidade', page_size: 100 })).items.map(({ municipio_nome, uf }) =>
      collate(`${municipio_nome ?? ''} ${uf ?? ''}`.trim()),
    )
    expect(cities).toEqual([...cities].sort())
    const down = (await list({ sort: '-cidade', page_size: 4 })).items.map(({ municipio_nome }) => municipio_nome)
    expect(down).toEqual(['São Paulo', 'Salvador', 'Florianópolis', 'Campinas'])
  })

  test('by creation, newest first', async () => {
    expect((await names({ sort: '-created_at' }))[0]).toBe(rows.at(-1)![0])
  })

  test('together the pages are the whole list, each once', async () => {
    const ids = []
    for (const page of [1, 2, 3, 4, 5])
      ids.push(...(await list({ sort: 'cidade', page, page_size: 5 })).items.map(({ id }) => id))
    expect(ids).toHaveLength(inAll)
    expect(new Set(ids).size).toBe(inAll)
  })
})

describe('what cannot be asked', () => {
  test.each([
    ['page', { page: 0 }],
    ['page_size', { page_size: 101 }],
    ['sort', { sort: 'telefone' }],
    ['situacao', { situacao: 'todas' }],
    ['pessoa_tipo', { pessoa_tipo: 3 }],
    ['search', { search: 'x'.repeat(201) }],
    ['qualquer', { qualquer: '1' }],
  ])('%s %j', async (field, query) => {
    const answer = await user.call('listPeople', { query: query as Record<string, string> })
    expect(Object.keys(answer.fields(422))).toEqual([field])
  })

  test('every bad parameter at once', async () => {
    const answer = await user.call('listPeople', { query: { page: 'x', situacao: 'x', pessoa_tipo: 'x' } })
    expect(Object.keys(answer.fields(422)).sort()).toEqual(['page', 'pessoa_tipo', 'situacao'])
  })
})
