// Practising: in the simulator alone, guided by what it answers next, and thrown away without a trace in what is real.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { newBudget } from '../helpers/budgets.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { dayIn, timeZone } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv, saoPaulo } from '../helpers/homologation.ts'
import { newPerson } from '../helpers/people.ts'
import { authorised, motivo, reaches } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { until } from '../helpers/server.ts'
import { ownCounter, ownSimulator } from '../helpers/simulator.ts'

/** In the place of SEFAZ's homologação. */
const sefaz = ownSimulator()
const { simulator, server } = ownCounter(() => homologationEnv(sefaz, sefaz.folder, saoPaulo(sefaz)))
let admin: Caller
let gerente: Caller
let operador: Caller
/** A company that sells in homologação, so that what is real stands beside what is practised. */
let shop: Awaited<ReturnType<typeof newShop>>
let id = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  shop = await newShop(sefaz, admin)
  id = shop.id
  for (const papel of ['gerente', 'operador'] as const) {
    const one = await account(server, 'user')
    server.database.link(one.id, id, papel)
    if (papel === 'gerente') gerente = one.caller
    else operador = one.caller
  }
})

const next = (resposta: string, as = operador) => api.setTrainingAnswer(as, id, { resposta })
async function practise(overrides: Record<string, unknown> = {}) {
  const product = await sellable(admin, id)
  return (await api.postSale(operador, id, sale(product, { treino: true, ...overrides }))).expect(201) as Issued
}
async function practised(estado = 'autorizada') {
  const { nota } = await practise()
  return (await reaches(admin, id, nota!.id, estado)).nota
}
const count = (table: string, where = '') =>
  server.database.rows<{ n: number }>(
    `select count(*) as n from ${table} where emitente_id = ${server.database.id(id)} ${where}`,
  )[0]!.n
const tables = ['venda', 'nfce', 'nfce_xml', 'sefaz_troca', 'nfce_inutilizacao', 'nfce_dia', 'nfce_alarme']
const practiceLeft = () => tables.filter((table) => count(table, "and ambiente = 'simulador'") > 0)
/** All rows that are not practice. */
const real = () => ({
  ...Object.fromEntries(tables.map((table) => [table, count(table, "and ambiente <> 'simulador'")])),
  itens: count('venda_item', `and venda_id in (select id from venda where ambiente <> 'simulador')`),
  eventos: count('nfce_evento', `and nfce_id in (select id from nfce where ambiente <> 'simulador')`),
})
const numbers = () =>
  server.database.rows<{ proximo: number; serie: number }>(
    `select serie, proximo from nfce_numeracao where ambiente = 'simulador' and emitente_id = ${server.database.id(id)}`,
  )
const ranges = () =>
  server.database.rows<{ ini: number; fim: number; tipo: string }>(
    `select ini, fim, tipo from nfce_faixa where ambiente = 'simulador' and emitente_id = ${server.database.id(id)}`,
  )

describe('the next answer', () => {
  test('a refusal comes once, and trying again goes through', async () => {
    ;(await next('recusa')).expect(204)
    const refused = await practised('rejeitada')
    expect(refused.cStat).toBe(778)
    ;(await api.retryReceipt(operador, id, refused.id, {})).expect(202)
    await reaches(admin, id, refused.id, 'autorizada')
    await practised()
  })
  test('silence lets the sale go offline, and the simulator gets it afterwards', async () => {
    const settings = await api.getSaleSettings(admin, id)
    const form = { ...settings.expect(200), contingencia_apos_s: 5 }
    ;(await api.putSaleSettings(admin, id, settings.etag, form)).expect(200)
    ;(await next('silencio')).expect(204)
    const { nota } = await practise()
    const offline = await until(
      'it may go offline',
      async () => {
        const answer = await api.issueReceiptOffline(operador, id, nota!.id)
        return answer.status === 201 && answer.expect(201)
      },
      20_000,
    )
    await reaches(admin, id, offline.id, 'autorizada')
  })
  test('what was asked for and never used is taken back', async () => {
    ;(await next('recusa')).expect(204)
    ;(await next('normal')).expect(204)
    await practised()
  })
  test('it is for the company’s own receipts alone', async () => {
    ;(await next('recusa')).expect(204)
    const other = await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })
    const product = await sellable(admin, other.id)
    const { nota } = (await api.postSale(admin, other.id, sale(product, { treino: true }))).expect(201) as Issued
    await reaches(admin, other.id, nota!.id, 'autorizada')
    await practised('rejeitada')
  })
  test.each([{}, { resposta: 'kill_stored' }, { resposta: 3 }])('refuses %j', async (json) => {
    expect((await api.setTrainingAnswer(operador, id, json)).problem(422, 'invalid').errors).toMatchObject([
      { field: 'resposta' },
    ])
  })
  test('a simulator that is away is told', async () => {
    await simulator.stop()
    ;(await next('recusa')).problem(503, 'unavailable')
    await simulator.start()
    ;(await next('normal')).expect(204)
  })
})

