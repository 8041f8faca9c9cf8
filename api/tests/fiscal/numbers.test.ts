// Counters that may be behind SEFAZ: after a restore, or with an older database, a series stops until its next number is confirmed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { sale, sellable } from '../helpers/sales.ts'
import { settings } from '../helpers/sefaz-settings.ts'
import { Server } from '../helpers/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-numbers-'))
let server: Server
let admin: Caller
let email: string
let id: string

beforeAll(async () => {
  server = new Server()
  await server.start()
  const made = await account(server, 'admin')
  admin = made.caller
  email = made.email
  id = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  const { etag } = await api.getSefazSettings(admin, id)
  ;(await api.putSefazSettings(admin, id, etag, settings({ destino: 'sefaz', numero_inicial: 10 }))).expect(200)
})
afterAll(async () => {
  await server.stop()
  server.remove()
  rmSync(folder, { recursive: true })
})

const stopped = async (as = admin) => (await api.listStoppedSeries(as, id)).expect(200).items
const confirm = (proximo: number, overrides: object = {}) =>
  api.confirmNextNumber(admin, id, { ambiente: 'homologacao', serie: 1, proximo, ...overrides })
/** Why nothing can be issued. */
const whyBlocked = async (as = admin) =>
  (await api.postSale(as, id, sale(await sellable(as, id)))).problem(422, 'emissao_bloqueada').detail
const ranges = (of = server) =>
  of.database.rows<{ tipo: string; ini: number; fim: number }>(
    `select tipo, ini, fim from nfce_faixa where emitente_id = ${of.database.id(id)} order by ini`,
  )

/** `data/numeros.max` as a server leaves it that has taken this number. */
function mark(of: Server, numero: number): void {
  const file = Buffer.alloc(48)
  file.write('BALCAO-NUMEROS-1', 'latin1')
  file.write(id.replaceAll('-', ''), 16, 'hex')
  file.writeUInt8(2, 32) // homologação
  file.writeUInt16LE(1, 34)
  file.writeBigInt64LE(BigInt(numero), 40)
  writeFileSync(join(of.dataDir, 'numeros.max'), file)
}

test('nothing is stopped at first', async () => {
  expect(await stopped()).toEqual([])
  expect(await whyBlocked()).toContain('certificado')
  expect(Object.keys((await confirm(11)).fields())).toEqual(['serie'])
})

describe('a restored backup', () => {
  test('issues nothing until the next number is confirmed', async () => {
    const file = join(folder, 'older')
    expect((await server.command(['backup', file])).code).toBe(0)
    const other = new Server()
    expect((await other.command(['restore', file])).code).toBe(0)
    await other.start()
    const there = new Caller(other, 'admin')
    ;(await api.signIn(there, { email, password })).expect(200)
    const [series, ...more] = (await api.listStoppedSeries(there, id)).expect(200).items
    expect(more).toEqual([])
    expect(series).toMatchObject({ ambiente: 'homologacao', serie: 1, proximo: 10, proposta: null })
    expect(series!.motivo).toContain('Uma cópia de segurança foi restaurada')
    expect(await whyBlocked(there)).toContain('Uma cópia de segurança foi restaurada')

    const body = { ambiente: 'homologacao', serie: 1, proximo: 25 }
    expect((await api.confirmNextNumber(there, id, body)).expect(200).items).toEqual([])
    expect(await whyBlocked(there)).toContain('certificado')
    expect(ranges(other)).toEqual([
      { tipo: 'anterior', ini: 1, fim: 9 },
      { tipo: 'anterior', ini: 10, fim: 24 },
    ])
    await other.stop()
    other.remove()
  })
})

describe('a database behind the last number of its server', () => {
  beforeAll(async () => {
    await server.stop()
    mark(server, 12)
    await server.start()
  })

  test('issues nothing in that series', async () => {
    const [series] = await stopped()
    expect(series).toMatchObject({ ambiente: 'homologacao', serie: 1, proximo: 10, proposta: 13 })
    expect(series!.motivo).toContain('já usou o número 12')
    expect(await whyBlocked()).toContain(series!.motivo)
    expect(auditRows(server.database, "action_type = 'nfce_series_stop'")).toHaveLength(1)
  })

  test.each([
    [{ proximo: 0 }, 'proximo'],
    [{ proximo: '13' }, 'proximo'],
    [{ proximo: 12 }, 'proximo'],
    [{ proximo: 1_000_000_000 }, 'proximo'],
    [{ serie: 2 }, 'serie'],
    [{ serie: -1 }, 'serie'],
    [{ ambiente: 'teste' }, 'ambiente'],
    [{ numero: 1 }, 'numero'],
  ])('is not confirmed with %j', async (overrides, field) => {
    expect(Object.keys((await confirm(13, overrides)).fields())).toEqual([field])
    expect(await stopped()).toHaveLength(1)
  })

  test('goes on once an administrator has confirmed the next one', async () => {
    expect((await confirm(13)).expect(200).items).toEqual([])
    expect(await whyBlocked()).toContain('certificado')
    expect(auditRows(server.database, "action_type = 'nfce_series_confirm'")).toHaveLength(1)
    await server.stop()
    await server.start()
    expect(await stopped()).toEqual([])
  })
})

test('a file that is none of its own is refused at start, with what to do', async () => {
  const own = new Server()
  writeFileSync(join(own.dataDir, 'numeros.max'), 'outra coisa que não é um arquivo de números')
  const { code, stderr } = await own.command(['serve'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('O arquivo dos últimos números')])
  own.remove()
})
