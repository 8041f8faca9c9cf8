// Budgets and orders: what the server fills in, numbers, versions, the bin, repeated requests.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import {
  addProduct,
  binPerson,
  binProduct,
  type Budget,
  budget,
  deactivateProduct,
  formOf,
  item,
  newBudget,
} from '../helpers/budgets.ts'
import type { Caller } from '../helpers/caller.ts'
import { today, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { formOf as personForm, newPerson, type Person } from '../helpers/people.ts'
import { newProduct } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let userId = ''
let own: Company
let other: Company
let client: Person

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  user = made.user
  userId = made.userAccount.id
  own = made.own
  other = made.other
  client = await newPerson(admin, {
    razao_social: 'Construtora Horizonte Ltda',
    logradouro: 'Avenida Brasil',
    numero: '1500',
    bairro: 'Centro',
    municipio: '3509502',
    uf: 'SP',
    cep: '13010001',
  })
})

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const find = async (id: string, company = own.id) => (await api.getBudget(admin, company, id)).expect(200) as Budget

test('shares of a discount are kept as they were computed, and follow a changed one', async () => {
  const product = addProduct(server.database, own.id)
  const itens = ['1.00', '2.00'].map((valor_venda) => item(product.id, '1.0000', { valor_venda }))
  const made = await newBudget(user, own.id, client.id, { itens, desconto: '0.30' })
  const kept = (id: string) =>
    server.database.rows(`select total, rateio_desconto, rateio_acrescimo from orcamento_composicao
      where orcamento_id = ${server.database.id(id)} order by ordem`)
  expect(kept(made.id)).toEqual([
    { total: 100, rateio_desconto: 10, rateio_acrescimo: 0 },
    { total: 200, rateio_desconto: 20, rateio_acrescimo: 0 },
  ])
  const changed = (
    await api.updateBudget(user, own.id, made.id, '*', formOf(made, { desconto: '0.60', parcelas: [] }))
  ).expect(200) as Budget
  expect(changed.itens.map(({ rateio_desconto }) => rateio_desconto)).toEqual(['0.20', '0.40'])
  expect(await find(made.id)).toEqual(changed)
  // A version before this one kept none.
  server.database.run(`update orcamento_composicao set total = null, rateio_desconto = null, rateio_acrescimo = null
    where orcamento_id = ${server.database.id(made.id)}`)
  expect(await find(made.id)).toEqual(changed)
})

test('a budget is what it was at one moment, whoever saves meanwhile', async () => {
  const product = addProduct(server.database, own.id)
  const lines = (count: number) =>
    Array.from({ length: count }, () => item(product.id, '1.0000', { valor_venda: '1.00' }))
  const made = await newBudget(user, own.id, client.id, { itens: lines(3) })
  let isDone = false
  const reader = async () => {
    for (; !isDone;) {
      const read = await find(made.id)
      expect(read.total_venda).toBe(`${read.itens.length}.00`)
    }
  }
  const readers = Promise.all([reader(), reader(), reader()])
  for (let round = 0; round < 40; round += 1) {
    const form = formOf(made, { itens: lines((round % 5) + 1), parcelas: [] })
    ;(await api.updateBudget(user, own.id, made.id, '*', form)).expect(200)
  }
  isDone = true
  await readers
})

test('who sells to a client and who puts it into the bin at once agree, products alike', async () => {
  for (let round = 0; round < 30; round += 1) {
    const [someone, thing] = [await newPerson(admin), await newProduct(admin, own.id)]
    const [sold] = await Promise.all([
      api.createBudget(user, own.id, budget(someone.id, { itens: [item(thing.id)] })),
      api.deletePerson(admin, someone.id, '*'),
      api.deleteProduct(admin, own.id, thing.id, '*'),
    ])
    if (sold.status !== 201) continue
    expect((await api.getPerson(admin, someone.id)).expect(200).deleted_at).toBeNull()
    expect((await api.getProduct(admin, own.id, thing.id)).expect(200).deleted_at).toBeNull()
  }
})

