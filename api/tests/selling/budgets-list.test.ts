// Lists of budgets: search, filters, order, totals that never count.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office, operadorOf, type Company } from '../helpers/builders.ts'
import { type Budget, formOf, newBudget } from '../helpers/budgets.ts'
import type { Caller } from '../helpers/caller.ts'
import { punctuated } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { newPerson, type Person } from '../helpers/people.ts'
import { ownServer } from '../helpers/server.ts'

const server = ownServer()
let admin: Caller
let company: Company
let other: Company
let ana: Person
let jose: Person
const made: Record<string, Budget> = {}

beforeAll(async () => {
  const set = await office(server)
  admin = set.admin
  company = set.own
  other = set.other
  ana = await newPerson(admin, { razao_social: 'Ana Conceição' })
  jose = await newPerson(admin, { razao_social: 'José da Silva' })
  const add = async (name: string, client: Person, overrides: Record<string, unknown>) => {
    made[name] = await newBudget(admin, company.id, client.id, overrides)
  }
  await add('a', ana, { data_orcamento: '2026-01-15', total_venda: '10.00', vendedor: 'Zélia' })
  await add('b', jose, {
    data_orcamento: '2026-01-31',
    total_venda: '20.00',
    vendedor: 'Bruno',
    tipo: 'Pedido',
    data_venda: '2026-03-05',
  })
  await add('c', ana, {
    data_orcamento: '2026-02-10',
    total_venda: '40.00',
    vendedor: 'Carla',
    tipo: 'Pedido',
    faturado: true,
  })
  await add('d', jose, { data_orcamento: '2026-03-01', total_venda: '5.00', vendedor: 'Dirce' })
  await add('e', ana, { data_orcamento: '2026-03-01', total_venda: '1.00', vendedor: 'Edu' })
  await add('f', ana, { data_orcamento: '2025-12-31', total_venda: '99.00', vendedor: 'Fábio' })
  await newBudget(admin, other.id, ana.id, { data_orcamento: '2026-02-01' })
})

const names = (items: { id: string }[]) =>
  items.map(({ id }) => Object.keys(made).find((name) => made[name]!.id === id)).join('')
