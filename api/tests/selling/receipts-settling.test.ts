// Receipts whose number is disputed, that SEFAZ has after all, or that were cancelled elsewhere: how each is settled.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import * as helpers from '../helpers/receipts.ts'
import { authorisation, event, motivo, query, readyToSell, waitAsAClerk } from '../helpers/receipts.ts'
import { sellInSimulator } from '../helpers/sales.ts'
import { settings } from '../helpers/sefaz-settings.ts'
import { until } from '../helpers/server.ts'
import { ownCounter } from '../helpers/simulator.ts'

type Nota = Schemas['ReceiptSummary']

const { simulator, server } = ownCounter()
let admin: Caller
let clerk: Caller
let id = ''

const place = { codigo_municipio: '3509502', inscricao_estadual: '110042490114' }

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newCompany(admin, place)).id
  const made = await account(server, 'user')
  server.database.link(made.id, id)
  clerk = made.caller
  await readyToSell(admin, id)
})

const sell = () => helpers.sell(clerk, id)
const reaches = (rid: string, estado: string, patience = 40_000) => helpers.reaches(clerk, id, rid, estado, patience)
const receipt = async (rid: string) => (await api.getReceipt(clerk, id, rid)).expect(200)
/** Two sales that hang make SEFAZ count as slow for their company, so each of those has one of its own. */
async function shop() {
  const { id: mine } = await newCompany(admin, place)
  await readyToSell(admin, mine)
  return {
    mine,
    sell: () => helpers.sell(admin, mine),
    reaches: (rid: string, estado: string) => helpers.reaches(admin, mine, rid, estado, 60_000),
  }
}
const alarms = (rid: string) =>
  server.database
    .rows<{ tipo: string }>(`select tipo from nfce_alarme where nfce_id = ${server.database.id(rid)} order by tipo`)
    .map(({ tipo }) => tipo)
const kinds = async (rid: string) => (await receipt(rid)).linha_do_tempo.map(({ tipo }) => tipo)

describe('539', () => {
  test('that names another key: the number is another system’s, the sale goes on with the next one', async () => {
    const other = await helpers.authorised(clerk, id)
    await simulator.behave({
      service: authorisation,
      cStat: 539,
      xMotivo: `Rejeicao: Duplicidade de NF-e, com diferenca na Chave de Acesso [chNFe:${other.chave}]`,
      times: 1,
    })
    const made = await sell()
    const { nota } = await reaches(made.id, 'ocupada')
    const next = (await reaches(nota.substituida_por!, 'autorizada')).nota
    expect([next.numero, next.venda_id]).toEqual([made.numero + 1, made.venda_id])
    expect(alarms(made.id)).toEqual(['numero_ocupado'])
  })
  test('that names our own key: what SEFAZ has of it counts', async () => {
    await simulator.behave({ service: authorisation, cStat: 778, times: 1 })
    const made = await sell()
    await reaches(made.id, 'rejeitada')
    await simulator.behave({
      service: authorisation,
      cStat: 539,
      xMotivo: `Rejeicao: Duplicidade de NF-e [chNFe:${made.chave}]`,
      when: 'after',
      times: 1,
    })
    ;(await api.retryReceipt(clerk, id, made.id)).expect(202)
    const { nota } = await reaches(made.id, 'autorizada')
    expect([nota.numero, nota.chave]).toEqual([made.numero, made.chave])
    expect(alarms(made.id)).toEqual([])
  })
  test('that names nobody: refused, and somebody is told, when SEFAZ has none of its keys', async () => {
    await simulator.behave({ service: authorisation, cStat: 539, times: 1 })
    const made = await sell()
    const { mensagem } = await reaches(made.id, 'rejeitada')
    expect(mensagem).toMatch(/Outra nota com este número/)
    expect(alarms(made.id)).toEqual(['numero_duplicado'])
    expect(await kinds(made.id)).toContain('consulta')
  })
})

test('206: the number is void at SEFAZ, the sale goes on with the next one', async () => {
  await simulator.behave({ service: authorisation, cStat: 206, times: 1 })
  const made = await sell()
  const { nota } = await reaches(made.id, 'inutilizada')
  const next = (await reaches(nota.substituida_por!, 'autorizada')).nota
  expect([next.numero, next.tpEmis]).toEqual([made.numero + 1, 1])
})