describe('a new budget', () => {
  test('takes from client, product and user what was not typed', async () => {
    const product = addProduct(server.database, own.id, { description: 'Laje treliçada H12' })
    const made = await newBudget(user, own.id, client.id, { itens: [item(product.id, '12.0000')] })
    expect(made).toMatchObject({
      nome_cliente: 'Construtora Horizonte Ltda',
      endereco_entrega: null,
      endereco_entrega_completo: 'Avenida Brasil, 1500, Centro, Campinas/SP, CEP 13010-001',
      funcionario_id: userId,
      tipo: 'Orçamento',
      debito_credito: 'D',
      numero_parcelas: 1,
      faturado: false,
      data_venda: null,
      cnpj_empresa: own.cnpj,
      total_venda: '414.00',
      total_fatura: '414.00',
      parcelas: [{ vencimento: '2026-11-21', valor: '414.00' }],
    })
    expect(made.vendedor).toBe((await api.getSession(user)).expect(200).user.full_name)
    expect(made.itens).toMatchObject([
      {
        composicao_id: product.id,
        prod_cProd: product.code,
        descricao: 'Laje treliçada H12',
        unidade: 'M2',
        valor_venda: '34.5000',
        desconto: '0.00',
        total: '414.00',
      },
    ])
    expect(await find(made.id)).toEqual(made)
  })

  test('keeps what was typed', async () => {
    const product = addProduct(server.database, own.id)
    const made = await newBudget(user, own.id, client.id, {
      itens: [item(product.id, '2', { descricao: 'Sob medida', unidade: 'PC', valor_venda: '10.5', desconto: '1.00' })],
      endereco_entrega: 'Estrada Velha, km 4',
      vendedor: 'Balcão 2',
      desconto: '5.00',
      acrescimo: '2.50',
      parcelas: [
        { vencimento: '2026-12-01', valor: '7.50' },
        { vencimento: '2026-12-20', valor: '10.00' },
      ],
    })
    expect(made).toMatchObject({
      endereco_entrega_completo: 'Estrada Velha, km 4',
      vendedor: 'Balcão 2',
      total_venda: '20.00',
      total_fatura: '17.50',
      numero_parcelas: 2,
      itens: [
        {
          descricao: 'Sob medida',
          unidade: 'PC',
          valor_venda: '10.5000',
          total: '20.00',
          rateio_desconto: '5.00',
          rateio_acrescimo: '2.50',
        },
      ],
    })
  })

  test('without items has the total that was typed', async () => {
    const made = await newBudget(user, own.id, client.id, {
      total_venda: '100.00',
      desconto: '0.01',
      numero_parcelas: 3,
    })
    expect(made.total_fatura).toBe('99.99')
    expect(made.parcelas.map(({ valor }) => valor)).toEqual(['33.33', '33.33', '33.33'])
    expect(made.parcelas.map(({ vencimento }) => vencimento)).toEqual(['2026-12-21', '2027-01-20', '2027-02-19'])
  })

  test('rounds half a cent of an item up', async () => {
    const product = addProduct(server.database, own.id)
    const amounts = [
      ['0.5', '0.01', '0.01'],
      ['0.5', '0.03', '0.02'],
      ['1', '1.0050', '1.01'], // 1.00 in binary floating point
      ['1', '1.0049', '1.00'],
    ] as const
    const made = await newBudget(user, own.id, client.id, {
      itens: amounts.map(([quantidade, valor_venda]) => item(product.id, quantidade, { valor_venda })),
    })
    expect(made.itens.map(({ total }) => total)).toEqual(amounts.map(([, , total]) => total))
    expect([made.total_venda, made.total_fatura]).toEqual(['2.04', '2.04'])
  })

  test('loses no cent when it is shared among items and installments', async () => {
    const product = addProduct(server.database, own.id)
    const made = await newBudget(user, own.id, client.id, {
      itens: ['10', '10', '20'].map((valor_venda) => item(product.id, '1', { valor_venda })),
      desconto: '0.05',
      acrescimo: '0.06',
      numero_parcelas: 3,
    })
    // 1.25, 1.25 and 2.5 cents off; 1.5, 1.5 and 3 on: a cent that is left goes to the largest rest, then to the first.
    expect(made.itens.map(({ rateio_desconto }) => rateio_desconto)).toEqual(['0.01', '0.01', '0.03'])
    expect(made.itens.map(({ rateio_acrescimo }) => rateio_acrescimo)).toEqual(['0.02', '0.01', '0.03'])
    expect(made.total_fatura).toBe('40.01')
    expect(made.parcelas.map(({ valor }) => valor)).toEqual(['13.35', '13.33', '13.33'])
    expect(await find(made.id)).toEqual(made)
  })

  test('with 990 items in their order is saved and read whole', async () => {
    const products = [addProduct(server.database, own.id), addProduct(server.database, own.id)]
    const itens = Array.from({ length: 990 }, (_, at) =>
      item(products[at % 2]!.id, '1', { descricao: `Item ${at}`, valor_venda: '0.01' }),
    )
    const made = await newBudget(user, own.id, client.id, { itens })
    expect(made.total_fatura).toBe('9.90')
    expect((await find(made.id)).itens.map(({ descricao }) => descricao)).toEqual(
      itens.map((each) => (each as { descricao?: string }).descricao),
    )
    expect(
      (await api.createBudget(user, own.id, budget(client.id, { itens: [...itens, itens[0]] }))).fields(),
    ).toHaveProperty('itens')
  })

  test('of type Pedido is sold today where the company is', async () => {
    const made = await newBudget(user, own.id, client.id, { tipo: 'Pedido' })
    expect(made.data_venda).toBe(today())
    expect((await newBudget(user, own.id, client.id, { tipo: 'Pedido', data_venda: '2026-01-02' })).data_venda).toBe(
      '2026-01-02',
    )
  })
})

