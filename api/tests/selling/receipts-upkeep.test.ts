// What the program does for receipts by itself, and what it tells people of them in time.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import * as helpers from '../helpers/receipts.ts'
import { authorisation, event, motivo, readyToSell, wakeUpkeep } from '../helpers/receipts.ts'
import { until } from '../helpers/server.ts'
import { ownCounter } from '../helpers/simulator.ts'

type Nota = Schemas['ReceiptSummary']

const { simulator, server } = ownCounter()
let admin: Caller
let gerente: Caller
let operador: Caller
let id = ''

const place = { codigo_municipio: '3509502', inscricao_estadual: '110042490114' }
const hour = 3_600_000
const day = 24 * hour
const micros = (at: number) => `${Math.round(at)}000`

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newCompany(admin, place)).id
  const link = async (papel: string) => {
    const made = await account(server, 'user')
    server.database.link(made.id, id)
    server.database.run(`update emitente_users set papel = '${papel}' where user_id = ${server.database.id(made.id)}`)
    return made.caller
  }
  gerente = await link('gerente')
  operador = await link('operador')
  await readyToSell(admin, id)
})

const sell = () => helpers.sell(gerente, id)
const reaches = (rid: string, estado: string, patience = 60_000) => helpers.reaches(gerente, id, rid, estado, patience)
const nfce = (rid: string, set: string) =>
  server.database.run(`update nfce set ${set} where id = ${server.database.id(rid)}`)
/** Notifications of this kind. */
const told = async (tipo: string, as = gerente) =>
  (await api.listNotifications(as)).expect(200).items.filter((one) => one.tipo === tipo)
const alarms = (rid: string) =>
  server.database
    .rows<{ tipo: string; chave: string }>(
      `select tipo, chave from nfce_alarme where nfce_id = ${server.database.id(rid)} order by chave`,
    )
    .map(({ tipo, chave }) => [tipo, chave.split(':')[1]].filter(Boolean).join(' '))
async function abandoned(): Promise<Nota> {
  const nota = await helpers.rejected(simulator, gerente, id)
  ;(await api.abandonReceipt(gerente, id, nota.id, motivo)).expect(202)
  return nota
}
async function offlineRefused(): Promise<Nota> {
  await helpers.contingency(gerente, id, true)
  await simulator.behave({ service: authorisation, cStat: 778, times: 1 })
  const { nota } = await reaches((await sell()).id, 'contingencia_rejeitada')
  await helpers.contingency(gerente, id, false)
  return nota
}
async function voidAutomatically(inutilizar_auto: 'S' | 'N') {
  const { etag, ...answer } = await api.getSaleSettings(admin, id).then((a) => ({ etag: a.etag, body: a.expect(200) }))
  ;(await api.putSaleSettings(admin, id, etag, { ...answer.body, inutilizar_auto })).expect(200)
}

describe('the bell', () => {
  test('tells gerentes of offline receipts that SEFAZ does not have yet, the nearer their deadline the louder', async () => {
    const { id: rid } = await offlineRefused()
    const aged = (hours: number) => {
      const at = Date.now() - hours * hour
      nfce(rid, `ambiente = 'producao', dhEmi = ${micros(at)}, prazo = ${micros(at + day)}`)
    }
    aged(3)
    expect(await told('prazo_contingencia')).toEqual([])
    aged(5)
    expect(await told('prazo_contingencia')).toMatchObject([
      { tom: 'aviso', company: { id }, texto: expect.stringContaining('1 nota em contingência espera') },
    ])
    expect(await told('prazo_contingencia', operador)).toEqual([])
    expect(await told('prazo_contingencia', admin)).toHaveLength(1)
    aged(21)
    expect(await told('prazo_contingencia')).toMatchObject([{ tom: 'erro', titulo: 'Prazo da contingência' }])
    aged(25)
    expect(await told('prazo_contingencia')).toMatchObject([
      { tom: 'erro', titulo: 'Contingência fora do prazo', texto: expect.stringContaining('ainda é enviada') },
    ])
    nfce(rid, "ambiente = 'simulador'")
    expect(await told('prazo_contingencia')).toEqual([]) // practice
  })
  test('tells gerentes of last month’s numbers that are to be voided until the tenth', async () => {
    const { id: rid } = await abandoned()
    const today = new Date(Date.now() - 3 * hour) // in São Paulo
    const month = (before: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - before, 15)
    nfce(rid, `ambiente = 'producao', dhEmi = ${micros(month(0))}`)
    expect(await told('prazo_inutilizacao')).toEqual([])
    nfce(rid, `dhEmi = ${micros(month(1))}`)
    const date = today.getUTCDate()
    expect(await told('prazo_inutilizacao')).toMatchObject([
      {
        tom: date >= 8 ? 'erro' : 'aviso',
        titulo: date > 10 ? 'Inutilização fora do prazo' : 'Prazo para inutilizar números',
        texto: expect.stringContaining('1 número sem nota autorizada'),
      },
    ])
    nfce(rid, `dhEmi = ${micros(month(2))}`)
    expect(await told('prazo_inutilizacao')).toMatchObject([{ tom: 'erro', titulo: 'Inutilização fora do prazo' }])
    expect(await told('prazo_inutilizacao', operador)).toEqual([])
    nfce(rid, "ambiente = 'simulador'")
  })
})