const listed = async (query: api.BudgetPageOf = {}) => {
  const page = (await api.listBudgets(admin, company.id, query)).expect(200)
  const { search, situacao, tipo, faturado, de, ate, cliente_id, numero_pedido, cnpj_empresa } = query
  const filter = Object.fromEntries(
    Object.entries({ search, situacao, tipo, faturado, de, ate, cliente_id, numero_pedido, cnpj_empresa }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const totals = (await api.countBudgets(admin, company.id, filter)).expect(200)
  // Both say the same, and it is what the rows say.
  expect([page.total, page.total_exact]).toEqual([totals.total, true])
  const all = (await api.listBudgets(admin, company.id, { ...filter, page_size: 100 })).expect(200).items
  expect(all.length).toBe(totals.total)
  expect(Math.round(all.reduce((sum, { total_fatura }) => sum + Number(total_fatura) * 100, 0))).toBe(
    Math.round(Number(totals.soma_total_fatura) * 100),
  )
  return names(page.items)
}

describe('the list', () => {
  test.each([
    ['newest first', {}, 'edcbaf'],
    ['oldest first', { sort: 'data_orcamento' }, 'fabcde'],
    ['by number', { sort: 'numero_pedido' }, 'abcdef'],
    ['by client', { sort: 'nome_cliente' }, 'acefbd'],
    ['by seller downwards', { sort: '-vendedor' }, 'afedcb'],
    ['by total', { sort: '-total_fatura' }, 'fcbade'],
    ['of a type', { tipo: 'Pedido' }, 'cb'],
    ['not billed', { faturado: 'false' }, 'edbaf'],
    ['billed orders', { faturado: 'true', tipo: 'Pedido' }, 'c'],
    ['of a client', { cliente_id: '' }, 'ecaf'],
    ['of a month', { de: '2026-01-01', ate: '2026-01-31' }, 'ba'],
    ['of some days', { de: '2026-01-16', ate: '2026-02-10' }, 'cb'],
    ['of whole months with days at both ends', { de: '2025-12-31', ate: '2026-03-01' }, 'edcbaf'],
    ['since a day', { de: '2026-02-10' }, 'edc'],
    ['up to a day', { ate: '2026-01-15' }, 'af'],
    ['of no day', { de: '2026-02-10', ate: '2026-02-09' }, ''],
    ['within a month and of a type', { de: '2026-01-10', ate: '2026-01-31', tipo: 'Pedido' }, 'b'],
    ['searched by client without accents', { search: 'conceicao' }, 'ecaf'],
    ['searched by two words', { search: 'silva dirce' }, 'd'],
    ['searched by seller', { search: 'FABIO' }, 'f'],
    ['searched and filtered', { search: 'ana', tipo: 'Pedido' }, 'c'],
    ['searched in vain', { search: 'ninguém' }, ''],
  ])('%s', async (_, query, expected) => {
    const asked = 'cliente_id' in query ? { cliente_id: ana.id } : query
    expect(await listed(asked)).toBe(expected)
  })

  test('one count tells how many every tab has', async () => {
    const { abas } = (await api.countBudgets(admin, company.id, { search: 'ana', tipo: 'Pedido' })).expect(200)
    expect(abas).toEqual({
      todos: { total: 4, total_exact: true },
      orcamentos: { total: 3, total_exact: true },
      pedidos: { total: 1, total_exact: true },
      lixeira: { total: 0, total_exact: true },
    })
    const unsearched = (await api.countBudgets(admin, company.id, { faturado: 'false' })).expect(200).abas
    expect([unsearched.todos.total, unsearched.orcamentos.total, unsearched.pedidos.total]).toEqual([5, 4, 1])
  })

  test('finds by number and by the client’s document', async () => {
    expect(await listed({ search: jose.cpf_cnpj })).toBe('db')
    expect(await listed({ search: jose.cpf_cnpj.replace(/^(...)(...)(...)/, '$1.$2.$3-') })).toBe('db')
    expect(await listed({ search: String(made.c!.numero_pedido) })).toContain('c')
    expect(await listed({ numero_pedido: made.c!.numero_pedido })).toBe('c')
    expect(await listed({ numero_pedido: made.c!.numero_pedido, tipo: 'Orçamento' })).toBe('')
    expect(await listed({ numero_pedido: 999_999 })).toBe('')
  })

  test('by company: its id and its CNPJ find all, those of another company nothing', async () => {
    for (const text of [company.id, company.cnpj, punctuated(company.cnpj)])
      expect(await listed({ cnpj_empresa: text })).toBe('edcbaf')
    for (const text of [other.id, other.cnpj, 'x']) expect(await listed({ cnpj_empresa: text })).toBe('')
  })

  test('goes on page by page', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => api.listBudgets(admin, company.id, { page, page_size: 2 })),
    )
    expect(pages.map((page) => names(page.expect(200).items))).toEqual(['ed', 'cb', 'af', ''])
  })

  test('tells filters it does not know', async () => {
    const fields = (
      await api.listBudgets(admin, company.id, {
        de: '2026-02-30',
        ate: 'x',
        tipo: 'Venda',
        faturado: 'sim',
        cliente_id: '1',
        numero_pedido: 0,
        situacao: 'ativos',
        sort: 'obra',
      })
    ).fields()
    expect(Object.keys(fields).sort()).toEqual([
      'ate',
      'cliente_id',
      'de',
      'faturado',
      'numero_pedido',
      'situacao',
      'sort',
      'tipo',
    ])
  })
})