describe('numbers', () => {
  test('of 32 clients at once are 1 to 32', async () => {
    const company = await newCompany(admin)
    const clients = Array.from({ length: 32 }, () => admin.as('admin'))
    const made = await Promise.all(clients.map((as) => newBudget(as, company.id, client.id, { total_venda: '1.00' })))
    expect(made.map(({ numero_pedido }) => numero_pedido).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 32 }, (_, at) => at + 1),
    )
    expect((await api.countBudgets(admin, company.id)).expect(200)).toMatchObject({
      total: 32,
      soma_total_fatura: '32.00',
    })
  })

  test('are each company’s own, without gaps after refusals, and never given again', async () => {
    const company = await newCompany(admin)
    const first = await newBudget(admin, company.id, client.id)
    ;(await api.createBudget(admin, company.id, budget(client.id, { desconto: '1.00' }))).problem(422)
    const second = await newBudget(admin, company.id, client.id)
    ;(await api.deleteBudget(admin, company.id, second.id, '*')).expect(204)
    const third = await newBudget(admin, company.id, client.id, { tipo: 'Pedido' })
    expect([first, second, third].map(({ numero_pedido }) => numero_pedido)).toEqual([1, 2, 3])
  })

  test('stay when a budget becomes an order', async () => {
    const made = await newBudget(user, own.id, client.id)
    const changed = (await api.updateBudget(user, own.id, made.id, '*', formOf(made, { tipo: 'Pedido' }))).expect(200)
    expect(changed.numero_pedido).toBe(made.numero_pedido)
    expect(changed.data_venda).not.toBeNull()
    const again = (
      await api.updateBudget(user, own.id, made.id, '*', formOf(changed as Budget, { data_venda: null }))
    ).expect(200)
    expect(again.data_venda).toBe(changed.data_venda)
  })
})

