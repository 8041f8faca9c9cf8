// The technical responsible of a company: an admin's, with a version of its own.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { type Company, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { csc, settings, techResp } from '../helpers/sefaz-settings.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let ofUser: Company
let own: Company

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  ofUser = made.own
})
beforeEach(async () => {
  own = await newCompany(admin)
})

const put = (json: object, etag = '*') => api.putTechResp(admin, own.id, etag, json)

test('is saved as it is kept, and configured from then on', async () => {
  const none = await api.getTechResp(admin, own.id)
  expect(none.etag).toBe('"0"')
  expect(none.expect(200)).toMatchObject({
    configured: false,
    tech_resp_cnpj: null,
    csrt_configurado: false,
    updated_at: null,
  })
  const stream = await streamEvents(admin)
  const saved = await put(techResp(), '"0"')
  expect(saved.etag).toBe('"1"')
  expect(saved.expect(200)).toMatchObject({
    configured: true,
    tech_resp_cnpj: '11222333000181',
    tech_resp_contact: 'Maria Lima',
    tech_resp_email: 'maria@exemplo.com.br',
    tech_resp_phone: '1932321010',
    csrt_id: null,
    csrt_configurado: false,
  })
  await stream.hint('tech-resp', ({ topic, company_id }) => topic === 'tech-resp' && company_id === own.id)
  stream.close()
  expect((await put(techResp({ tech_resp_cnpj: '12.abc.345/01de-35' }), '"1"')).expect(200).tech_resp_cnpj).toBe(
    '12ABC34501DE35',
  )
  expect((await put(techResp(), '"1"')).expect(412).current).toMatchObject({ tech_resp_cnpj: '12ABC34501DE35' })
  ;(await api.putTechResp(admin, own.id, undefined, techResp())).problem(428)
})

test('its version and that of the SEFAZ settings are apart', async () => {
  ;(await put(techResp(), '"0"')).expect(200)
  expect((await api.getSefazSettings(admin, own.id)).etag).toBe('"0"')
  ;(await api.putSefazSettings(admin, own.id, '"0"', settings())).expect(200)
  const kept = await api.getTechResp(admin, own.id)
  expect(kept.etag).toBe('"1"')
  expect(kept.expect(200).configured).toBe(true)
})

test('the CSRT comes with its id, stays when untouched and goes with it', async () => {
  expect((await put(techResp({ csrt: csc }))).fields()).toHaveProperty('csrt_id')
  expect((await put(techResp({ csrt_id: '1' }))).fields()).toHaveProperty('csrt')
  const kept = await put(techResp({ csrt: csc, csrt_id: '1' }))
  expect(kept.expect(200)).toMatchObject({ csrt_id: '01', csrt_configurado: true })
  expect(kept.text).not.toContain(csc)
  expect((await put(techResp({ csrt_id: '2' }))).expect(200)).toMatchObject({ csrt_id: '02', csrt_configurado: true })
  expect((await put(techResp())).expect(200)).toMatchObject({ csrt_id: null, csrt_configurado: false })
  expect((await put(techResp({ csrt_id: '2' }))).fields()).toHaveProperty('csrt')
  const rows = auditRows(
    server.database,
    `company_id = ${server.database.id(own.id)} and action_type like 'sefaz_config%'`,
  )
  expect(rows.map(({ action_type }) => action_type)).toEqual([
    'sefaz_config_create',
    'sefaz_config_update',
    'sefaz_config_update',
  ])
  expect(rows.map(({ details }) => JSON.parse(details!).csrt)).toEqual(['alterado', undefined, 'alterado'])
  expect(JSON.stringify(rows) + server.log).not.toContain(csc)
})

test.each([
  ['tech_resp_cnpj', '11222333000182'],
  ['tech_resp_contact', 'M'],
  ['tech_resp_email', 'maria'],
  ['tech_resp_phone', '123'],
  ['csrt', 'curto'],
])('%s %j is refused', async (field, value) => {
  expect((await put(techResp({ csrt_id: '1', csrt: csc, [field]: value }))).fields()[field]).toMatch(/\.$/)
})

test("is an admin's to see and to save", async () => {
  ;(await api.getTechResp(user, ofUser.id)).problem(403)
  ;(await api.putTechResp(user, ofUser.id, '*', techResp())).problem(403)
})

test('works for a company whose row is missing', async () => {
  server.database.run(`delete from nfce_settings where emitente_id = ${server.database.id(own.id)}`)
  expect((await put(techResp(), '"0"')).expect(200).configured).toBe(true)
  expect((await api.getSefazSettings(admin, own.id)).expect(200)).toMatchObject({ configured: false, updated_at: null })
})