describe('parked sales', () => {
  test('practice and what is real do not see each other', async () => {
    await practise({ emitir: false, em_espera: 'Treino da Ana' })
    const product = await sellable(admin, id)
    const draft = sale(product, { emitir: false, em_espera: 'Mesa 7' })
    ;(await api.postSale(operador, id, draft)).expect(201)
    const names = async (query = {}) =>
      (await api.listParkedSales(operador, id, 1, query)).expect(200).items.map(({ em_espera }) => em_espera)
    expect(await names()).toEqual(['Mesa 7'])
    expect(await names({ treino: 1 })).toEqual(['Treino da Ana'])
    ;(await api.listParkedSales(operador, id, 1, { treino: 2 })).problem(422, 'invalid')
  })
})

describe('throwing practice away', () => {
  test('takes all of it, nothing else, and numbers go on', async () => {
    const receipt = await authorised(admin, id) // a real one
    const paid = await practised()
    ;(await api.cancelReceipt(admin, id, paid.id, motivo)).expect(202)
    await reaches(admin, id, paid.id, 'cancelada')
    ;(await next('recusa')).expect(204)
    await practised('rejeitada')
    await practise({ emitir: false, em_espera: 'Treino' })
    const print = { via: 'consumidor', ok: true }
    ;(await api.noteReceiptPrint(admin, id, paid.id, print)).expect(204)
    const before = { numbers: numbers(), real: real() }
    expect(before.numbers[0]!.proximo).toBeGreaterThan(2)

    ;(await api.clearTraining(gerente, id)).expect(204)

    expect(practiceLeft()).toEqual([])
    expect({ numbers: numbers(), real: real() }).toEqual(before)
    expect(ranges()).toEqual([{ ini: 1, fim: before.numbers[0]!.proximo - 1, tipo: 'anterior' }])
    expect((await api.getReceipt(admin, id, receipt.id)).expect(200).nota.estado).toBe('autorizada')
    ;(await api.getReceipt(admin, id, paid.id)).problem(404, 'not_found')
    const [line] = auditRows(server.database, "action_type = 'training_clear'")
    expect(line!.resultado).toBe('success')

    // The next one takes the next number, and every number is accounted for.
    expect((await practised()).numero).toBe(before.numbers[0]!.proximo)
    const checked = await server.command(['receipts', 'check'])
    expect(checked.code, checked.stdout).toBe(0)
    ;(await api.clearTraining(gerente, id)).expect(204)
    expect(practiceLeft()).toEqual([])
    expect((await server.command(['receipts', 'check'])).code).toBe(0)
  })

  test('what is on its way ends with it', async () => {
    await simulator.behave({ service: 'NFeAutorizacao4', fault: 'silence' })
    const { nota } = await practise()
    await until('it is being sent', () => count('sefaz_troca', 'and resultado is null') > 0)
    ;(await api.clearTraining(gerente, id)).expect(204)
    expect(practiceLeft()).toEqual([])
    await simulator.behave()
    await practised()
    ;(await api.getReceipt(admin, id, nota!.id)).problem(404, 'not_found')
    const waiting = server.database.rows(
      `select id from tarefas where estado in ('pendente', 'executando') and chave = 'nfce:${nota!.id}'`,
    )
    expect(waiting).toEqual([])
  })

  test('leaves orders alone, as practising does', async () => {
    const product = await sellable(admin, id)
    const order = await newBudget(admin, id, (await newPerson(admin)).id, {
      tipo: 'Pedido',
      itens: [{ composicao_id: product.id, quantidade: '2' }],
    })
    const item = (await api.getBudget(admin, id, order.id)).expect(200).itens[0]!
    const itens = [
      {
        ...{ produto_id: product.id, quantidade: '2', valor: '41.00', preco_lido: '41.00' },
        orcamento_item_id: item.id,
      },
    ]
    const { nota } = await practise({ orcamento_id: order.id, itens })
    await reaches(admin, id, nota!.id, 'autorizada')
    const faturado = async () => (await api.getBudget(admin, id, order.id)).expect(200).faturado
    const untouched = await faturado()
    ;(await api.clearTraining(gerente, id)).expect(204)
    expect(await faturado()).toBe(untouched)
  })

  test('an operador may not', async () => {
    await practised()
    ;(await api.clearTraining(operador, id)).problem(403, 'forbidden')
    expect(practiceLeft()).not.toEqual([])
  })

  test('the simulator forgets the company too, and one that is away is no reason not to', async () => {
    await practised()
    ;(await api.clearTraining(gerente, id)).expect(204)
    const documents = await simulator.ledger<{ seq: number; CNPJ: string; tpAmb?: number }>('documentos')
    expect(documents.filter(({ CNPJ }) => CNPJ === shop.cnpj)).toEqual([])
    await practised()
    await simulator.stop()
    ;(await api.clearTraining(gerente, id)).expect(204)
    await simulator.start()
    await practised()
  })

  test('a stored document of another environment goes for nobody', () => {
    const where = `emitente_id = ${server.database.id(id)} and ambiente = 'homologacao'`
    expect(() => server.database.run(`delete from nfce_xml where ${where}`)).toThrow()
  })
})