test('three numbers in a row of another system stop the series; confirmed, the sale goes on with the next one', async () => {
  const { mine, sell, reaches } = await shop()
  const other = await helpers.authorised(admin, mine)
  // The third one is tried again once the series is confirmed.
  const taken = { service: authorisation, cStat: 539, xMotivo: `Rejeicao [chNFe:${other.chave}]`, times: 4 }
  await simulator.behave(taken)
  const made = await sell()
  const second = (await reaches(made.id, 'ocupada')).nota.substituida_por!
  const third = (await reaches(second, 'ocupada')).nota.substituida_por!
  await reaches(third, 'indefinida')
  const stopped = await until(
    'the series is stopped',
    async () => (await api.listStoppedSeries(admin, mine)).expect(200).items[0],
  )
  expect(stopped).toMatchObject({ serie: 1, ambiente: 'simulador' })
  const told = (await api.listNotifications(admin)).expect(200).items.find(({ tipo }) => tipo === 'serie_parada')
  expect(told).toMatchObject({ tom: 'erro', texto: stopped.motivo, company: { id: mine } })
  const next = { ambiente: 'simulador', serie: 1, proximo: made.numero + 10 }
  expect((await api.confirmNextNumber(admin, mine, next)).expect(200).items).toEqual([])
  ;(await api.checkReceipt(admin, mine, third)).expect(202)
  const last = (await reaches(third, 'ocupada')).nota.substituida_por!
  expect((await reaches(last, 'autorizada')).nota.numero).toBe(next.proximo)
  const checked = await server.command(['receipts', 'check'])
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('Todos os números têm registro.')])
}, 150_000)

test('656: nothing more is sent for an hour, the clerk may go offline', async () => {
  const { mine, sell } = await shop()
  await simulator.behave({ service: authorisation, cStat: 656, times: 1 })
  const made = await sell()
  await until('SEFAZ has answered', async () => {
    const { linha_do_tempo } = (await api.getReceipt(admin, mine, made.id)).expect(200)
    return linha_do_tempo.some(({ texto }) => texto.includes('656'))
  })
  expect((await api.getReceipt(admin, mine, made.id)).expect(200).nota.estado).toBe('enviando')
  expect(alarms(made.id)).toEqual(['consumo_indevido'])
  await waitAsAClerk(admin)
  const offline = (await api.issueReceiptOffline(admin, mine, made.id)).expect(201) as Nota
  expect(offline).toMatchObject({ estado: 'contingencia', substitui: made.id })
})

test('a receipt that goes offline and provably never reached SEFAZ is given up at once', async () => {
  const { mine, sell, reaches } = await shop()
  await simulator.behave({ service: authorisation, cStat: 108 })
  const made = await sell()
  await waitAsAClerk(admin)
  await simulator.behave()
  const offline = (await api.issueReceiptOffline(admin, mine, made.id)).expect(201) as Nota
  await reaches(made.id, 'abandonada')
  await reaches(offline.id, 'autorizada')
})

describe('a receipt that was given up, and SEFAZ has after all', () => {
  const voidIt = async (company: string, { numero }: Nota) => {
    const range = { ambiente: 'simulador', serie: 1, ini: numero, fim: numero, motivo }
    ;(await api.voidNumbers(admin, company, range)).expect(202)
  }

  test('is cancelled when its sale was undone', async () => {
    await simulator.behave({ service: authorisation, cStat: 778, when: 'after', times: 1 })
    const made = await sell()
    await reaches(made.id, 'rejeitada')
    ;(await api.abandonReceipt(clerk, id, made.id, motivo)).expect(202)
    await voidIt(id, made)
    const { nota, venda } = await reaches(made.id, 'cancelada')
    expect([nota.nProt !== null, venda!.estado]).toEqual([true, 'desfeita'])
  })
  test('is cancelled by substitution when another took its place', async () => {
    const { mine, sell, reaches } = await shop()
    await simulator.behave({ service: authorisation, cStat: 108, when: 'after' })
    const made = await sell()
    await waitAsAClerk(admin)
    await simulator.behave()
    const offline = (await api.issueReceiptOffline(admin, mine, made.id)).expect(201) as Nota
    await reaches(offline.id, 'autorizada')
    await reaches(made.id, 'abandonada')
    await voidIt(mine, made)
    const { nota, venda } = await reaches(made.id, 'cancelada_subst')
    expect([nota.substituida_por, venda!.estado]).toEqual([offline.id, 'emitida'])
  })
})

test('one in whose place another was authorised whose XML is elsewhere is cancelled by substitution all the same', async () => {
  const { mine, reaches } = await shop()
  const made = await helpers.hanging(simulator, admin, mine)
  await simulator.behave({ service: authorisation, fault: 'wrong_digest' })
  const offline = (await api.issueReceiptOffline(admin, mine, made.id)).expect(201) as Nota
  await reaches(offline.id, 'autorizada_sem_xml')
  const { nota } = await reaches(made.id, 'cancelada_subst')
  expect(nota.substituida_por).toBe(offline.id)
})

