// Stations: who may say how they print, which addresses a printer may have, and the test page on one that stands in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { Printer, text } from '../helpers/printer.ts'
import { freePort, Server } from '../helpers/server.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
const printer = new Printer()
let admin: Caller
let gerente: Caller
let operador: Caller
let id = ''

beforeAll(async () => {
  await printer.start()
  const made = await office(server)
  admin = made.admin
  gerente = made.user
  id = made.own.id
  const clerk = await account(server, 'user')
  operador = clerk.caller
  server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
    values (${server.database.id(id)}, ${server.database.id(clerk.id)}, 'operador')`)
})
afterAll(() => printer.stop())

const byBrowser = { caminho: 'navegador', host: null, porta: null, papel: '80', colunas: 48, gaveta: 'N', confere: 'S' }
const form = (impressora: object = {}, overrides: object = {}) => ({
  nome: `Caixa ${unique()}`,
  impressora,
  ...overrides,
})
const onNetwork = (overrides: object = {}) => ({
  caminho: 'rede',
  host: '127.0.0.1',
  porta: printer.port,
  ...overrides,
})
const made = async (impressora: object = {}, as = admin) =>
  (await api.createStation(as, id, form(impressora))).expect(201) as Required<Schemas['Station']>

describe('a station', () => {
  test('is added by a gerente, and read by everybody who sells', async () => {
    const stream = await streamEvents(operador)
    const answer = await api.createStation(gerente, id, form({}, { nome: 'Balcão' }))
    const station = answer.expect(201)
    expect(station).toMatchObject({ nome: 'Balcão', ativo: 'S', testada_em: null, version: 1, impressora: byBrowser })
    const { items } = (await api.listStations(operador, id)).expect(200)
    expect(items).toContainEqual(station)
    const read = await api.getStation(operador, id, station.id)
    expect([read.expect(200), read.etag]).toEqual([station, '"1"'])
    await stream.hint('the new station', (hint) => hint.topic === 'stations' && hint.id === station.id)
    stream.close()
    const [row] = auditRows(
      server.database,
      `action_type = 'station_create' and company_id = ${server.database.id(id)}`,
    )
    expect(row!.description).toBe('Cadastrou a estação Balcão')
    ;(await api.createStation(operador, id, form())).problem(403, 'forbidden')
    ;(await api.updateStation(operador, id, station.id, '*', form())).problem(403, 'forbidden')
    ;(await api.testStationPrinter(operador, id, station.id)).problem(403, 'forbidden')
    ;(await api.getStation(operador, id, crypto.randomUUID())).problem(404, 'not_found')
  })
  test('is saved whole, and not over somebody else', async () => {
    const { id: sid } = await made()
    const paper = form({ papel: '58' })
    ;(await api.updateStation(gerente, id, sid, undefined, paper)).problem(428, 'missing_precondition')
    const saved = (await api.updateStation(gerente, id, sid, '"1"', paper)).expect(200)
    expect(saved.impressora).toEqual({ ...byBrowser, papel: '58', colunas: 32 })
    const stale = (await api.updateStation(gerente, id, sid, '"1"', paper)).problem(412, 'stale')
    expect(stale).toMatchObject({ current: saved })
    expect(
      auditRows(server.database, `action_type = 'station_update' and company_id = ${server.database.id(id)}`),
    ).toHaveLength(1)
  })
  test('has a name of its own among those in use', async () => {
    const first = await made()
    const taken = form({}, { nome: first.nome })
    expect((await api.createStation(gerente, id, taken)).fields().nome).toContain('Já existe')
    const other = await made()
    expect((await api.updateStation(gerente, id, other.id, '*', taken)).fields().nome).toContain('Já existe')
    ;(await api.updateStation(gerente, id, first.id, '*', { ...taken, ativo: 'N' })).expect(200)
    ;(await api.createStation(gerente, id, taken)).expect(201)
    const names = (await api.listStations(gerente, id)).expect(200).items.map(({ nome, ativo }) => [ativo, nome])
    expect(names.at(-1)).toEqual(['N', first.nome])
  })
  test('of another company is not there', async () => {
    const foreign = await newCompany(admin)
    const station = (await api.createStation(admin, foreign.id, form())).expect(201)
    ;(await api.getStation(admin, id, station.id)).problem(404, 'not_found')
    ;(await api.updateStation(admin, id, station.id, '*', form())).problem(404, 'not_found')
    ;(await api.testStationPrinter(admin, id, station.id)).problem(404, 'not_found')
  })
  test('tells what is wrong with its printer at the field', async () => {
    const fieldsOf = async (body: object) =>
      Object.keys((await api.createStation(admin, id, body as ReturnType<typeof form>)).fields()).sort()
    const wrong = { caminho: 'rede', papel: 'a4', colunas: 10, porta: 0 }
    const names = ['impressora.colunas', 'impressora.host', 'impressora.papel', 'impressora.porta', 'nome']
    expect(await fieldsOf(form(wrong, { nome: '' }))).toEqual(names)
    expect(await fieldsOf({ nome: 'Caixa' })).toEqual(['impressora'])
    expect(await fieldsOf(form({ caminho: 'rede' }))).toEqual(['impressora.host'])
    expect(await fieldsOf(form({ caminho: 'serial' }))).toEqual(['impressora.caminho'])
  })
})

describe('the address of a network printer', () => {
  test.each(['10.0.0.9', '172.16.0.1', '172.31.255.254', '192.168.0.50', 'fd00::50'])(
    '%s is in a shop',
    async (host) => {
      const { impressora } = await made(onNetwork({ host, porta: null }))
      expect(impressora).toMatchObject({ caminho: 'rede', host, porta: 9100 })
    },
  )
  test.each([
    '8.8.8.8',
    '172.32.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '2001:db8::1',
    'fe80::1%1',
    '::ffff:127.0.0.1',
    'impressora.local',
    '192.168.0',
    '3232235570',
    '192.168.0.50:9100',
  ])('%s is refused', async (host) => {
    expect(Object.keys((await api.createStation(admin, id, form(onNetwork({ host })))).fields())).toEqual([
      'impressora.host',
    ])
  })
  test('is an administrator’s to give; a gerente saves the rest', async () => {
    const refused = (await api.createStation(gerente, id, form(onNetwork()))).fields()
    expect(refused['impressora.host']).toContain('Só um administrador')
    const station = await made(onNetwork())
    const { id: sid, nome } = station
    const elsewhere = { nome, impressora: onNetwork({ host: '192.168.0.51' }) }
    expect(Object.keys((await api.updateStation(gerente, id, sid, '*', elsewhere)).fields())).toEqual([
      'impressora.host',
    ])
    const wider = { nome, impressora: onNetwork({ colunas: 42 }) }
    expect((await api.updateStation(gerente, id, sid, '*', wider)).expect(200).impressora.colunas).toBe(42)
  })
  test('is not kept of a printer that is not on the network', async () => {
    expect((await made({ ...byBrowser, host: '192.168.0.50', porta: 9100 })).impressora).toEqual(byBrowser)
  })
})

test.each([
  ['which is reached from this machine alone', '', 201],
  ['behind a proxy', '127.0.0.1', 422],
])('a printer on the machine of a server %s', async (_, proxies, status) => {
  const env = { BALCAO_TEST_PASSWORDS: '', BALCAO_TEST_STATEMENTS: '', BALCAO_TRUSTED_PROXIES: proxies }
  const own = new Server({ env })
  await own.start()
  try {
    const { caller } = await account(own, 'admin')
    const company = await newCompany(caller)
    expect((await api.createStation(caller, company.id, form(onNetwork()))).status).toBe(status)
  } finally {
    await own.stop()
    own.remove()
  }
})

describe('the test page', () => {
  const tried = async (impressora: object) => {
    const { id: sid } = await made(impressora)
    const said = (await api.testStationPrinter(gerente, id, sid)).expect(200)
    return { ...said, station: (await api.getStation(gerente, id, sid)).expect(200) }
  }

  test('comes out with accents, a QR Code and as many columns as the paper has, and is remembered', async () => {
    const { ok, texto, station } = await tried(onNetwork({ colunas: 40, gaveta: 'S' }))
    expect([ok, texto]).toEqual([true, expect.stringContaining('foi impressa')])
    expect(printer.drawers).toBe(1)
    const page = printer.papers.at(-1)!
    expect(text(page)).toContain(`Página de teste\n${station.nome}`)
    expect(text(page).replaceAll('\n', ' ')).toContain('á à â ã é ê í ó ô õ ú ü ç Á Ç Ã º ª')
    expect(page.lines.find((line) => line.startsWith('À esquerda'))).toHaveLength(40)
    expect(page.qr).toHaveLength(1)
    expect(station.testada_em).toMatch(/^20/)
    const { nome } = station
    const moved = (
      await api.updateStation(admin, id, station.id, '*', { nome, impressora: onNetwork({ porta: 9101 }) })
    ).expect(200)
    expect(moved.testada_em).toBeNull()
  })
  test('on a printer that only takes bytes is done once they are sent', async () => {
    printer.mood = 'silent'
    const before = printer.papers.length
    expect((await tried(onNetwork({ confere: 'N' }))).ok).toBe(true)
    expect(printer.papers.length).toBe(before + 1)
    printer.mood = 'fine'
  })
  test.each([
    ['silent', 'não respondeu'],
    ['without paper', 'sem papel'],
    ['runs out of paper', 'sem papel'],
  ] as const)('on a printer that is %s says so', async (mood, sentence) => {
    printer.mood = mood
    const { ok, texto, station } = await tried(onNetwork())
    expect([ok, station.testada_em]).toEqual([false, null])
    expect(texto).toContain(sentence)
    printer.mood = 'fine'
  })
  test('on a printer that is away says so', async () => {
    const { ok, texto } = await tried(onNetwork({ porta: await freePort() }))
    expect([ok, texto]).toEqual([false, expect.stringContaining('confira se está ligada')])
  })
  test('is only for printers of the network', async () => {
    const { id: sid } = await made()
    ;(await api.testStationPrinter(gerente, id, sid)).problem(422, 'invalid')
  })
})
