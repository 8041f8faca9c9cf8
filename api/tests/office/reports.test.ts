// Reports and dashboard: what they add up equals what a plain query finds, whatever happened before.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import { newBudget } from '../helpers/budgets.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import { timeZone, today } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { newPerson } from '../helpers/people.ts'
import type { Product } from '../helpers/products.ts'
import { motivo, reaches, readyToSell, wake } from '../helpers/receipts.ts'
import { goods } from '../helpers/returns-endpoints.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { until } from '../helpers/server.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

const server = sharedServer()
sharedSimulator()
const cents = (amount: string) => Math.round(Number(amount) * 100)

let admin: Caller
let operador: Caller
let operadorId = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  const clerk = await account(server, 'user')
  operador = clerk.caller
  operadorId = clerk.id
})

async function newShop() {
  const { id } = await newCompany(admin)
  await readyToSell(admin, id)
  ;(await api.linkUserCompany(admin, operadorId, id, { papel: 'operador' })).expect(204)
  return id
}
const issue = async (as: Caller, id: string, form: object) => {
  const { nota } = (await api.postSale(as, id, form as never)).expect(201) as Issued
  return (await reaches(as, id, nota!.id, 'autorizada')).nota
}
const salesOf = async (id: string, query: Record<string, string | number> = {}) =>
  (await api.getSalesReport(admin, id, query)).expect(200)

/** Changes wait for the job of each minute; here it runs now. */
async function fold() {
  wake(server.database, 'nfce_prazos')
  await until(
    'all changes are folded',
    () => Promise.resolve(server.database.rows('select count(*) as n from figura_mudanca')[0]!.n === 0),
    20_000,
  )
}
async function checked(...options: string[]) {
  const ended = await server.command(['reports', 'check', ...options])
  return ended.stdout
}