describe('cancelling', () => {
  test('573 to an event that SEFAZ has: its query shows it', async () => {
    const made = await helpers.authorised(clerk, id)
    await simulator.behave({ service: event, cStat: 573, when: 'after', times: 1 })
    ;(await api.cancelReceipt(clerk, id, made.id, motivo)).expect(202)
    const { venda } = await reaches(made.id, 'cancelada')
    expect(venda!.estado).toBe('desfeita')
    expect(await kinds(made.id)).toContain('consulta')
  })
  test('a lost answer, and a query that does not show the event: the same event is refused as known', async () => {
    const made = await helpers.authorised(clerk, id)
    await simulator.behave(
      { service: query, bare_query: true },
      { service: event, fault: 'drop', when: 'after', times: 1 },
    )
    ;(await api.cancelReceipt(clerk, id, made.id, motivo)).expect(202)
    await reaches(made.id, 'cancelada', 60_000)
    expect(alarms(made.id)).toEqual([])
  })
  test('refused for its hour: made again, twice, and then it stays refused', async () => {
    const made = await helpers.authorised(clerk, id)
    await simulator.behave({ service: event, cStat: 578, times: 2 })
    ;(await api.cancelReceipt(clerk, id, made.id, motivo)).expect(202)
    const { linha_do_tempo } = await reaches(made.id, 'cancelada')
    expect(linha_do_tempo.filter(({ texto }) => texto.includes('578'))).toHaveLength(2)

    const second = await helpers.authorised(clerk, id)
    await simulator.behave({ service: event, cStat: 578 })
    ;(await api.cancelReceipt(clerk, id, second.id, motivo)).expect(202)
    const refused = `select 1 from nfce_evento where nfce_id = ${server.database.id(second.id)} and estado = 'recusado'`
    await until('it stays refused', () => server.database.rows(refused).length === 3)
    await simulator.behave()
    // Whoever wants it cancelled asks again.
    ;(await api.cancelReceipt(clerk, id, second.id, motivo)).expect(202)
    await reaches(second.id, 'cancelada')
  })
  test('elsewhere: the receipt is cancelled here too, sale and till stay, and somebody is told', async () => {
    const made = await helpers.authorised(clerk, id)
    ;(await api.cancelReceipt(clerk, id, made.id, motivo)).expect(202)
    await reaches(made.id, 'cancelada')
    // As if this server had neither cancelled nor seen the authorisation.
    const { database } = server
    const nota = `nfce_id = ${database.id(made.id)}`
    const events = `select id from nfce_evento where ${nota}`
    database.run(`
      delete from nfce_xml where evento_id in (${events}) or (${nota} and tipo = 'protNFe');
      delete from sefaz_troca where evento_id in (${events}) or ${nota};
      delete from nfce_evento where ${nota};
      update venda set estado = 'emitida' where id = ${database.id(made.venda_id)};
      update nfce set estado = 'indefinida', nProt = null, dhRecbto = null, digVal = null, cancelavel_ate = null
      where id = ${database.id(made.id)}`)
    ;(await api.checkReceipt(clerk, id, made.id)).expect(202)
    const { venda } = await reaches(made.id, 'cancelada')
    expect(venda!.estado).toBe('emitida')
    expect(alarms(made.id)).toEqual(['cancelada_fora'])
  })
})

test('an offline receipt that was refused is corrected and sent with its number, key and values', async () => {
  await helpers.contingency(admin, id, true)
  await simulator.behave({ service: authorisation, cStat: 778, times: 1 })
  const made = await sell()
  const { acoes } = await reaches(made.id, 'contingencia_rejeitada')
  expect(acoes.map(({ acao }) => acao)).toEqual(['issue', 'check'])
  ;(await api.retryReceipt(clerk, id, made.id)).expect(202)
  await helpers.contingency(admin, id, false)
  const { nota } = await reaches(made.id, 'autorizada')
  expect([nota.chave, nota.vNF, nota.tpEmis]).toEqual([made.chave, made.vNF, 9])
})

test('a receipt under way goes on where it was born when the company changes its environment', async () => {
  await simulator.behave({ service: authorisation, cStat: 108 })
  const made = await sell()
  const { etag } = await api.getSefazSettings(admin, id)
  ;(await api.putSefazSettings(admin, id, etag, settings({ destino: 'sefaz' }))).expect(200)
  await simulator.behave()
  const { nota } = await reaches(made.id, 'autorizada')
  expect(nota.ambiente).toBe('simulador')
  await sellInSimulator(admin, id)
})