describe('changing', () => {
  test('what was answered can be sent back as it is', async () => {
    const product = addProduct(server.database, own.id)
    const made = await newBudget(user, own.id, client.id, {
      itens: [item(product.id, '3')],
      numero_parcelas: 3,
      desconto: '1.00',
    })
    const answer = await api.updateBudget(user, own.id, made.id, '*', formOf(made))
    expect({ ...answer.expect(200), updated_at: '' }).toEqual({ ...made, updated_at: '' })
    expect(answer.etag).toBe('"2"')
  })

  test('an older version is refused with the current one', async () => {
    const made = await newBudget(user, own.id, client.id)
    ;(await api.updateBudget(user, own.id, made.id, undefined, formOf(made))).problem(428, 'missing_precondition')
    ;(await api.deleteBudget(user, own.id, made.id, undefined)).problem(428, 'missing_precondition')
    const saved = (await api.updateBudget(user, own.id, made.id, '"1"', formOf(made, { obra: 'Bloco A' }))).expect(200)
    const stale = (await api.updateBudget(admin, own.id, made.id, '"1"', formOf(made, { obra: 'Bloco B' }))).problem(
      412,
      'stale',
    )
    expect((stale as unknown as { current: unknown }).current).toEqual(saved)
    ;(await api.deleteBudget(user, own.id, made.id, '"1"')).problem(412, 'stale')
    expect((await find(made.id)).obra).toBe('Bloco A')
  })

  test('by somebody else leaves the seller', async () => {
    const made = await newBudget(user, own.id, client.id)
    const changed = (await api.updateBudget(admin, own.id, made.id, '*', budget(client.id))).expect(200)
    expect([changed.funcionario_id, changed.vendedor]).toEqual([made.funcionario_id, made.vendedor])
  })

  test('old budgets stay as they are when product and client change', async () => {
    const product = addProduct(server.database, own.id, { description: 'Antes' })
    const made = await newBudget(user, own.id, client.id, { itens: [item(product.id)] })
    server.database.run(
      `update produtos set prod_xProd = 'Depois', prod_vUnCOM = 1 where id = ${server.database.id(product.id)}`,
    )
    expect(await find(made.id)).toEqual(made)
  })
})

describe('what a budget refers to', () => {
  const missing = 'Este produto não existe mais. Retire o item ou escolha outro.'

  test('a product of another company, one in the bin and an invented one do not exist', async () => {
    const foreign = addProduct(server.database, other.id)
    const binned = addProduct(server.database, own.id)
    binProduct(server.database, binned.id)
    const good = addProduct(server.database, own.id)
    const itens = [item(good.id), item(foreign.id), item(binned.id), item(crypto.randomUUID())]
    const before = (await api.countBudgets(user, own.id)).expect(200).total
    expect((await api.createBudget(user, own.id, budget(client.id, { itens }))).fields()).toEqual({
      'itens.1.composicao_id': missing,
      'itens.2.composicao_id': missing,
      'itens.3.composicao_id': missing,
    })
    expect((await api.countBudgets(user, own.id)).expect(200).total).toBe(before)
  })

  test('an inactive product cannot be added, but stays where it was', async () => {
    const product = addProduct(server.database, own.id)
    const made = await newBudget(user, own.id, client.id, { itens: [item(product.id)] })
    deactivateProduct(server.database, product.id)
    expect(
      (await api.createBudget(user, own.id, budget(client.id, { itens: [item(product.id)] }))).fields(),
    ).toHaveProperty(['itens.0.composicao_id'])
    ;(
      await api.updateBudget(
        user,
        own.id,
        made.id,
        '*',
        formOf(made, { parcelas: [], itens: [item(product.id, '5'), item(product.id, '1')] }),
      )
    ).expect(200)
    binProduct(server.database, product.id)
    expect(
      (await api.updateBudget(user, own.id, made.id, '*', formOf(made, { obra: 'Bloco C' }))).expect(200).obra,
    ).toBe('Bloco C')
  })

  test('a client who was deleted meanwhile is refused, unless it was there before', async () => {
    const gone = await newPerson(admin)
    const made = await newBudget(user, own.id, gone.id)
    binPerson(server.database, gone.id)
    expect((await api.createBudget(user, own.id, budget(gone.id))).fields()).toEqual({
      cliente_id: 'Este cliente não existe mais. Escolha outro.',
    })
    expect((await api.createBudget(user, own.id, budget(crypto.randomUUID()))).fields()).toHaveProperty('cliente_id')
    ;(await api.updateBudget(user, own.id, made.id, '*', formOf(made, { obra: 'Bloco D' }))).expect(200)
  })

  test('the seller is somebody with access to the company', async () => {
    const stranger = await account(server, 'unlinked')
    expect(
      (await api.createBudget(admin, own.id, budget(client.id, { funcionario_id: stranger.id }))).fields(),
    ).toHaveProperty('funcionario_id')
    const session = (await api.getSession(user)).expect(200).user
    expect(await newBudget(admin, own.id, client.id, { funcionario_id: userId })).toMatchObject({
      funcionario_id: userId,
      vendedor: session.full_name,
    })
  })
})

