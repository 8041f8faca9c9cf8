// Faturar: an order becomes sales, whole or in parts, and knows what remains; in homologação, since practice leaves orders
// alone.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Budget, formOf, item, newBudget } from '../helpers/budgets.ts'
import { account, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv, saoPaulo } from '../helpers/homologation.ts'
import { newPerson } from '../helpers/people.ts'
import * as receipts from '../helpers/receipts.ts'
import { authorisation, motivo } from '../helpers/receipts.ts'
import { type Issued, sellable } from '../helpers/sales.ts'
import { ownCounter } from '../helpers/simulator.ts'

const { simulator, server } = ownCounter((sefaz) => homologationEnv(sefaz, sefaz.folder, saoPaulo(sefaz)))
let admin: Caller
let operador: Caller
let id = ''
let client = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newShop(simulator, admin)).id
  const clerk = await account(server, 'user')
  operador = clerk.caller
  server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
    values (${server.database.id(id)}, ${server.database.id(clerk.id)}, 'operador')`)
  client = (await newPerson(admin)).id
})

const product = (overrides = {}) => sellable(admin, id, overrides)
const order = (itens: object[], overrides: Record<string, unknown> = {}) =>
  newBudget(admin, id, client, { tipo: 'Pedido', itens, ...overrides })
const read = async ({ id: bid }: Budget) => (await api.getBudget(admin, id, bid)).expect(200) as Budget
const begin = (bid: string, sale: string = crypto.randomUUID(), as = operador) =>
  api.beginSaleOfBudget(as, id, bid, sale)
const begun = async ({ id: bid }: Budget) => ((await begin(bid)).expect(201) as Issued).venda

type Draft = Issued['venda']
/** What Vender sends of a draft; `quantities` of its items, in their order. */
const form = (draft: Draft, quantities: string[] = [], overrides: Record<string, unknown> = {}) => {
  const itens = draft.itens.slice(0, quantities.length || undefined).map((one, i) => ({
    produto_id: one.produto_id,
    quantidade: quantities[i] ?? one.quantidade,
    valor: one.valor,
    preco_lido: one.preco_lido,
    desconto: one.desconto,
    orcamento_item_id: one.orcamento_item_id,
  }))
  const total = itens.reduce(
    (sum, one) =>
      sum + Math.round(Number(one.quantidade) * Number(one.valor) * 100) - Math.round(Number(one.desconto) * 100),
    0,
  )
  const total_visto = (total / 100).toFixed(2)
  const { id: sale, version, orcamento_id, cliente_id, observacao } = draft
  const pagamentos = [{ tPag: '01', valor: total_visto }]
  return {
    id: sale,
    version,
    orcamento_id,
    cliente_id,
    observacao,
    itens,
    pagamentos,
    emitir: true,
    total_visto,
    ...overrides,
  }
}
const issue = (sale: object, as = operador) => api.postSale(as, id, sale)
const issued = async (sale: object) => (await issue(sale)).expect(201) as Issued
/** Authorised: of these quantities of the order's items. */
async function invoiced(of: Budget, quantities: string[] = []) {
  const { nota } = await issued(form(await begun(of), quantities))
  return (await receipts.reaches(admin, id, nota!.id, 'autorizada')).nota
}
const amounts = ({ itens }: Budget) => itens.map(({ faturada }) => faturada)
const cents = (text: string) => Math.round(Number(text) * 100)

describe('an order', () => {
  test('becomes a draft with what remains of it, for its client, at its prices', async () => {
    const laje = await product({ prod_vUnCOM: '50.00' })
    const viga = await product()
    const pedido = await order([item(laje.id, '3.0000', { valor_venda: '40.0000' }), item(viga.id, '2.0000')], {
      endereco_entrega: 'Rua das Flores, 12',
    })
    const draft = await begun(pedido)
    expect(draft).toMatchObject({
      estado: 'aberta',
      orcamento_id: pedido.id,
      cliente_id: client,
      total: pedido.total_fatura,
    })
    expect(draft.observacao).toBe(`Pedido nº ${pedido.numero_pedido}. Entrega: Rua das Flores, 12`)
    expect(draft.itens.map((one) => [one.produto_id, one.quantidade, one.valor, one.orcamento_item_id])).toEqual([
      [laje.id, '3.0000', '40.0000', pedido.itens[0]!.id],
      [viga.id, '2.0000', '41.0000', pedido.itens[1]!.id],
    ])
    expect(amounts(await read(pedido))).toEqual(['0.0000', '0.0000'])
  })
  test('begun twice with the same id is one draft, and no other order’s', async () => {
    const laje = await product()
    const [pedido, other] = [await order([item(laje.id)]), await order([item(laje.id)])]
    const sale = crypto.randomUUID()
    const first = (await begin(pedido.id, sale)).expect(201) as Issued
    expect((await begin(pedido.id, sale)).expect(200)).toEqual(first)
    ;(await begin(other.id, sale)).problem(409, 'venda_alterada')
    ;(await begin(pedido.id, 'x')).problem(422, 'invalid')
    ;(await begin(crypto.randomUUID())).problem(404, 'not_found')
  })
  test('invoiced whole is faturado, has the number of its nota, and moves between the month’s sums', async () => {
    const before = (await api.countBudgets(admin, id, { faturado: 'true' })).expect(200)
    const laje = await product()
    const pedido = await order([item(laje.id, '2.0000')])
    const stream = await streamEvents(admin)
    const nota = await invoiced(pedido)
    await stream.hint('the order changed', (hint) => hint.topic === 'budgets' && hint.id === pedido.id)
    stream.close()
    const now = await read(pedido)
    expect(now).toMatchObject({
      faturado: true,
      numero_nfe: String(nota.numero),
      faturamento: { percentual: '100.00', notas: [{ nfce_id: nota.id, serie: 1, numero: nota.numero }] },
    })
    const after = (await api.countBudgets(admin, id, { faturado: 'true' })).expect(200)
    expect([
      after.total - before.total,
      cents(after.soma_total_fatura ?? '') - cents(before.soma_total_fatura ?? ''),
    ]).toEqual([1, cents(pedido.total_fatura)])
    expect((await begin(pedido.id)).problem(422, 'invalid').detail).toContain('todo faturado')
  })
  test('of three items invoiced in two parts says so, and one of them cancelled gives its part back', async () => {
    const itens = [
      item((await product()).id, '10.0000'),
      item((await product()).id, '4.0000'),
      item((await product()).id),
    ]
    const pedido = await order(itens)
    const first = await invoiced(pedido, ['6.0000', '4.0000'])
    expect(await read(pedido)).toMatchObject({
      faturado: false,
      numero_nfe: String(first.numero),
      faturamento: { percentual: '66.66' },
    })
    const rest = await begun(pedido)
    expect(rest.itens.map(({ quantidade }) => quantidade)).toEqual(['4.0000', '1.0000'])
    const { nota } = await issued(form(rest))
    await receipts.reaches(admin, id, nota!.id, 'autorizada')
    const whole = await read(pedido)
    expect([whole.faturado, whole.faturamento.notas.map(({ numero }) => numero)]).toEqual([
      true,
      [first.numero, nota!.numero],
    ])

    ;(await api.cancelReceipt(admin, id, first.id, motivo)).expect(202)
    await receipts.reaches(admin, id, first.id, 'cancelada')
    const back = await read(pedido)
    expect(amounts(back)).toEqual(['4.0000', '0.0000', '1.0000'])
    expect(back).toMatchObject({
      faturado: false,
      numero_nfe: String(nota!.numero),
      faturamento: { percentual: '33.33' },
    })
    expect((await begun(pedido)).itens.map(({ quantidade }) => quantidade)).toEqual(['6.0000', '4.0000'])
  })
  test('given up after a refusal gets everything back', async () => {
    const pedido = await order([item((await product()).id, '2.0000')])
    await simulator.behave({ service: authorisation, cStat: 778 })
    const { nota } = await issued(form(await begun(pedido)))
    await receipts.reaches(admin, id, nota!.id, 'rejeitada')
    expect(await read(pedido)).toMatchObject({
      faturado: false, // what is sold cannot be sold again, and is not invoiced yet
      numero_nfe: null,
      faturamento: { percentual: '100.00', notas: [{ numero: nota!.numero }] },
    })
    ;(await api.abandonReceipt(admin, id, nota!.id, motivo)).expect(202)
    expect(await read(pedido)).toMatchObject({
      faturado: false,
      numero_nfe: null,
      faturamento: { percentual: '0.00', notas: [] },
    })
  })
  test('sold offline has the number that the sale went out with', async () => {
    const pedido = await order([item((await product()).id, '2.0000')])
    const refused = async () => {
      await simulator.behave({ service: authorisation, cStat: 778 })
      const { nota } = await issued(form(await begun(pedido)))
      return (await receipts.reaches(admin, id, nota!.id, 'rejeitada')).nota
    }
    const first = await refused()
    const { etag } = await api.getContingency(admin, id)
    const on = await api.putContingency(admin, id, etag, {
      modo: 'automatica',
      ativa: true,
      motivo: 'Internet da loja em manutenção',
    })
    const again = (await api.retryReceipt(admin, id, first.id)).expect(201) as Schemas['ReceiptSummary']
    const now = await read(pedido)
    expect([now.numero_nfe, now.faturamento.notas.map(({ nfce_id }) => nfce_id)]).toEqual([
      String(again.numero),
      [again.id],
    ])
    expect(amounts(now)).toEqual(['2.0000'])
    ;(await api.putContingency(admin, id, on.etag, { modo: 'automatica', ativa: false })).expect(200)
  })
})

describe('prices', () => {
  test('hold discount and surcharge of the order, and the parts add up to its total', async () => {
    const itens = [
      item((await product({ prod_vUnCOM: '12.37' })).id, '7.0000', { desconto: '1.13' }),
      item((await product({ prod_vUnCOM: '0.33' })).id, '31.5000'),
      item((await product({ prod_vUnCOM: '99.90' })).id, '3.0000'),
    ]
    const pedido = await order(itens, { desconto: '17.77', acrescimo: '5.01' })
    const whole = await begun(pedido)
    expect(whole.total).toBe(pedido.total_fatura)
    let sum = 0
    for (const quantities of [['2.0000', '10.2500', '1.0000'], ['4.0000', '0.0100', '1.0000'], []]) {
      const { venda, nota } = await issued(form(await begun(pedido), quantities, { desconto: '0.00' }))
      await receipts.reaches(admin, id, nota!.id, 'autorizada')
      sum += cents(venda.total)
    }
    expect((await read(pedido)).faturado).toBe(true)
    // Each part taken by hand is rounded by itself.
    expect(Math.abs(sum - cents(pedido.total_fatura))).toBeLessThanOrEqual(6)
  })
  test('are the order’s, whatever the product costs by now and an operador may give away', async () => {
    const laje = await product({ prod_vUnCOM: '50.00' })
    const pedido = await order([item(laje.id, '2.0000', { valor_venda: '30.0000' })])
    const { etag, ...before } = await api.getProduct(admin, id, laje.id)
    expect(before).toBeDefined()
    const changed = { ...(await api.getProduct(admin, id, laje.id)).expect(200), prod_vUnCOM: '60.00' }
    ;(await api.updateProduct(admin, id, laje.id, etag, changed)).expect(200)
    const draft = await begun(pedido)
    expect([draft.itens[0]!.valor, draft.total]).toEqual(['30.0000', '60.00'])
    const cheaper = {
      ...form(draft),
      total_visto: '50.00',
      desconto: '10.00',
      pagamentos: [{ tPag: '01', valor: '50.00' }],
    }
    expect((await issue(cheaper)).problem(422, 'aprovacao_necessaria').detail).toContain('seu limite')
    ;(await issue(form(draft))).expect(201)
  })
})

describe('more than remains', () => {
  test('is refused with what remains', async () => {
    const laje = await product({ prod_uCOM: 'M2' })
    const pedido = await order([item(laje.id, '10.0000')])
    const draft = await begun(pedido)
    expect((await issue(form(draft, ['10.0001']))).fields()).toEqual({
      'itens.0.quantidade': 'Restam 10,00 M2 deste item do pedido.',
    })
    const twice = form(draft, ['6.0000'])
    const split = {
      ...twice,
      itens: [...twice.itens, ...twice.itens],
      total_visto: '492.00',
      pagamentos: [{ tPag: '01', valor: '492.00' }],
    }
    expect(Object.keys((await issue(split)).fields())).toEqual(['itens.1.quantidade'])
    expect(amounts(await read(pedido))).toEqual(['0.0000'])
  })
  test('is never sold by two tills at once', async () => {
    const pedido = await order([item((await product()).id, '10.0000')])
    const drafts = [await begun(pedido), await begun(pedido), await begun(pedido)]
    const answers = await Promise.all(drafts.map((draft) => issue(form(draft, ['4.0000']))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422])
    const refused = answers.find(({ status }) => status === 422)!
    expect(refused.fields()['itens.0.quantidade']).toBe('Restam 2,00 UN deste item do pedido.')
    expect(amounts(await read(pedido))).toEqual(['8.0000'])
  })
  test('is not there for what is no item of the order', async () => {
    const laje = await product()
    const [pedido, other] = [await order([item(laje.id)]), await order([item(laje.id)])]
    const draft = await begun(pedido)
    const sale = form(draft)
    const foreign = { ...sale, itens: [{ ...sale.itens[0], orcamento_item_id: other.itens[0]!.id }] }
    expect((await issue(foreign)).fields()).toHaveProperty(['itens.0'])
    const none = { ...sale, itens: [{ ...sale.itens[0], orcamento_item_id: null }] }
    expect((await issue(none)).fields()).toHaveProperty('orcamento_id')
    expect((await issue({ ...sale, orcamento_id: null })).fields()).toHaveProperty(['itens.0'])
    expect((await issue({ ...sale, orcamento_id: crypto.randomUUID() })).fields()).toHaveProperty('orcamento_id')
  })
})

describe('is refused', () => {
  test('of an Orçamento, of what is in the bin, and of what somebody marked as faturado', async () => {
    const laje = await product()
    const quote = await order([item(laje.id)], { tipo: 'Orçamento' })
    expect((await begin(quote.id)).problem(422, 'invalid').detail).toContain('Mude o tipo')
    const marked = await order([item(laje.id)], { faturado: true })
    expect((await begin(marked.id)).problem(422, 'invalid').detail).toContain('marcado como faturado')
    const pedido = await order([item(laje.id)])
    const draft = await begun(pedido)
    ;(await api.deleteBudget(admin, id, pedido.id, '*')).expect(204)
    expect((await begin(pedido.id)).problem(422, 'invalid').detail).toContain('lixeira')
    expect((await issue(form(draft))).fields().orcamento_id).toContain('lixeira')
    const empty = await order([], { total_venda: '10.00' })
    expect((await begin(empty.id)).problem(422, 'invalid').detail).toContain('não tem itens')
  })
})

describe('an order with notas', () => {
  test('keeps what they were made of; what they say of it is theirs', async () => {
    const laje = await product()
    const pedido = await order([item(laje.id, '4.0000')])
    const nota = await invoiced(pedido, ['1.0000'])
    const now = await read(pedido)
    const save = (overrides: object) =>
      api.updateBudget(admin, id, pedido.id, '*', formOf(now, { ...overrides, parcelas: [] }))
    const more = [{ ...now.itens[0]!, quantidade: '5.0000' }]
    for (const [field, overrides] of Object.entries({
      itens: { itens: more },
      desconto: { desconto: '1.00' },
      acrescimo: { acrescimo: '1.00' },
      tipo: { tipo: 'Orçamento' },
    }))
      expect((await save(overrides)).fields()[field], field).toContain('já tem notas')
    const saved = (await save({ obra: 'Casa', faturado: true, numero_nfe: '9', numero_parcelas: 2 })).expect(
      200,
    ) as Budget
    expect(saved).toMatchObject({ obra: 'Casa', faturado: false, numero_nfe: String(nota.numero) })
    expect(saved.parcelas).toHaveLength(2)
    expect([saved.itens[0]!.id, amounts(saved)]).toEqual([now.itens[0]!.id, ['1.0000']])
    expect(saved.faturamento.notas).toHaveLength(1)
    const copy = (await api.duplicateBudget(admin, id, pedido.id)).expect(201) as Budget
    expect([amounts(copy), copy.faturamento]).toEqual([['0.0000'], { percentual: '0.00', notas: [] }])
  })
  test('stays in the bin for good', async () => {
    const pedido = await order([item((await product()).id)])
    const unsold = await order([item((await product()).id)])
    const nota = await invoiced(pedido)
    for (const { id: bid } of [pedido, unsold]) (await api.deleteBudget(admin, id, bid, '*')).expect(204)
    ;(await api.cancelReceipt(admin, id, nota.id, motivo)).expect(202)
    await receipts.reaches(admin, id, nota.id, 'cancelada')
    expect(await read(pedido)).toMatchObject({ faturado: false, numero_nfe: null })
    ;(await api.restoreBudget(admin, id, pedido.id)).expect(200)
  })
})

test('practice leaves the order alone', async () => {
  const pedido = await order([item((await product()).id)])
  const { nota } = await issued(form(await begun(pedido), [], { treino: true }))
  expect(nota!.ambiente).toBe('simulador')
  expect(await read(pedido)).toMatchObject({ faturado: false, numero_nfe: null })
})