test('practice is not the first receipt that the dashboard waits for', async () => {
  const fresh = await newShop(sefaz, admin)
  const first = async () => (await api.getDashboard(admin, fresh.id)).expect(200).primeira_nota
  const sell = async (treino: boolean) => {
    const body = sale(await sellable(admin, fresh.id), { treino })
    const { nota } = (await api.postSale(admin, fresh.id, body)).expect(201) as Issued
    await reaches(admin, fresh.id, nota!.id, 'autorizada')
  }
  expect(await first()).toBe(false)
  await sell(true)
  expect(await first()).toBe(false)
  await sell(false)
  expect(await first()).toBe(true)
  // A test receipt is often cancelled at once.
  server.database.run(
    `update nfce set estado = 'cancelada' where emitente_id = ${server.database.id(fresh.id)} and ambiente <> 'simulador'`,
  )
  expect(await first()).toBe(true)
})

// Last: after so much silence the next sales may go offline by themselves.
describe('as if it were another day', () => {
  const inDays = (days: number) => dayIn(timeZone, new Date(Date.now() + days * 86_400_000))
  const dia = inDays(60)
  const under = (json: object, as = operador) => api.setTrainingConditions(as, id, json)
  const today = { dia: null, exigir_ibscbs: 'N' }
  afterAll(async () => {
    ;(await under(today)).expect(204)
  })

  test('a receipt is made, judged and cancelled by that day, and what is real is not', async () => {
    expect((await api.getTrainingConditions(operador, id)).expect(200)).toEqual(today)
    ;(await under({ dia, exigir_ibscbs: 'N' })).expect(204)
    expect((await api.getTrainingConditions(operador, id)).expect(200)).toEqual({ dia, exigir_ibscbs: 'N' })
    const { nota } = await practise()
    const { nota: made } = await reaches(admin, id, nota!.id, 'autorizada')
    expect([made.cStat, made.dhRecbto!.slice(0, 7)]).toEqual([100, dia.slice(0, 7)])
    expect((await api.getReceiptXml(admin, id, made.id)).text).toContain(`<dhEmi>${dia}T`)
    ;(await api.cancelReceipt(admin, id, made.id, motivo)).expect(202)
    await reaches(admin, id, made.id, 'cancelada')
    const product = await sellable(admin, id)
    const real = ((await api.postSale(operador, id, sale(product))).expect(201) as Issued).nota!
    expect((await api.getReceiptXml(admin, id, real.id)).text).toContain(`<dhEmi>${inDays(0)}T`)
    await reaches(admin, id, real.id, 'autorizada')
  })

  test('a strict SEFAZ refuses there what the law wants, and today takes it', async () => {
    // Past the day from which the law wants it of everybody.
    ;(await under({ dia: inDays(120), exigir_ibscbs: 'S' })).expect(204)
    const refused = await practised('rejeitada')
    expect(refused.cStat).toBe(1115)
    ;(await under(today)).expect(204)
    await practised()
  })

  test('a sale goes offline there, too', async () => {
    ;(await under({ dia, exigir_ibscbs: 'N' })).expect(204)
    ;(await next('silencio')).expect(204)
    const { nota } = await practise()
    const offline = await until(
      'it may go offline',
      async () => {
        const answer = await api.issueReceiptOffline(operador, id, nota!.id)
        return answer.status === 201 && answer.expect(201)
      },
      20_000,
    )
    await reaches(admin, id, offline.id, 'autorizada')
    expect((await api.getReceiptXml(admin, id, offline.id)).text).toContain(`<dhCont>${dia}T`)
    ;(await under(today)).expect(204)
  })

  test.each([{ dia: inDays(-1) }, { dia: inDays(400) }, { dia: '31/12/2026' }])('refuses %j', async (json) => {
    expect((await under({ exigir_ibscbs: 'N', ...json })).problem(422, 'invalid').errors).toMatchObject([
      { field: 'dia' },
    ])
  })
  test('of a simulator that is away nothing changes', async () => {
    await simulator.stop()
    ;(await under({ dia, exigir_ibscbs: 'S' })).problem(503, 'unavailable')
    await simulator.start()
    expect((await api.getTrainingConditions(operador, id)).expect(200)).toEqual(today)
  })
})