describe('duplicating', () => {
  test('makes a new Orçamento of today with the same content', async () => {
    const product = addProduct(server.database, own.id)
    const made = await newBudget(user, own.id, client.id, {
      data_orcamento: '2026-01-15',
      itens: [item(product.id, '7', { desconto: '0.50' })],
      tipo: 'Pedido',
      faturado: true,
      numero_nfe: '123',
      numero_parcelas: 2,
      obra: 'Bloco A',
      observacao: 'linha 1\nlinha 2',
    })
    const before = today()
    const copy = (await api.duplicateBudget(admin, own.id, made.id)).expect(201) as Budget
    expect([before, today()]).toContain(copy.data_orcamento) // midnight may pass meanwhile
    expect(copy).toMatchObject({
      tipo: 'Orçamento',
      faturado: false,
      numero_nfe: null,
      data_venda: null,
      total_fatura: made.total_fatura,
      obra: 'Bloco A',
      observacao: 'linha 1\nlinha 2',
    })
    expect(copy.numero_pedido).toBeGreaterThan(made.numero_pedido)
    expect(copy.itens.map(({ id: _, ...rest }) => rest)).toEqual(made.itens.map(({ id: _, ...rest }) => rest))
    expect(copy.itens[0]!.id).not.toBe(made.itens[0]!.id)
    expect(copy.parcelas.map(({ valor }) => valor)).toEqual(made.parcelas.map(({ valor }) => valor))
    expect(await find(copy.id)).toEqual(copy)
  })

  test('takes what is known of the client by now, and leaves the old one as it was', async () => {
    const buyer = await newPerson(admin, { razao_social: 'Olaria Velha', logradouro: 'Rua do Barro', numero: '10' })
    const made = await newBudget(user, own.id, buyer.id, { total_venda: '10.00' })
    expect(made).toMatchObject({ nome_cliente: 'Olaria Velha', endereco_entrega_completo: 'Rua do Barro, 10' })
    const changes = { razao_social: 'Olaria Nova', logradouro: 'Rua do Forno', numero: '20' }
    ;(await api.updatePerson(admin, buyer.id, '*', { ...personForm(buyer), ...changes })).expect(200)
    expect((await api.duplicateBudget(user, own.id, made.id)).expect(201)).toMatchObject({
      cliente_id: buyer.id,
      nome_cliente: 'Olaria Nova',
      endereco_entrega_completo: 'Rua do Forno, 20',
    })
    expect(await find(made.id)).toEqual(made)
  })

  test('twice under the same key makes one', async () => {
    const company = await newCompany(admin)
    const made = await newBudget(admin, company.id, client.id)
    const key = unique()
    const answers = await Promise.all([1, 2, 3].map(() => api.duplicateBudget(admin, company.id, made.id, keyed(key))))
    expect(new Set(answers.map((answer) => answer.expect(201).id)).size).toBe(1)
    expect((await api.countBudgets(admin, company.id)).expect(200).total).toBe(2)
  })
})

test('the same new budget twice under a key is one, and takes one number', async () => {
  const company = await newCompany(admin)
  const key = unique()
  const body = budget(client.id)
  const answers = await Promise.all([1, 2, 3, 4].map(() => api.createBudget(admin, company.id, body, keyed(key))))
  expect(new Set(answers.map((answer) => answer.expect(201).id)).size).toBe(1)
  expect((await newBudget(admin, company.id, client.id)).numero_pedido).toBe(2)
})

