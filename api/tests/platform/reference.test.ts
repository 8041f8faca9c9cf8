// Tables that everybody reads: states, municipalities, official tables, versions.
import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { places } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { ownServer } from '../helpers/server.ts'

const server = ownServer()
let somebody: Caller

beforeAll(async () => {
  somebody = (await account(server)).caller
})

const byName = new Intl.Collator('pt-BR', { sensitivity: 'base', ignorePunctuation: false })
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

test('27 states by name', async () => {
  const states = (await api.listStates(somebody)).expect(200)
  expect(states).toHaveLength(27)
  expect(states.map(({ nome }) => nome)).toEqual(states.map(({ nome }) => nome).sort(byName.compare))
  expect(states).toContainEqual({ uf: 'SP', codigo: '35', nome: 'São Paulo' })
})

test('the 5,571 municipalities, each in its state, by name', async () => {
  let total = 0
  for (const { uf, codigo } of (await api.listStates(somebody)).expect(200)) {
    const municipalities = (await api.listMunicipalities(somebody, uf)).expect(200)
    const expected = places.filter((place) => place.uf === uf)
    expect(new Set(municipalities.map((one) => `${one.codigo} ${one.nome}`))).toEqual(
      new Set(expected.map((one) => `${one.codigo} ${one.nome}`)),
    )
    expect(municipalities.every((one) => one.codigo.startsWith(codigo))).toBe(true)
    const folded = municipalities.map(({ nome }) => fold(nome))
    expect(folded).toEqual([...folded].sort())
    total += municipalities.length
  }
  expect(total).toBe(5571)
})

test.each(['XX', 'EX', '35', "SP'--", '%'])('the state %s does not exist', async (uf) => {
  expect([400, 404, 422]).toContain((await api.listMunicipalities(somebody, uf)).status)
})

test('the version that runs is listed, once however often it starts', async () => {
  const before = (await api.listVersions(somebody)).expect(200)
  expect(before.items[0]!.version).toMatch(/^\d+\.\d+\.\d+$/)
  await server.stop()
  await server.start()
  expect((await api.listVersions(somebody)).expect(200)).toEqual(before)
})

test('versions come in pages, newest first', async () => {
  const { id } = server.database
  for (const [at, version] of ['0.1.0', '0.2.0', '0.3.0'].entries()) {
    server.database.run(
      `insert into app_versions (id, version, created_at, commit_hash, description)
       values (${id(`01890000-0000-7000-8000-00000000000${at}`)}, '${version}', ${1_600_000_000_000_000 + at * 1_000_000}, 'abc${at}', null)`,
    )
  }
  const all = (await api.listVersions(somebody)).expect(200)
  expect(all.total).toBe(4)
  expect(all.items.slice(1).map(({ version }) => version)).toEqual(['0.3.0', '0.2.0', '0.1.0'])
  const second = (await api.listVersions(somebody, { page: 2, page_size: 2 })).expect(200)
  expect(second.items).toEqual(all.items.slice(2))
  for (const bad of [{ page: 0 }, { page: 'x' }, { page_size: 101 }])
    expect([400, 422]).toContain((await api.listVersions(somebody, bad)).status)
})

describe('official tables', () => {
  const found = async (table: string, query: api.ReferenceFilter = {}) =>
    (await api.searchReference(somebody, table, query)).expect(200).items

  test('NCM by code and by words, with the path of headings', async () => {
    const byCode = await found('ncm', { search: '6810.91' })
    expect(byCode.map(({ codigo }) => codigo)).toEqual(['68109100'])
    expect(byCode[0]!.detalhe).toMatch(/^Obras de pedra.* › .*cimento/)
    expect((await found('ncm', { search: 'CERVEJAS malte' })).map(({ codigo }) => codigo)).toContain('22030000')
    expect(await found('ncm', { search: 'nada disso aqui' })).toEqual([])
    expect(await found('ncm', { search: '22', limit: 3 })).toHaveLength(3)
  })

  const first = async (search: string) => (await found('ncm', { search })).map(({ codigo }) => codigo)
  test.each([
    ['laje', /^6810/],
    ['Lajes', /^6810/],
    ['vigota', /^6810/],
    ['BLOCO', /^6810/],
    ['isopor', /^392111/],
    ['vergalhões', /^7214/],
  ])('%s is what the trade calls so', async (word, ncm) => {
    expect((await first(word))[0]).toMatch(ncm)
  })
  test('a word and its plural find the same; parts of hyphenated names come behind', async () => {
    expect(await first('colchões')).toEqual(await first('colchão'))
    const lajes = await found('ncm', { search: 'laje', limit: 100 })
    const albacora = lajes.findIndex(({ descricao }) => descricao.startsWith('Albacora-laje'))
    expect(albacora).toBeGreaterThan(lajes.findLastIndex(({ codigo }) => codigo.startsWith('6810')))
  })

  test('CEST only for an NCM, cenq and cClassTrib only for a CST', async () => {
    const all = (await found('cest', { ncm: '39172100', limit: 100 })).map(({ codigo }) => codigo)
    expect(all).toContain('0100200')
    expect(all).not.toContain('0100300')
    for (const { codigo } of await found('cclasstrib', { cst: '200' })) expect(codigo).toMatch(/^200/)
    expect((await found('cenq', { cst: '54' })).map(({ codigo }) => codigo)).toContain('001')
  })

  test('CFOP with direction and scope', async () => {
    expect(await found('cfop', { search: '5102' })).toMatchObject([
      { codigo: '5102', detalhe: 'Saída · dentro do estado' },
    ])
    expect(await found('cfop', { search: '5100' })).toEqual([])
  })

  test.each([
    ['origem', 9],
    ['cst_icms', 15],
    ['csosn', 10],
    ['cst_pis', 33],
    ['cst_cofins', 33],
    ['cst_ipi', 14],
    ['cst_ibscbs', 18],
    ['cclasstrib', 40],
    ['cenq', 129],
    ['unidades', 60],
  ])('%s comes whole', async (table, size) => {
    expect(await found(table)).toHaveLength(size)
  })

  test('a table that does not exist, and bad parameters', async () => {
    ;(await api.searchReference(somebody, 'ncms')).problem(404, 'not_found')
    for (const [query, field] of [
      [{ ncm: '39' }, 'ncm'],
      [{ cst: 'x' }, 'cst'],
      [{ limit: 0 }, 'limit'],
      [{ limit: 101 }, 'limit'],
      [{ search: 'x'.repeat(201) }, 'search'],
      [{ uf: 'SP' }, 'uf'],
    ] as const)
      expect(Object.keys((await api.searchReference(somebody, 'cest', query as api.ReferenceFilter)).fields())).toEqual(
        [field],
      )
    for (const search of ['%', "'", '"', '\\', '🙂', '(', '\u200f']) await found('ncm', { search })
  })
})