describe('a day of sales', () => {
  let id = ''
  let brick: Product
  let tile: Product
  let ana = ''
  let first: Schemas['ReceiptSummary']

  beforeAll(async () => {
    id = await newShop()
    brick = await sellable(admin, id, { prod_xProd: 'Tijolo' })
    tile = await sellable(admin, id, { prod_xProd: 'Telha' })
    ana = (await newPerson(admin)).id
    first = await issue(admin, id, sale(brick, { cliente_id: ana }))
    await issue(
      operador,
      id,
      sale(tile, { desconto: '2.00', pagamentos: [{ tPag: '17', valor: '80.00' }], total_visto: '80.00' }),
    )
    const gone = await issue(admin, id, sale(tile))
    ;(await api.cancelReceipt(admin, id, gone.id, motivo)).expect(202)
    await reaches(admin, id, gone.id, 'cancelada')
    ;(await api.returnGoods(admin, id, goods(first.id))).expect(201)
    await newBudget(admin, id, ana, { tipo: 'Pedido', total_venda: '50.00', data_venda: today() })
  })

  test('is added up by day, hour, operador, product, client and payment', async () => {
    const report = await salesOf(id, { comparar: 'periodo_anterior' })
    expect(report).toMatchObject({ ambiente: 'simulador', base: 'notas' })
    expect(report.total).toMatchObject({
      faturado: '121.00',
      autorizado: { quantidade: 2, valor: '162.00' },
      devolvido: { quantidade: 1, valor: '41.00' },
      cancelado: { quantidade: 1, valor: '82.00' },
      desconto: '2.00',
      desconto_percentual: '1.2',
      ticket_medio: '81.00',
      vendido: { quantidade: 1, valor: '50.00' },
    })
    expect(report.anterior).toMatchObject({ faturado: '0.00' })
    expect(report.por_dia.at(-1)).toMatchObject({ dia: today(), valor: '121.00', quantidade: 2 })
    expect(report.por_hora!.reduce((sum, hour) => sum + hour.quantidade, 0)).toBe(2)
    const sellers = Object.fromEntries(report.por_operador!.map((each) => [each.operador, each]))
    expect(sellers[operadorId]).toMatchObject({ faturado: '80.00', desconto: '2.00', desconto_parte: '100.0' })
    expect(report.por_produto).toMatchObject([
      { produto: tile.id, quantidade: '2.0000', preco_medio: '40.00', valor: '80.00', abc: 'A' },
      { produto: brick.id, quantidade: '1.0000', preco_medio: '41.00', valor: '41.00', devolvido: '41.00' },
    ])
    expect(report.por_cliente).toMatchObject([
      { cliente: '-', quantidade: 1, valor: '80.00', parte: '66.1' },
      { cliente: ana, quantidade: 1, valor: '41.00' },
    ])
    expect(report.por_pagamento).toMatchObject([
      { tPag: '01', valor: '82.00' },
      { tPag: '17', valor: '80.00' },
    ])
    expect(report.canceladas).toEqual([{ motivo, quantidade: 1, valor: '82.00' }])
    expect(report.devolucoes).toMatchObject([{ motivo: 'Não serviu', valor: '41.00' }])
    expect(report.pedidos!.ganhos).toMatchObject({ quantidade: 1, valor: '50.00' })
  })

  test('the rows of a figure are those of its list, and add up to it', async () => {
    const { total } = await salesOf(id)
    const { filtros } = total.autorizado.linhas!
    const count = (await api.countReceipts(admin, id, filtros)).expect(200)
    expect(count).toMatchObject({ total: 2, autorizado: '162.00' })
    expect(count.por_pagamento).toEqual([
      { tPag: '01', notas: 1, valor: '82.00' },
      { tPag: '17', notas: 1, valor: '80.00' },
    ])
    const returned = (await api.listReturns(admin, id, total.devolvido.linhas!.filtros)).expect(200)
    expect(returned.items).toHaveLength(1)
    expect((await api.listReturns(admin, id, { ambiente: 'simulador', ate: '2020-01-01' })).expect(200).total).toBe(0)
  })

  test('filters: operador, series, client, product, payment', async () => {
    expect((await salesOf(id, { operador: operadorId })).total.faturado).toBe('80.00')
    expect((await salesOf(id, { serie: 7 })).total.faturado).toBe('0.00')
    const ofAna = await salesOf(id, { cliente: ana })
    expect(ofAna.total).toMatchObject({ autorizado: { quantidade: 1, valor: '82.00' }, faturado: '41.00' })
    expect(ofAna).not.toHaveProperty('por_produto')
    expect((await salesOf(id, { produto: tile.id })).total.autorizado.valor).toBe('80.00')
    expect((await salesOf(id, { tPag: '17' })).total.autorizado.valor).toBe('80.00')
    const both = await api.getSalesReport(admin, id, { tPag: '17', cliente: ana })
    expect(both.fields()).toHaveProperty('tPag')
  })

  test('the list of receipts shows and finds operador, payment, order and product', async () => {
    const list = async (query: Record<string, string | number>) =>
      (await api.listReceipts(admin, id, { ambiente: 'simulador', ...query })).expect(200).items
    expect((await list({ cliente: ana }))[0]).toMatchObject({ id: first.id, pagamentos: ['01'], pedido: null })
    expect(await list({ cliente: '-' })).toHaveLength(2)
    expect(await list({ produto: tile.id })).toHaveLength(2)
    expect(await list({ pedido: 999_999 })).toEqual([])
    const at = new Date(first.dhEmi)
    const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))
    expect((await list({ hora: hour, cliente: ana })).length).toBe(1)
    expect(await list({ hora: (hour + 12) % 24, cliente: ana })).toEqual([])
    const weekday = new Date(`${today()}T12:00:00Z`).getUTCDay() || 7
    expect((await list({ dia_semana: weekday, cliente: ana })).length).toBe(1)
    const payments = (await api.countReceipts(admin, id, { ambiente: 'simulador', cliente: ana })).expect(200)
    expect(payments.por_pagamento).toEqual([{ tPag: '01', notas: 1, valor: '82.00' }])
    const own = (await api.countReceipts(operador, id, { ambiente: 'simulador' })).expect(200)
    expect(own).not.toHaveProperty('por_pagamento')
  })

  test('fiscal analysis and closing sheet', async () => {
    const fiscal = (await api.getFiscalReport(admin, id)).expect(200)
    expect(fiscal).toMatchObject({ notas: 2, total: { valor: '162.00', icms: '0.00' } })
    expect(fiscal.linhas).toMatchObject([
      { cfop: '5102', cst: '102', ncm: '68109100', aliquota: null, uf: 'SP', itens: 2, somas: { valor: '162.00' } },
    ])
    expect(fiscal.por_cfop).toMatchObject([{ chave: '5102', itens: 2 }])
    const sheet = (await api.getClosingSheet(admin, id, { mes: today().slice(0, 7) })).expect(200)
    expect(sheet.series).toMatchObject([
      {
        ...{ modelo: 65, serie: 1, primeiro: 1, ultimo: 3, inutilizadas: 0, faltam: 0, intervalos: [] },
        autorizadas: { quantidade: 2, valor: '162.00' },
        canceladas: { quantidade: 1 },
        entradas: { quantidade: 0, valor: '0.00' },
        pendentes: { quantidade: 0 },
      },
    ])
    const wrong = await api.getClosingSheet(admin, id, { mes: '2150-01' })
    expect(wrong.fields()).toEqual({ mes: 'Este mês ainda não começou.' })
  })

  test('clients', async () => {
    const clients = (await api.getClientsReport(admin, id)).expect(200)
    expect(clients).toMatchObject({
      clientes: 1,
      novos: 1,
      voltaram: 0,
      sem_cliente: { quantidade: 1, valor: '80.00' },
    })
    expect(clients.linhas).toMatchObject([
      { chave: ana, valor: '41.00', quantidade: 1, abc: 'A', primeira: today(), ultima: today(), novo: true },
    ])
    expect(clients.parados).toEqual([])
  })

  test('the dashboard says the same, and an operador sees no sums of others', async () => {
    const found = (await api.getDashboard(admin, id)).expect(200)
    expect(found).toMatchObject({ base: 'notas', ambiente: 'simulador', primeira_nota: false })
    expect(found.no_mes).toMatchObject({ faturamento: { valor: '121.00' }, quantidade: 2, clientes: { quantidade: 1 } })
    expect(found.hoje).toMatchObject({ dia: today(), valor: '121.00', quantidade: 2 })
    expect(found.dias).toHaveLength(14)
    expect(found.dias!.at(-1)).toMatchObject({ valor: '121.00' })
    expect(found.ultimas_notas).toHaveLength(3)
    const own = (await api.getDashboard(operador, id)).expect(200)
    expect(Object.keys(own).sort()).toEqual(['ambiente', 'caixas', 'mes', 'ultimas_notas', 'ultimos'])
    expect(own.ultimas_notas).toHaveLength(1)
  })

  test('sums stay the same once they are folded', async () => {
    const before = await salesOf(id)
    await fold()
    expect(await salesOf(id)).toEqual(before)
  })

  test('a period is refused with a sentence at its field', async () => {
    const fields = async (query: Record<string, string>) => (await api.getSalesReport(admin, id, query)).fields()
    expect(await fields({ de: '1926-01-01', ate: today() })).toEqual({
      de: 'Escolha um período de no máximo dez anos.',
    })
    expect(await fields({ de: today(), ate: '2020-01-01' })).toEqual({
      ate: 'A data final está antes da inicial. Troque as duas.',
    })
    expect(await fields({ de: '2150-01-01', ate: '2150-02-01' })).toEqual({
      de: 'Este dia ainda não chegou. Escolha até hoje.',
    })
    expect(await fields({ de: '31/12/2026' })).toHaveProperty('de')
  })

  test.each(['vendas', 'fiscal', 'fechamento', 'clientes', 'notas'])('the file of %s', async (relatorio) => {
    const mes = today().slice(0, 7)
    const csv = await api.exported(admin, id, { relatorio, formato: 'csv', mes })
    expect(csv).toMatchObject({ estado: 'pronto', erro: null })
    const text = (await api.getReportFile(admin, id, csv.id)).text
    expect(text.split('\r\n').length).toBeGreaterThan(2)
    if (relatorio === 'vendas') expect(text).toContain('Telha')
    if (relatorio === 'notas') expect(text).toContain(first.chave)
    const pdf = await api.exported(admin, id, { relatorio, formato: 'pdf', mes })
    expect(pdf).toMatchObject({ estado: 'pronto', erro: null })
    expect((await api.getReportFile(admin, id, pdf.id)).text.startsWith('%PDF')).toBe(true)
  })

  test('a browser hears of a file', async () => {
    const stream = await streamEvents(admin)
    const { id: made } = await api.exported(admin, id, {
      relatorio: 'vendas',
      formato: 'csv',
      mes: today().slice(0, 7),
    })
    await stream.hint('of the file', (hint) => hint.topic === 'reports' && hint.company_id === id && hint.id === made)
    stream.close()
  })

  test('a file of a wrong period is refused before it is made', async () => {
    const refused = await api.askForReportExport(admin, id, { relatorio: 'vendas', formato: 'xlsx', de: '2150-01-01' })
    expect(refused.fields()).toHaveProperty('de')
    ;(await api.getReportFile(admin, id, '01890000-0000-7000-8000-000000000000')).problem(404, 'not_found')
  })

  test('the check names a sum that is wrong, and mends it', async () => {
    await fold()
    expect(await checked()).not.toContain('faltam R$\u00a01,00')
    const company = server.database.id(id)
    server.database.run(
      `update figura_dia set valor = valor - 100 where emitente_id = ${company} and dimensao = 'hora' and grupo = 'autorizada'`,
    )
    expect(await checked()).toContain('autorizada por hora')
    await checked('--repair')
    await fold()
    expect((await salesOf(id)).total.faturado).toBe('121.00')
    server.database.run(
      `update figura_mes set valor = valor - 100 where emitente_id = ${company} and dimensao = 'hora'`,
    )
    expect(await checked()).toContain('faltam no mês')
    await checked('--repair')
    expect(await checked()).toContain('são as dos documentos')
  })

  test('sums of an installation that had none are computed by the job of the start', async () => {
    await fold()
    const company = server.database.id(id)
    for (const table of ['figura_dia', 'figura_mes', 'figura_conferencia'])
      server.database.run(`delete from ${table} where emitente_id = ${company}`)
    expect((await salesOf(id)).total.faturado).toBe('0.00')
    wake(server.database, 'figuras')
    await until('the sums are there', async () => (await salesOf(id)).total.faturado === '121.00', 30_000)
    await fold()
    expect((await salesOf(id)).por_produto).toHaveLength(2)
  })
})