describe('the bin', () => {
  test('keeps a budget whole and gives it back', async () => {
    const product = addProduct(server.database, own.id)
    const made = await newBudget(user, own.id, client.id, { itens: [item(product.id)] })
    ;(await api.deleteBudget(user, own.id, made.id, '"1"')).expect(204)
    const binned = await find(made.id)
    expect(binned.deleted_at).not.toBeNull()
    expect(binned.itens).toEqual(made.itens)
    expect(
      (await api.listBudgets(user, own.id, { situacao: 'lixeira', search: String(made.numero_pedido) }))
        .expect(200)
        .items.map(({ id }) => id),
    ).toContain(made.id)
    ;(await api.updateBudget(user, own.id, made.id, '*', formOf(made))).problem(422)
    ;(await api.deleteBudget(user, own.id, made.id, '*')).expect(204)

    const restored = await api.restoreBudget(user, own.id, made.id)
    expect({ ...restored.expect(200), updated_at: '' }).toEqual({ ...made, updated_at: '' })
    expect(restored.etag).toBe('"3"')
    expect((await api.restoreBudget(user, own.id, made.id)).etag).toBe('"3"')
  })

  test('takes several at once, all or none', async () => {
    const company = await newCompany(admin)
    const made = await Promise.all(
      [1, 2, 3].map(() => newBudget(admin, company.id, client.id, { total_venda: '10.00' })),
    )
    const ids = made.map(({ id }) => id)
    const foreign = await newBudget(admin, own.id, client.id)
    ;(await api.changeBudgets(admin, company.id, 'delete', [...ids, foreign.id])).problem(404)
    expect((await api.countBudgets(admin, company.id)).expect(200).total).toBe(3)
    expect((await api.changeBudgets(admin, company.id, 'delete', ids.slice(1))).expect(200)).toEqual({
      changed: 2,
      deactivated: [],
    })
    expect((await api.countBudgets(admin, company.id)).expect(200)).toMatchObject({
      total: 1,
      soma_total_fatura: '10.00',
    })
    expect((await api.countBudgets(admin, company.id, { situacao: 'lixeira' })).expect(200)).toMatchObject({
      total: 2,
      soma_total_fatura: '20.00',
    })
    expect((await api.changeBudgets(admin, company.id, 'restore', ids)).expect(200).changed).toBe(2)
    ;(await api.changeBudgets(admin, company.id, 'activate', ids)).problem(422)
    const rows = server.database.rows<{ action_type: string; n: number }>(
      `select action_type, count(*) as n from action_logs where company_id = ${server.database.id(company.id)} and action_type like 'budget%' group by action_type order by action_type`,
    )
    expect(rows).toEqual([
      { action_type: 'budget_create', n: 3 },
      { action_type: 'budget_delete', n: 1 },
      { action_type: 'budget_update', n: 1 },
    ])
  })
})

test('the audit log says what changed', async () => {
  const product = addProduct(server.database, own.id)
  const made = await newBudget(user, own.id, client.id, { itens: [item(product.id)] })
  ;(
    await api.updateBudget(
      user,
      own.id,
      made.id,
      '*',
      formOf(made, { parcelas: [], desconto: '4.50', itens: [item(product.id, '2')] }),
    )
  ).expect(200)
  const row = auditRows(
    server.database,
    `action_type = 'budget_update' and company_id = ${server.database.id(own.id)}`,
  ).at(-1)
  expect(row!.description).toBe(`Salvou o orçamento nº ${made.numero_pedido.toLocaleString('pt-BR')}`)
  const details = JSON.parse(row!.details!) as Record<string, [unknown, unknown]>
  expect(details.desconto).toEqual(['0.00', '4.50'])
  expect(details.itens!.map((side) => (side as { quantidade: string }[])[0]!.quantidade)).toEqual(['1.0000', '2.0000'])
  expect(Object.keys(details).sort()).toEqual(['desconto', 'itens', 'parcelas', 'total_venda'])
})