describe('a number that was given up', () => {
  test('is asked for a last time a day later, also where nothing is voided by itself', async () => {
    await voidAutomatically('N')
    const nota = await abandoned()
    nfce(nota.id, 'conferir_em = 1')
    await until('SEFAZ was asked', async () => {
      wakeUpkeep(server)
      const { linha_do_tempo } = (await api.getReceipt(gerente, id, nota.id)).expect(200)
      return linha_do_tempo.some(({ tipo, texto }) => tipo === 'consulta' && texto.includes('217'))
    })
    expect((await api.getReceipt(gerente, id, nota.id)).expect(200).nota.estado).toBe('abandonada')
  })
  test('is voided by itself at night, with those beside it in one request', async () => {
    await voidAutomatically('S')
    const notas = [await abandoned(), await abandoned()]
    for (const { id: rid } of notas) nfce(rid, 'conferir_em = 1')
    wakeUpkeep(server)
    for (const { id: rid } of notas) await reaches(rid, 'inutilizada')
    const [first, last] = notas.map(({ numero }) => numero)
    const requests = server.database.rows<{ ini: number; fim: number }>(
      `select ini, fim from nfce_inutilizacao where ini >= ${first! - 1} and fim = ${last!} and user_id is null`,
    )
    expect(requests).toHaveLength(1)
    const audits = auditRows(server.database, `action_type = 'nfce_void' and company_id = ${server.database.id(id)}`)
    expect(audits.at(-1)!.description).toContain('Inutilização automática')
  })
  test('that somebody had asked for before is asked for again before it is voided', async () => {
    await voidAutomatically('N')
    const nota = await helpers.rejected(simulator, gerente, id)
    ;(await api.checkReceipt(gerente, id, nota.id)).expect(202)
    ;(await api.abandonReceipt(gerente, id, nota.id, motivo)).expect(202)
    const range = { ambiente: 'simulador', serie: 1, ini: nota.numero, fim: nota.numero, motivo }
    ;(await api.voidNumbers(gerente, id, range)).expect(202)
    await reaches(nota.id, 'inutilizada')
  })
  test('241, and SEFAZ has none of its keys: somebody is told of the other document', async () => {
    const nota = await abandoned()
    await simulator.behave({ service: 'NFeInutilizacao4', cStat: 241, times: 1 })
    const range = { ambiente: 'simulador', serie: 1, ini: nota.numero, fim: nota.numero, motivo }
    ;(await api.voidNumbers(gerente, id, range)).expect(202)
    await until('the request was refused', () => alarms(nota.id).length > 0, 30_000)
    expect(alarms(nota.id)).toEqual(['numero_duplicado'])
    expect((await api.getReceipt(gerente, id, nota.id)).expect(200).nota.estado).toBe('abandonada')
  })
})