test('whatever happens, each report equals a plain query', async () => {
  const id = await newShop()
  const { database } = server
  const company = database.id(id)
  let state = 20_261_128
  const random = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  const products = [await sellable(admin, id), await sellable(admin, id, { prod_vUnCOM: '41.00' })]
  const people = [(await newPerson(admin)).id, (await newPerson(admin)).id, undefined]
  const open: string[] = []
  const budgets: string[] = []
  const sell = async () => {
    const form = sale(products[random(2)]!, {
      ...(random(2) === 0 && people[0] ? { cliente_id: people[random(2)] } : {}),
      pagamentos: [{ tPag: ['01', '17', '03'][random(2)], valor: '82.00' }],
    })
    open.push((await issue(random(2) === 0 ? admin : operador, id, form)).id)
  }
  const steps: (() => Promise<unknown>)[] = [
    sell,
    sell,
    async () => {
      const gone = open.pop()
      if (!gone) return
      ;(await api.cancelReceipt(admin, id, gone, motivo)).expect(202)
      await reaches(admin, id, gone, 'cancelada')
    },
    async () => {
      const back = open.shift()
      if (back) (await api.returnGoods(admin, id, goods(back))).expect(201)
    },
    async () => {
      const day = `2026-0${1 + random(9)}-1${random(9)}`
      const tipo = random(2) === 0 ? 'Pedido' : 'Orçamento'
      budgets.push((await newBudget(admin, id, people[0]!, { tipo, data_orcamento: day, total_venda: '70.00' })).id)
    },
    async () => {
      const one = budgets[random(budgets.length || 1)]
      if (!one) return
      const found = await api.getBudget(admin, id, one)
      if (found.status !== 200) return // in the bin
      const changes = {
        tipo: random(2) === 0 ? 'Pedido' : 'Orçamento',
        data_venda: `2026-0${1 + random(9)}-2${random(9)}`,
      }
      ;(await api.updateBudget(admin, id, one, '*', { ...found.expect(200), ...changes })).expect(200)
    },
    async () => {
      const one = budgets[random(budgets.length || 1)]
      if (one) await api.changeBudgets(admin, id, random(2) === 0 ? 'delete' : 'restore', [one])
    },
    fold,
  ]
  for (let at = 0; at < 24; ++at) await steps[random(steps.length)]!()
  const report = await salesOf(id, { de: '2020-01-01', ate: today() })
  const one = (sql: string) => database.rows<{ n: number; v: number }>(sql)[0]!
  const authorised = one(
    `select count(*) as n, coalesce(sum(vNF), 0) as v from nfce where emitente_id = ${company} and estado = 'autorizada'`,
  )
  const returned = one(
    `select count(*) as n, coalesce(sum(total), 0) as v from devolucao where emitente_id = ${company}`,
  )
  const orders = one(
    `select count(*) as n, coalesce(sum(total_fatura), 0) as v from orcamento where emitente_id = ${company} and tipo = 'Pedido' and faturado = 0 and deleted_at is null`,
  )
  const { total } = report
  expect({ n: total.autorizado.quantidade, v: cents(total.autorizado.valor) }).toEqual(authorised)
  expect({ n: total.devolvido.quantidade, v: cents(total.devolvido.valor) }).toEqual(returned)
  expect({ n: total.vendido.quantidade, v: cents(total.vendido.valor) }).toEqual(orders)
  const sum = (rows: { valor: string }[]) => rows.reduce((whole, row) => whole + cents(row.valor), 0)
  expect(sum(report.por_produto!)).toBe(authorised.v - returned.v)
  expect(sum(report.por_dia)).toBe(authorised.v - returned.v)
  expect(sum(report.por_cliente!)).toBe(authorised.v - returned.v)
  expect(sum(report.por_pagamento!)).toBe(authorised.v)
  expect(sum(report.por_hora!)).toBe(authorised.v)
  for (const product of report.por_produto!) {
    const sold = one(
      `select count(*) as n, coalesce(sum(i.total), 0) as v from venda_item i join nfce n on n.venda_id = i.venda_id and n.estado = 'autorizada' where i.emitente_id = ${company} and i.produto_id = ${database.id(product.produto)}`,
    )
    expect(cents(product.valor) + cents(product.devolvido)).toBe(sold.v)
  }
  const cnpj = (await api.getCompany(admin, id)).expect(200).cnpj
  expect(await checked()).not.toContain(cnpj)
}, 120_000)
