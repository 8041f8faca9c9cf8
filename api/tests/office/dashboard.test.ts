// The dashboard: figures of a company's orders. Its first receipt: selling/training.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import { type Budget, formOf, newBudget } from '../helpers/budgets.ts'
import type { Caller } from '../helpers/caller.ts'
import { dayIn, today } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson } from '../helpers/people.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let made: Awaited<ReturnType<typeof office>>

beforeAll(async () => {
  made = await office(server)
  admin = made.admin
})

const month = today().slice(0, 7)
/** YYYY-MM, so many months before this one. */
const before = (months: number) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7)
}
const dashboardOf = async (company: string, as = admin) => (await api.getDashboard(as, company)).expect(200)

test('a new company has nothing yet', async () => {
  const { id } = await newCompany(admin)
  expect(await dashboardOf(id)).toMatchObject({
    mes: month,
    faturamento: '0.00',
    faturamento_anterior: '0.00',
    crescimento: null,
    clientes: 0,
    pedidos: 0,
    ticket_medio: null,
    meses: Array.from({ length: 12 }, (_, at) => ({ mes: before(11 - at), total: '0.00', quantidade: 0 })),
    ultimos: [],
    primeira_nota: false,
    ...{ base: 'pedidos', ultimas_notas: [], caixas: [], resolver: expect.any(Array) },
  })
})

describe('orders of some months', () => {
  let company = ''
  let ana = ''
  let jose = ''
  const order = (client: string, total_venda: string, overrides: Record<string, unknown>) =>
    newBudget(admin, company, client, { tipo: 'Pedido', total_venda, ...overrides })
  let last: Budget

  beforeAll(async () => {
    company = (await newCompany(admin)).id
    ana = (await newPerson(admin)).id
    jose = (await newPerson(admin)).id
    await order(ana, '100.00', { data_orcamento: `${before(1)}-28`, data_venda: `${month}-01` })
    await order(ana, '50.00', { data_orcamento: `${month}-01`, data_venda: `${month}-01` })
    await order(jose, '0.05', { data_orcamento: `${month}-01`, data_venda: `${month}-01`, faturado: true })
    await order(jose, '200.00', { data_orcamento: `${month}-02`, data_venda: `${before(1)}-15` })
    await order(ana, '7.00', { data_orcamento: `${before(11)}-01`, data_venda: `${before(11)}-01` })
    await order(ana, '9.00', { data_orcamento: `${before(12)}-28`, data_venda: `${before(12)}-28` })
    last = await newBudget(admin, company, ana, { data_orcamento: `${month}-03`, total_venda: '1000.00' })
  })

  test('are counted by their day of sale', async () => {
    const found = await dashboardOf(company)
    expect(found).toMatchObject({
      faturamento: '150.05',
      faturamento_anterior: '200.00',
      crescimento: '-25.0',
      clientes: 2,
      pedidos: 3,
      ticket_medio: '50.02',
    })
    expect(found.meses).toHaveLength(12)
    expect(found.meses?.[0]).toEqual({ mes: before(11), total: '7.00', quantidade: 1 })
    expect(found.meses?.[10]).toEqual({ mes: before(1), total: '200.00', quantidade: 1 })
    expect(found.meses?.[11]).toEqual({ mes: month, total: '150.05', quantidade: 3 })
  })

  test('the latest five by date come as in the list', async () => {
    const { items } = (await api.listBudgets(admin, company, { page_size: 5 })).expect(200)
    const { ultimos } = await dashboardOf(company)
    expect(ultimos).toEqual(items)
    expect(ultimos[0]!.id).toBe(last.id)
  })

  test('follow every change', async () => {
    const mine = await newBudget(admin, company, ana, { data_orcamento: `${month}-04`, total_venda: '10.00' })
    expect((await dashboardOf(company)).pedidos).toBe(3)
    const sold = await api.updateBudget(
      admin,
      company,
      mine.id,
      '*',
      formOf(mine, { tipo: 'Pedido', data_venda: `${month}-04`, cliente_id: jose, parcelas: [] }),
    )
    sold.expect(200)
    expect(await dashboardOf(company)).toMatchObject({ pedidos: 4, clientes: 2, faturamento: '160.05' })
    const bia = (await newPerson(admin)).id
    const now = sold.expect(200) as Budget
    ;(await api.updateBudget(admin, company, mine.id, '*', formOf(now, { cliente_id: bia, parcelas: [] }))).expect(200)
    expect((await dashboardOf(company)).clientes).toBe(3)
    ;(await api.deleteBudget(admin, company, mine.id, '*')).expect(204)
    expect(await dashboardOf(company)).toMatchObject({ pedidos: 3, clientes: 2, faturamento: '150.05' })
    ;(await api.changeBudgets(admin, company, 'restore', [mine.id])).expect(200)
    expect((await dashboardOf(company)).clientes).toBe(3)
    ;(await api.changeBudgets(admin, company, 'delete', [mine.id])).expect(200)
    expect((await dashboardOf(company)).clientes).toBe(2)
  })

  test("are the company's own", async () => {
    expect((await dashboardOf(made.own.id, made.user)).pedidos).toBe(0)
    ;(await api.getDashboard(made.user.as('foreign'), company)).problem(404, 'not_found')
    ;(await api.getDashboard(admin, '01890000-0000-7000-8000-000000000000')).problem(404, 'not_found')
  })
})

test('the month is that of the company', async () => {
  // Three hours apart: for as long, each day, they are in two days.
  for (const fuso_horario of ['America/Rio_Branco', 'America/Noronha']) {
    const { id } = await newCompany(admin, { fuso_horario })
    const here = dayIn(fuso_horario).slice(0, 7)
    expect((await dashboardOf(id)).mes).toBe(here)
  }
})