test('monthly totals and clients are what the rows say after any changes', async () => {
  const own = await newCompany(admin)
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const any = () => ({
    data_orcamento: `2026-0${1 + random(3)}-1${random(10)}`,
    data_venda: random(2) ? `2026-0${4 + random(3)}-05` : null,
    tipo: random(2) ? 'Pedido' : 'Orçamento',
    faturado: random(2) === 1,
    total_venda: `${random(1000)}.${10 + random(90)}`,
    cliente_id: [ana, jose][random(2)]!.id,
  })
  const budgets: Budget[] = []
  for (let step = 0; step < 90; step += 1) {
    const one = budgets[random(budgets.length || 1)]
    const action = one ? random(6) : 0
    if (action < 2) budgets.push(await newBudget(admin, own.id, ana.id, any()))
    else if (action === 2) await api.updateBudget(admin, own.id, one!.id, '*', formOf(one!, { ...any(), parcelas: [] }))
    else if (action === 3) await api.deleteBudget(admin, own.id, one!.id, '*')
    else if (action === 4) await api.restoreBudget(admin, own.id, one!.id)
    else
      await api.changeBudgets(
        admin,
        own.id,
        random(2) ? 'delete' : 'restore',
        budgets.slice(0, 3).map(({ id }) => id),
      )
  }
  const { id } = server.database
  const kept = server.database.rows(`select criterio, mes, tipo, faturado, quantidade, total from orcamento_mes
    where emitente_id = ${id(own.id)} and (quantidade <> 0 or total <> 0) order by criterio, mes, tipo, faturado`)
  const counted = (
    criterion: string,
    date: string,
  ) => `select '${criterion}' as criterio, substr(${date}, 1, 7) as mes, tipo, faturado,
    count(*) as quantidade, cast(sum(total_fatura) as bigint) as total
    from orcamento where emitente_id = ${id(own.id)} and deleted_at is null group by substr(${date}, 1, 7), tipo, faturado`
  const fresh = server.database.rows(
    `select * from (${counted('orcamento', 'data_orcamento')} union all ${counted('venda', 'coalesce(data_venda, data_orcamento)')}) as t order by criterio, mes, tipo, faturado`,
  )
  expect(kept).toEqual(fresh)
  expect(kept.length).toBeGreaterThan(4)

  // Only what is there, and the number of different ones beside it.
  const clients = server.database.rows(`select mes, cliente, quantidade from orcamento_mes_cliente
    where emitente_id = ${id(own.id)} order by mes, cliente`)
  const bought = server.database.rows<{ mes: string; cliente: string; quantidade: number }>(`
    select substr(coalesce(data_venda, data_orcamento), 1, 7) as mes, ${server.database.idText('cliente_id')} as cliente, count(*) as quantidade
    from orcamento where emitente_id = ${id(own.id)} and deleted_at is null and tipo = 'Pedido'
    group by substr(coalesce(data_venda, data_orcamento), 1, 7), cliente_id order by 1, 2`)
  expect(clients.map((row) => ({ ...row, cliente: row.cliente.replaceAll('-', '') }))).toEqual(bought)
  expect(bought.length).toBeGreaterThan(4)
  const months = [...new Set(bought.map(({ mes }) => mes))]
  expect(
    server.database.rows(
      `select mes, clientes from orcamento_mes_clientes where emitente_id = ${id(own.id)} and clientes <> 0 order by mes`,
    ),
  ).toEqual(months.map((mes) => ({ mes, clientes: bought.filter((row) => row.mes === mes).length })))
  const changes = `(select situacao, total as n from contagens where emitente_id = ${id(own.id)} and tabela = 'orcamento'
    union all select situacao, mudanca from contagens_mudancas where emitente_id = ${id(own.id)} and tabela = 'orcamento') as changes`
  const [totals] = server.database.rows<{ listed: number; bin: number }>(`select
    cast(sum(case when situacao = 'ativos' then n else 0 end) as integer) as listed,
    cast(sum(case when situacao = 'lixeira' then n else 0 end) as integer) as bin from ${changes}`)
  const [rows] = server.database.rows<{
    listed: number
    bin: number
  }>(`select count(case when deleted_at is null then 1 end) as listed,
    count(deleted_at) as bin from orcamento where emitente_id = ${id(own.id)}`)
  expect(totals).toEqual(rows)
})

