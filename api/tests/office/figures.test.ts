// A click on any figure of a report or of the dashboard opens exactly the rows that make it; days end at the company's midnight.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Budget, formOf, newBudget } from '../helpers/budgets.ts'
import { newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { Clock } from '../helpers/clock.ts'
import { dayIn, today } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson } from '../helpers/people.ts'
import { hanging, motivo, reaches, readyToSell, waitAsAClerk } from '../helpers/receipts.ts'
import { goods } from '../helpers/returns-endpoints.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { Server } from '../helpers/server.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'
import { quickServer, quickSimulator, Simulator } from '../helpers/simulator.ts'

type Filters = Record<string, string>
interface Linked {
  quantidade: number
  valor: string
  linhas: { lista: string; filtros: Filters }
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const server = sharedServer()
const simulator = sharedSimulator()
let admin: Caller
beforeAll(async () => {
  admin = (await office(server)).admin
})

/** Every figure in an answer that names its rows, by its path. */
function linkedIn(answer: unknown, path = ''): [string, Linked][] {
  if (typeof answer !== 'object' || answer === null) return []
  const inside = Object.entries(answer).flatMap(([name, value]) => linkedIn(value, `${path}.${name}`))
  return 'linhas' in answer && 'quantidade' in answer && !Array.isArray(answer.linhas)
    ? [[path, answer as Linked], ...inside]
    : inside
}

/** How many rows a list has, and what they add up to. */
async function rowsOf(id: string, { lista, filtros }: Linked['linhas']): Promise<{ n: number; sum: number }> {
  switch (lista) {
    case 'notas': {
      const found = (await api.countReceipts(admin, id, filtros)).expect(200)
      const sum = filtros.situacao === 'canceladas' ? found.cancelado! : found.autorizado!
      return { n: found.total, sum: cents(sum) }
    }
    case 'orcamentos': {
      const found = (await api.countBudgets(admin, id, filtros)).expect(200)
      const listed = (await api.listBudgets(admin, id, filtros)).expect(200).items
      expect(listed).toHaveLength(Math.min(found.total, 10))
      return { n: found.total, sum: cents(found.soma_total_fatura!) }
    }
    default: {
      const { items } = (await api.listReturns(admin, id, filtros)).expect(200)
      return { n: items.length, sum: items.reduce((sum, { total }) => sum + cents(total), 0) }
    }
  }
}

async function expectItsRows(id: string, answer: object, least: number) {
  const figures = linkedIn(answer)
  expect(figures.length).toBeGreaterThanOrEqual(least)
  for (const [path, { quantidade, valor, linhas }] of figures)
    expect([path, await rowsOf(id, linhas)]).toEqual([path, { n: quantidade, sum: cents(valor) }])
}

/** Orders that were sold on another day than they were made on: in the period, before it, invoiced, converted, binned. */
async function orders(id: string, client: string) {
  const make = (overrides: object) => newBudget(admin, id, client, { total_venda: '70.00', ...overrides })
  const long = plusDays(today(), -40)
  await make({ tipo: 'Pedido', data_orcamento: long, data_venda: today() })
  await make({ tipo: 'Pedido', data_orcamento: today(), data_venda: long, total_venda: '11.00' })
  await make({ tipo: 'Pedido', data_orcamento: today(), data_venda: today(), faturado: true, total_venda: '13.00' })
  await make({ tipo: 'Orçamento', data_orcamento: plusDays(today(), -10), validade: 5, total_venda: '17.00' })
  await make({ tipo: 'Orçamento', data_orcamento: today(), validade: 5, total_venda: '19.00' })
  const converted = await make({ tipo: 'Orçamento', data_orcamento: long, total_venda: '23.00' })
  await change(converted, { tipo: 'Pedido', data_venda: plusDays(today(), -1) })
  const back = await change(await make({ tipo: 'Pedido', data_orcamento: today() }), { tipo: 'Orçamento' })
  await change(back, { data_venda: null })
  await api.changeBudgets(admin, id, 'delete', [(await make({ tipo: 'Pedido', data_orcamento: today() })).id])
  async function change(one: Budget, overrides: Record<string, unknown>): Promise<Budget> {
    return (await api.updateBudget(admin, id, one.id, '*', formOf(one, overrides))).expect(200) as Budget
  }
}

describe('a company that issues receipts', () => {
  let id = ''
  let ana = ''
  let product = ''
  const period = { de: plusDays(today(), -20), ate: today() }
  beforeAll(async () => {
    id = (await newCompany(admin)).id
    await readyToSell(admin, id)
    ana = (await newPerson(admin)).id
    const brick = await sellable(admin, id)
    product = brick.id
    const issue = async (overrides: Record<string, unknown> = {}) => {
      const { nota } = (await api.postSale(admin, id, sale(brick, overrides))).expect(201) as Issued
      return (await reaches(admin, id, nota!.id, 'autorizada')).nota
    }
    const first = await issue({ cliente_id: ana })
    await issue({ pagamentos: [{ tPag: '17', valor: '82.00' }] })
    const gone = await issue()
    ;(await api.cancelReceipt(admin, id, gone.id, motivo)).expect(202)
    await reaches(admin, id, gone.id, 'cancelada')
    ;(await api.returnGoods(admin, id, goods(first.id))).expect(201)
    // One whose answer was lost: another takes its place, and it is cancelled by substitution.
    const lost = await hanging(simulator, admin, id)
    await waitAsAClerk(admin)
    await simulator.behave()
    const instead = (await api.issueReceiptOffline(admin, id, lost.id)).expect(201) as { id: string }
    await reaches(admin, id, instead.id, 'autorizada', 60_000)
    await reaches(admin, id, lost.id, 'cancelada_subst', 60_000)
    await orders(id, ana)
  }, 130_000)

  test.each([
    ['without a filter', {}, 9],
    ['of an operador', { operador: 'own' }, 7],
    ['of a series', { serie: 1 }, 2],
    ['of a client', { cliente: 'ana' }, 3],
  ])('sales %s', async (_, filter: Record<string, string | number>, least) => {
    const own = (await api.getSession(admin)).expect(200).user.id
    const query = {
      ...filter,
      ...(filter.operador && { operador: own }),
      ...(filter.cliente && { cliente: ana }),
    }
    await expectItsRows(id, (await api.getSalesReport(admin, id, { ...period, ...query })).expect(200), least)
  })

  test('sales by product or payment: as many receipts, of which the list says what was paid so', async () => {
    const only = async (query: Filters) =>
      (await api.getSalesReport(admin, id, { ...period, ...query })).expect(200).total
    const pix = await only({ tPag: '17' })
    const { por_pagamento } = (await api.countReceipts(admin, id, pix.autorizado.linhas!.filtros)).expect(200)
    expect(por_pagamento).toEqual([{ tPag: '17', notas: 1, valor: pix.autorizado.valor }])
    const ofProduct = await only({ produto: product })
    expect(ofProduct.cancelado).not.toHaveProperty('linhas')
    expect(ofProduct.devolvido).not.toHaveProperty('linhas')
    expect(ofProduct.autorizado.linhas!.filtros).toMatchObject({ produto: product })
  })

  test('each day of sales', async () => {
    const { por_dia, total } = (await api.getSalesReport(admin, id, period)).expect(200)
    for (const { dia, valor } of por_dia) {
      const of = { de: dia, ate: dia }
      const sold = await rowsOf(id, { lista: 'notas', filtros: { ...total.autorizado.linhas!.filtros, ...of } })
      const back = await rowsOf(id, { lista: 'devolucoes', filtros: { ...total.devolvido.linhas!.filtros, ...of } })
      expect([dia, sold.sum - back.sum]).toEqual([dia, cents(valor)])
    }
  })

  test('the closing sheet, clients, and the check of all sums', async () => {
    const sheet = (await api.getClosingSheet(admin, id, { mes: today().slice(0, 7) })).expect(200)
    const { series, total } = sheet
    await expectItsRows(id, { total, series }, 3)
    const clients = (await api.getClientsReport(admin, id, period)).expect(200)
    await expectItsRows(id, { sem_cliente: clients.sem_cliente }, 1)
    const bought = clients.linhas.find(({ chave }) => chave === ana)!
    const listed = await rowsOf(id, { lista: 'notas', filtros: { ...clients.lista.filtros, cliente: ana } })
    expect(listed.n).toBe(bought.quantidade)
    const { cnpj } = (await api.getCompany(admin, id)).expect(200)
    expect((await server.command(['reports', 'check'])).stdout).not.toContain(cnpj)
  })
})

describe('a company with orders only', () => {
  let id = ''
  let ana = ''
  const period = { de: plusDays(today(), -20), ate: today() }
  beforeAll(async () => {
    id = (await newCompany(admin)).id
    ana = (await newPerson(admin)).id
    await orders(id, ana)
  })

  test('sales, each day, clients and dashboard', async () => {
    const report = (await api.getSalesReport(admin, id, period)).expect(200)
    expect(report.base).toBe('pedidos')
    // 70 and 13 of today, 23 of yesterday; the one that was sold before the period is of none of its days.
    expect(report.total.pedidos).toMatchObject({ quantidade: 3, valor: '106.00' })
    expect(report.total.vendido).toMatchObject({ quantidade: 2, valor: '93.00' })
    expect(report.pedidos!.perdidos).toMatchObject({ quantidade: 1, valor: '17.00' })
    await expectItsRows(id, report, 7)
    const { filtros } = report.total.pedidos.linhas!
    for (const { dia, valor, quantidade } of report.por_dia) {
      const rows = await rowsOf(id, { lista: 'orcamentos', filtros: { ...filtros, venda_de: dia, venda_ate: dia } })
      expect([dia, rows]).toEqual([dia, { n: quantidade, sum: cents(valor) }])
    }
    const clients = (await api.getClientsReport(admin, id, period)).expect(200)
    expect(clients.sem_cliente).not.toHaveProperty('linhas')
    const [bought] = clients.linhas
    const listed = await rowsOf(id, { ...clients.lista, filtros: { ...clients.lista.filtros, cliente_id: ana } })
    expect(listed).toEqual({ n: bought!.quantidade, sum: cents(bought!.valor) })
    const board = (await api.getDashboard(admin, id)).expect(200)
    const { faturamento, quantidade } = board.no_mes!
    expect(await rowsOf(id, faturamento.linhas!)).toEqual({ n: quantidade, sum: cents(faturamento.valor!) })
    const { hoje } = board
    expect(await rowsOf(id, hoje!.linhas)).toEqual({ n: hoje!.quantidade, sum: cents(hoje!.valor) })
  })

  test('whole months and parts of them are counted alike', async () => {
    const by = async (venda_de: string, venda_ate: string) =>
      (await rowsOf(id, { lista: 'orcamentos', filtros: { tipo: 'Pedido', venda_de, venda_ate } })).sum
    const years = await by('2000-01-01', '2199-12-31')
    expect(years).toBe(11_700)
    expect((await by('2000-01-01', plusDays(today(), -1))) + (await by(today(), '2199-12-31'))).toBe(years)
    const wrong = await api.listBudgets(admin, id, { venda_de: '2026-02-30', funcionario_id: 'Ana' })
    expect(Object.keys(wrong.fields()).sort()).toEqual(['funcionario_id', 'venda_de'])
  })
})

describe('midnight', () => {
  const clock = new Clock('2026-11-20T01:50:00Z')
  const own = new Simulator()
  own.ownEnv = clock.env
  let late: Server
  let chief: Caller
  beforeAll(async () => {
    await own.start(...quickSimulator)
    late = new Server({ env: () => ({ ...own.env, ...quickServer, ...clock.env }) })
    await late.start()
    chief = (await office(late)).admin
  }, 60_000)
  afterAll(async () => {
    await late.stop()
    late.remove()
    await own.stop()
    own.remove()
  })
  /** While both are off: the server measures SEFAZ's time against the machine's uptime, and each sees a new clock by itself. */
  async function setClock(instant: string) {
    await late.stop()
    await own.stop()
    clock.set(instant)
    await own.start(...quickSimulator)
    await late.start()
  }

  test.each([
    ['America/Noronha', 2, 'PE', '2611606'],
    ['America/Sao_Paulo', 3, 'SP', '3509502'],
    ['America/Manaus', 4, 'AM', '1302603'],
    ['America/Rio_Branco', 5, 'AC', '1200401'],
  ])(
    'in %s the last receipt before it and the first one after are of two days',
    async (timeZone, hour, uf, codigo) => {
      const ie = uf === 'SP' ? { inscricao_estadual: '110042490114' } : {}
      const company = await newCompany(chief, { fuso_horario: timeZone, uf, codigo_municipio: codigo, ...ie })
      await readyToSell(chief, company.id)
      const product = await sellable(chief, company.id)
      const issue = async () => {
        const { nota } = (await api.postSale(chief, company.id, sale(product))).expect(201) as Issued
        return (await reaches(chief, company.id, nota!.id, 'autorizada')).nota
      }
      await setClock(`2026-11-20T0${hour - 1}:58:00Z`)
      const first = await issue()
      await setClock(`2026-11-20T0${hour}:00:20Z`)
      const second = await issue()
      const days = [first, second].map(({ dhEmi }) => dayIn(timeZone, new Date(dhEmi)))
      expect(days).toEqual(['2026-11-19', '2026-11-20'])
      const report = (await api.getSalesReport(chief, company.id, { de: '2026-11-18', ate: '2026-11-20' })).expect(200)
      expect(report.por_dia.map(({ valor }) => valor)).toEqual(['0.00', '82.00', '82.00'])
      for (const [day, nota] of [
        [days[0]!, first],
        [days[1]!, second],
      ] as const) {
        const query = { ambiente: 'simulador', de: day, ate: day }
        const { items } = (await api.listReceipts(chief, company.id, query)).expect(200)
        expect(items.map(({ id }) => id)).toEqual([nota.id])
      }
      expect((await late.command(['reports', 'check'])).stdout).not.toContain(company.cnpj)
    },
    120_000,
  )
})