test('what a clock announced that was an hour ahead counts from now on, in the order it was said', async () => {
  await simulator.behave({ service: authorisation, fault: 'drop', when: 'after', times: 1 })
  const nota = await sell()
  await reaches(nota.id, 'autorizada')
  const of = `where nfce_id = ${server.database.id(nota.id)}`
  const announced = () =>
    server.database.rows<{ at: number; ended: number }>(
      `select anunciada_em as at, respondida_em as ended from sefaz_troca ${of} order by seq`,
    )
  const before = announced()
  expect(before).toHaveLength(2)
  server.database.run(
    `update sefaz_troca set anunciada_em = anunciada_em + ${micros(hour)}, respondida_em = respondida_em + ${micros(hour)} ${of}`,
  )
  wakeUpkeep(server)
  const isRight = ({ at }: { at: number }) => at < before[1]!.at + 60_000_000
  await until('they were put right', () => announced().every(isRight))
  const [sent, asked] = announced() as [(typeof before)[0], (typeof before)[0]]
  expect([sent.ended, asked.ended]).toEqual([sent.at, asked.at])
  expect(sent.at).toBeGreaterThan(before[1]!.at)
  expect(asked.at).toBeGreaterThan(sent.at)
})

test('the sums of days that are over become one row each', async () => {
  const { database } = server
  const company = database.id(id)
  const row = (quantidade: number, total: number) =>
    `(${company}, 'producao', 7, '2020-01-02', 'autorizada', ${quantidade}, ${total})`
  database.run(
    `insert into nfce_dia (emitente_id, ambiente, serie, dia, grupo, quantidade, total) values ${row(2, 300)}, ${row(-1, -100)}`,
  )
  const rows = () =>
    database.rows(
      `select quantidade, total, somada from nfce_dia where emitente_id = ${company} and dia = '2020-01-02'`,
    )
  expect(rows()).toHaveLength(2)
  wakeUpkeep(server)
  await until('they are added up', () => rows().length === 1)
  expect(rows()).toEqual([{ quantidade: 1, total: 200, somada: 1 }])
})

describe('a receipt that SEFAZ had all the same, and whose place another took that is refused', () => {
  // Each in a company of its own: two sales that hang make SEFAZ count as slow for theirs.
  async function waitingSubstitution() {
    const mine = (await newCompany(admin, place)).id
    await readyToSell(admin, mine)
    const reaches = (rid: string, estado: string) => helpers.reaches(admin, mine, rid, estado, 90_000)
    const first = await helpers.hanging(simulator, admin, mine)
    await simulator.behave({ service: authorisation, cStat: 778 })
    const second = (await api.issueReceiptOffline(admin, mine, first.id)).expect(201) as Nota
    await reaches(second.id, 'contingencia_rejeitada')
    await reaches(first.id, 'autorizada')
    await simulator.behave()
    return { first, second, mine, reaches }
  }

  test('is told after a day and once more before it is too late; cancelled when SEFAZ refuses to substitute it', async () => {
    const { first, second, mine, reaches } = await waitingSubstitution()
    const waited = (hours: number) => nfce(first.id, `dhRecbto = ${micros(Date.now() - hours * hour)}`)
    waited(25)
    wakeUpkeep(server)
    await until('it is told', () => alarms(first.id).length === 1)
    waited(145)
    wakeUpkeep(server)
    await until('it is told again', () => alarms(first.id).length === 2)
    expect(alarms(first.id)).toEqual(['substituicao_parada 144h', 'substituicao_parada 24h'])

    await simulator.behave({ service: event, cStat: 910, times: 1 })
    ;(await api.retryReceipt(admin, mine, second.id)).expect(202)
    await reaches(second.id, 'autorizada')
    const { venda } = await reaches(first.id, 'cancelada')
    expect(venda!.estado).toBe('emitida')
  }, 240_000)
  test('stays beside the other one when it is too late to cancel it, and somebody is told', async () => {
    const { first, second, mine, reaches } = await waitingSubstitution()
    nfce(first.id, 'cancelavel_ate = 1')
    await simulator.behave({ service: event, cStat: 910, times: 1 })
    ;(await api.retryReceipt(admin, mine, second.id)).expect(202)
    await reaches(second.id, 'autorizada')
    await until('it is told', () => alarms(first.id).length > 0, 60_000)
    expect(alarms(first.id)).toEqual(['venda_com_duas_notas'])
    expect((await api.getReceipt(admin, mine, first.id)).expect(200).nota.estado).toBe('autorizada')
  }, 240_000)
})
