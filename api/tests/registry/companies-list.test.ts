// The list: search, order, pages, filters, totals, and what it refuses.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { alphanumericCnpj, placeOf, punctuated, withDigits } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { ownServer } from '../helpers/server.ts'

const server = ownServer()
let admin: Caller
let user: Caller
const made: Record<string, Company> = {}

const cities = ['3509502', '4205407', '3550308', '2927408']
const names = [
  'Pré-Moldados São João Ltda',
  'PRE MOLDADOS DO VALE',
  'Ótica Ângulo',
  'Lajes 100% Firmes',
  'Lajes_Leves ME',
  'Água Viva Lajes',
  'Zênite Construções',
  'Beta Blocos',
  ...Array.from({ length: 17 }, (_, at) => `Filial ${String(at + 1).padStart(2, '0')}`),
]

beforeAll(async () => {
  const office_ = await office(server)
  admin = office_.admin
  for (const { id } of [office_.own, office_.other]) (await api.deleteCompany(admin, id, '*')).expect(204)
  const clerk = await account(server, 'user')
  user = clerk.caller
  for (const [at, razao_social] of names.entries()) {
    const place = placeOf(cities[at % cities.length]!)
    made[razao_social] = await newCompany(admin, {
      razao_social,
      codigo_municipio: place.codigo,
      municipio: place.nome,
      uf: place.uf,
      ativo: at % 5 === 4 ? 'N' : 'S',
    })
    if (razao_social.startsWith('Filial')) server.database.link(clerk.id, made[razao_social]!.id)
  }
})

const list = async (filter: api.CompanyFilter = {}, as = admin) => (await api.listCompanies(as, filter)).expect(200)
const found = async (search: string, as = admin) =>
  (await list({ search, page_size: 100 }, as)).items.map(({ razao_social }) => razao_social)

describe('search', () => {
  test.each([
    ['sao joao', ['Pré-Moldados São João Ltda']],
    ['SÃO JOÃO', ['Pré-Moldados São João Ltda']],
    ['são joao', ['Pré-Moldados São João Ltda']],
    ['otica angulo', ['Ótica Ângulo']],
    ['  beta  ', ['Beta Blocos']],
    ['moldados', ['PRE MOLDADOS DO VALE', 'Pré-Moldados São João Ltda']],
    ['agua', ['Água Viva Lajes']],
    ['100%', ['Lajes 100% Firmes']],
    ['s_l', ['Lajes_Leves ME']],
    ['%', ['Lajes 100% Firmes']],
    ['nada disso', []],
    ["' or '1'='1", []],
    ['\\', []],
  ])('%j', async (search, expected) => {
    expect((await found(search)).sort()).toEqual([...expected].sort())
  })

  test('by the digits of a CNPJ, whole or in part, with and without punctuation', async () => {
    const { cnpj, razao_social } = made['Beta Blocos']!
    for (const typed of [cnpj, punctuated(cnpj), cnpj.slice(0, 8), punctuated(cnpj).slice(0, 10), cnpj.slice(3, 12)]) {
      expect([typed, await found(typed)]).toEqual([typed, expect.arrayContaining([razao_social])])
    }
    expect(await found(cnpj)).toEqual([razao_social])
  })

  test('in small letters for a CNPJ with letters', async () => {
    const cnpj = alphanumericCnpj()
    const other = await newCompany(admin, { razao_social: 'Só Para Procurar', cnpj })
    expect(await found(cnpj.slice(0, 8).toLowerCase())).toEqual(['Só Para Procurar'])
    expect(await found(punctuated(cnpj).toLowerCase())).toEqual(['Só Para Procurar'])
    ;(await api.deleteCompany(admin, other.id, '*')).expect(204)
  })

  test('by a root that is letters alone', async () => {
    const other = await newCompany(admin, { razao_social: 'Só Para Procurar', cnpj: withDigits('BRTRELIC0001') })
    for (const typed of ['brtrelic', 'BR.TRE.LIC']) expect(await found(typed)).toEqual(['Só Para Procurar'])
    expect(await found('brtre')).toEqual([])
    ;(await api.deleteCompany(admin, other.id, '*')).expect(204)
  })

  test('a user finds only linked companies', async () => {
    expect(await found('lajes', user)).toEqual([])
    expect(await found(made['Beta Blocos']!.cnpj, user)).toEqual([])
    expect(await found('filial 0', user)).toHaveLength(9)
  })

  test('a changed name is found at once, the old one no longer', async () => {
    const company = made['Zênite Construções']!
    const {
      id,
      updated_at: _a,
      logo_sistema_url: _s,
      logo_documentos_url: _d,
      primeiro_numero_em: _p,
      ...rest
    } = company
    ;(await api.updateCompany(admin, id, '*', { ...rest, razao_social: 'Apogeu Construções' })).expect(200)
    expect([await found('apogeu'), await found('zenite')]).toEqual([['Apogeu Construções'], []])
    ;(await api.updateCompany(admin, id, '*', rest)).expect(200)
  })
})