describe('validity', () => {
  const ends = async (bid: string) => (await api.getBudget(admin, other.id, bid)).expect(200).valido_ate
  const found = async (query: api.BudgetPageOf) =>
    (await api.listBudgets(admin, other.id, query)).expect(200).items.map(({ numero_pedido }) => numero_pedido)

  test('is kept as a date of an Orçamento that has one, and follows every change', async () => {
    const one = await newBudget(admin, other.id, ana.id, { data_orcamento: '2026-02-26', validade: 5 })
    expect(one.valido_ate).toBe('2026-03-03')
    const save = async (overrides: Record<string, unknown>) =>
      (await api.updateBudget(admin, other.id, one.id, '*', { ...formOf(one), ...overrides })).expect(200).valido_ate
    expect(await save({ validade: 0 })).toBe('2026-02-26')
    expect(await save({ tipo: 'Pedido' })).toBeNull()
    expect(await save({ validade: null })).toBeNull()
    expect(await save({ data_orcamento: '2028-02-28', validade: 1 })).toBe('2028-02-29')
    expect(await ends(one.id)).toBe('2028-02-29')
    const copy = (await api.duplicateBudget(admin, other.id, one.id)).expect(201)
    const day = new Date(`${copy.data_orcamento}T12:00:00Z`)
    day.setUTCDate(day.getUTCDate() + 1)
    expect(copy.valido_ate).toBe(day.toISOString().slice(0, 10))
  })

  test('filters the list, its count and its tabs, in every order', async () => {
    const fresh = await newCompany(admin)
    const make = (overrides: Record<string, unknown>) =>
      newBudget(admin, fresh.id, ana.id, { data_orcamento: '2026-06-01', ...overrides })
    const [soon, later] = [await make({ validade: 3 }), await make({ validade: 3, total_venda: '7.00' })]
    await make({ validade: 4 })
    await make({})
    await make({ validade: 3, tipo: 'Pedido' })
    await make({ validade: 3, faturado: true })
    const query = { faturado: 'false', valido_de: '2026-06-02', valido_ate: '2026-06-04' }
    for (const sort of [undefined, 'numero_pedido', 'nome_cliente', 'vendedor', 'total_fatura']) {
      const page = (await api.listBudgets(admin, fresh.id, { ...query, ...(sort && { sort }) })).expect(200)
      expect(page.items.map(({ id }) => id).sort()).toEqual([soon.id, later.id].sort())
      expect(page.items.every(({ valido_ate }) => valido_ate === '2026-06-04')).toBe(true)
    }
    const counted = (await api.countBudgets(admin, fresh.id, query)).expect(200)
    expect([counted.total, counted.soma_total_fatura]).toEqual([2, '7.00'])
    expect([counted.abas.orcamentos.total, counted.abas.pedidos.total]).toEqual([2, 0])
    expect(await found({ valido_de: '2099-01-01' })).toEqual([])
    expect(Object.keys((await api.listBudgets(admin, fresh.id, { valido_de: 'amanhã' })).fields())).toEqual([
      'valido_de',
    ])
  })
})

describe('sellers', () => {
  test('are active people with a name who reach the company', async () => {
    const { id: userId, caller: user } = await account(server, 'user')
    server.database.link(userId, company.id)
    const names = async (as: Caller, id: string) =>
      (await api.listSellers(as, id)).expect(200).items.map(({ nome }) => nome)
    ;(await api.updateAccount(user, '*', { full_name: 'Zuleica Vendas' })).expect(200)
    expect(await names(user, company.id)).toContain('Zuleica Vendas')
    expect(await names(admin, other.id)).not.toContain('Zuleica Vendas')
    ;(await api.updateAccount(admin, '*', { full_name: 'Ada Administra' })).expect(200)
    const all = await names(user, company.id)
    expect(all).toContain('Ada Administra')
    expect(all).toEqual([...all].sort((a, b) => a.localeCompare(b, 'pt')))
    expect(all).not.toContain('')
    const clerk = await operadorOf(server, company.id)
    ;(await api.updateAccount(clerk.caller, '*', { full_name: 'Bia Balconista' })).expect(200)
    const sellers = (await api.listSellers(user, company.id)).expect(200).items
    const papelOf = (name: string) => sellers.find(({ nome }) => nome === name)?.papel
    expect(['Zuleica Vendas', 'Ada Administra', 'Bia Balconista'].map(papelOf)).toEqual([
      'gerente',
      'gerente',
      'operador',
    ])
  })
})
