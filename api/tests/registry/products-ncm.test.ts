// The NCM as one company looks for it: what its products have already stands first.
import { beforeAll, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newProduct } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let own = ''
let other = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  own = made.own.id
  other = (await newCompany(admin)).id
  for (const prod_NCM of ['68109900', '68109900', '73083000']) await newProduct(admin, own, { prod_NCM })
  const gone = await newProduct(admin, own, { prod_NCM: '68101900' })
  ;(await api.deleteProduct(admin, own, gone.id, '*')).expect(204)
  await newProduct(admin, own, { prod_NCM: null })
})

const found = async (search: string, as = user, id = own) =>
  (await api.searchNcm(as, id, search)).expect(200).items.map(({ codigo }) => codigo)

test('what the company uses comes before the rest that fits, also before anything is typed', async () => {
  expect((await found('')).slice(0, 2)).toEqual(['68109900', '73083000'])
  expect((await found('laje'))[0]).toBe('68109900')
  expect((await found('6810'))[0]).toBe('68109900')
  // Only what fits, and the code itself before all.
  expect(await found('laje')).not.toContain('73083000')
  expect((await found('68101900'))[0]).toBe('68101900')
})

test('another company, and what lies in the bin, changes nothing', async () => {
  expect((await found('6810', admin, other))[0]).toBe('68101100')
  expect((await found('laje')).indexOf('68101900')).toBeGreaterThan(0)
})

test('a text that is too long is told', async () => {
  expect(Object.keys((await api.searchNcm(user, own, 'x'.repeat(201))).fields())).toEqual(['search'])
})