describe('pages', () => {
  test('ten rows unless asked otherwise, and the total of all', async () => {
    const page = await list()
    expect(page).toMatchObject({ page: 1, page_size: 10, total: names.length, total_exact: true })
    expect(page.items).toHaveLength(10)
  })

  test('together the pages are the whole list, each row once', async () => {
    const ids = []
    for (const page of [1, 2, 3]) ids.push(...(await list({ page })).items.map(({ id }) => id))
    expect(ids).toHaveLength(names.length)
    expect(new Set(ids).size).toBe(names.length)
  })

  test('beyond the end: no rows, the total all the same', async () => {
    expect(await list({ page: 99 })).toMatchObject({ items: [], page: 99, total: names.length })
  })

  test('the total counts what was searched', async () => {
    expect(await list({ search: 'filial', page_size: 5, page: 2 })).toMatchObject({
      total: 17,
      page: 2,
      page_size: 5,
      total_exact: true,
    })
  })

  test('the total of a user counts the linked ones', async () => {
    expect((await list({}, user)).total).toBe(17)
  })
})

describe('order', () => {
  const collate = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const column = async (sort: string | undefined, key: keyof Company) =>
    (await list({ ...(sort ? { sort } : {}), page_size: 100 })).items.map((item) => String(item[key]))

  test('by razão social without regard to accents and capitals, also when nothing is said', async () => {
    const sorted = names.map(collate).sort()
    expect((await column(undefined, 'razao_social')).map(collate)).toEqual(sorted)
    expect((await column('razao_social', 'razao_social')).map(collate)).toEqual(sorted)
    expect((await column('-razao_social', 'razao_social')).map(collate)).toEqual([...sorted].reverse())
  })

  test.each(['cnpj', 'municipio', 'updated_at'] as const)('by %s, up and down', async (key) => {
    const up = await column(key, key)
    const compare = (a: string, b: string) => (collate(a) < collate(b) ? -1 : collate(a) > collate(b) ? 1 : 0)
    expect(up).toEqual([...up].sort(compare))
    expect(await column(`-${key}`, key)).toEqual([...up].reverse())
  })

  test('rows that tie keep their place from page to page', async () => {
    const ids = []
    for (let page = 1; page <= 5; page += 1)
      ids.push(...(await list({ sort: 'municipio', page, page_size: 5 })).items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(names.length)
  })
})

test('the filter by state gives active, inactive, or all', async () => {
  const [active, inactive] = [await list({ ativo: 'S', page_size: 100 }), await list({ ativo: 'N', page_size: 100 })]
  expect([active.total, inactive.total]).toEqual([20, 5])
  expect(new Set(active.items.map(({ ativo }) => ativo))).toEqual(new Set(['S']))
  expect(new Set(inactive.items.map(({ ativo }) => ativo))).toEqual(new Set(['N']))
  expect((await list({ ativo: 'N', search: 'filial' })).total).toBe(4)
})

describe('what cannot be asked', () => {
  test.each([
    ['page', { page: 0 }],
    ['page', { page: -1 }],
    ['page', { page: 'x' }],
    ['page', { page: '1.5' }],
    ['page', { page: '99999999999999999999' }],
    ['page', { page: '' }],
    ['page_size', { page_size: 0 }],
    ['page_size', { page_size: 101 }],
    ['page_size', { page_size: '10; drop' }],
    ['sort', { sort: 'password_hash' }],
    ['sort', { sort: 'razao_social desc' }],
    ['sort', { sort: '' }],
    ['ativo', { ativo: 'X' }],
    ['search', { search: 'x'.repeat(201) }],
    ['qualquer', { qualquer: '1' }],
  ])('%s %j', async (field, query) => {
    const answer = await admin.call('listCompanies', { query: query as Record<string, string> })
    expect([400, 422]).toContain(answer.status)
    expect(Object.keys(answer.fields(answer.status))).toEqual([field])
  })
})
