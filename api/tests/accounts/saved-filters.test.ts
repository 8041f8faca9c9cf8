// Meus filtros: what somebody keeps of a list, for nobody else.
import { beforeAll, describe, expect, test } from 'vitest'
import { account } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { filter, newFilter } from '../helpers/saved-filters-endpoints.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let maria: Caller
let rafael: Caller

beforeAll(async () => {
  await account(server) // the administrator
  maria = (await account(server)).caller
  rafael = (await account(server)).caller
})

const names = async (as: Caller, lista = 'produtos') =>
  (await api.listSavedFilters(as, lista)).expect(200).items.map(({ nome }) => nome)

test('are kept, listed by name and forgotten, each by its list', async () => {
  const values = { search: 'laje "H12"', status: 'inativos', coluna_antiga: 'ç' }
  const made = await newFilter(maria, { nome: 'B', valores: values })
  expect(made).toMatchObject({ lista: 'produtos', nome: 'B', valores: values })
  await newFilter(maria, { nome: 'A' })
  const other = await newFilter(maria, { nome: 'B', lista: 'pessoas' })
  expect(await names(maria)).toEqual(['A', 'B'])
  expect(await names(maria, 'pessoas')).toEqual(['B'])
  expect(await names(maria, 'notas')).toEqual([])
  ;(await api.deleteSavedFilter(maria, made.id)).expect(204)
  ;(await api.deleteSavedFilter(maria, made.id)).problem(404, 'not_found')
  ;(await api.deleteSavedFilter(maria, other.id)).expect(204)
  expect(await names(maria)).toEqual(['A'])
})

test('are nobody else’s', async () => {
  const made = await newFilter(maria, { nome: 'Meu' })
  expect(await names(rafael)).toEqual([])
  ;(await api.deleteSavedFilter(rafael, made.id)).problem(404, 'not_found')
  expect(await names(maria)).toContain('Meu')
  await newFilter(rafael, { nome: 'Meu' })
})

test('have a name of their own', async () => {
  await newFilter(rafael, { nome: 'Único' })
  const again = (await api.createSavedFilter(rafael, filter({ nome: 'Único' }))).fields()
  expect(again.nome).toBe('Você já tem um filtro com este nome. Digite outro.')
  await newFilter(rafael, { nome: 'Único', lista: 'pessoas' })
})

test('are thirty of a list at most', async () => {
  const { caller } = await account(server)
  for (let at = 0; at < 30; at++) await newFilter(caller)
  const { detail } = (await api.createSavedFilter(caller, filter())).problem(422, 'invalid')
  expect(detail).toContain('30')
  await newFilter(caller, { lista: 'pessoas' })
})

test('are made once however often one is sent', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const json = filter()
  const first = (await api.createSavedFilter(maria, json, { headers })).expect(201)
  expect((await api.createSavedFilter(maria, json, { headers })).expect(201).id).toBe(first.id)
})

describe('refuses', () => {
  test.each([
    [{ lista: 'carros' }, ['lista']],
    [{ lista: undefined }, ['lista']],
    [{ nome: ' ' }, ['nome']],
    [{ nome: 'x'.repeat(61) }, ['nome']],
    [{ valores: {} }, ['valores']],
    [{ valores: 'search=laje' }, ['valores']],
    [{ valores: { search: 1 } }, ['valores.search']],
    [{ valores: { search: 'x'.repeat(201) }, nome: '' }, ['nome', 'valores.search']],
    [{ valores: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, 'x'])) }, ['valores']],
  ])('%j', async (overrides, expected) => {
    const fields = (await api.createSavedFilter(maria, filter(overrides))).fields()
    expect(Object.keys(fields).sort()).toEqual(expected)
    for (const sentence of Object.values(fields)) expect(sentence).toMatch(/^[A-ZÀ-Ú].*\.$/)
  })
})
