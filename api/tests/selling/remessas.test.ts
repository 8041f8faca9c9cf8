// Sales for future delivery: an order is invoiced at once, and each truck takes its goods along with a remessa.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Budget, item, newBudget } from '../helpers/budgets.ts'
import { account, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { today } from '../helpers/data.ts'
import { newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv, saoPaulo } from '../helpers/homologation.ts'
import { newBuilder } from '../helpers/nfe.ts'
import * as receipts from '../helpers/receipts.ts'
import { authorisation, motivo } from '../helpers/receipts.ts'
import { goods } from '../helpers/returns-endpoints.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { ownCounter } from '../helpers/simulator.ts'

const { simulator, server } = ownCounter((sefaz) => homologationEnv(sefaz, sefaz.folder, saoPaulo(sefaz)))
let admin: Caller
let operador: Caller
let id = ''
let client = ''
let laje = ''
let areia = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newShop(simulator, admin)).id
  ;(await api.markReadiness(admin, id, 'credenciamento_nfe', { marcado: true })).expect(200)
  const clerk = await account(server, 'user')
  operador = clerk.caller
  server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
    values (${server.database.id(id)}, ${server.database.id(clerk.id)}, 'operador')`)
  client = (await newBuilder(admin)).id
  laje = (await sellable(admin, id, { prod_CFOP: '5101', prod_vUnCOM: '10.0000' })).id
  areia = (await sellable(admin, id, { prod_CFOP: '5102', prod_vUnCOM: '3.3300' })).id
})
afterEach(() => simulator.behave())

/** 40 of one thing for 10.00 each and 3 of another for 3.33, 9.99 in all, less a discount of 9.99: 400.00. */
const order = (overrides: Record<string, unknown> = {}) =>
  newBudget(admin, id, client, {
    tipo: 'Pedido',
    desconto: '9.99',
    itens: [item(laje, '40.0000', { descricao: 'Laje H12' }), item(areia, '3.0000', { descricao: 'Areia' })],
    ...overrides,
  })
const read = async ({ id: bid }: Budget) => (await api.getBudget(admin, id, bid)).expect(200) as Budget
/** The order's sale as it is begun, changed by `change`. */
const form = async (of: Budget, change: (itens: object[]) => object = () => ({})) => {
  const { venda } = (await api.beginSaleOfBudget(operador, id, of.id, crypto.randomUUID())).expect(201) as Issued
  const { id: vid, version, orcamento_id, cliente_id, observacao, nfe, total } = venda
  const itens = venda.itens.map(({ produto_id, quantidade, valor, preco_lido, desconto, orcamento_item_id }) => ({
    produto_id,
    quantidade,
    valor,
    preco_lido,
    desconto,
    orcamento_item_id,
  }))
  const body = {
    ...{ id: vid, version, orcamento_id, cliente_id, observacao, nfe, itens, entrega_futura: 'S', emitir: true },
    ...{ pagamentos: [{ tPag: '15', valor: total }], total_visto: total },
  }
  return { ...body, ...change(itens) }
}
const authorised = async ({ nota }: Issued) => (await receipts.reaches(admin, id, nota!.id, 'autorizada')).nota
const invoice = async (of: Budget, change?: (itens: object[]) => object) =>
  authorised((await api.postSale(operador, id, await form(of, change))).expect(201) as Issued)
const deliver = async (of: Budget, ...quantities: (string | null)[]) => {
  const itens = quantities.flatMap((quantidade, at) =>
    quantidade === null ? [] : [{ item_id: of.itens[at]!.id, quantidade }],
  )
  return (await api.deliverGoods(operador, id, of.id, { itens, placa: 'ABC-1D23' })).expect(201).id
}
const issue = (of: Budget, entrega: string, depois_de: string | null = null, as = operador) =>
  api.issueRemessa(as, id, of.id, entrega, depois_de)
const issued = async (of: Budget, entrega: string, depois_de: string | null = null) =>
  (await issue(of, entrega, depois_de)).expect(201)
const reaches = async (rid: string, estado: string) => (await receipts.reaches(admin, id, rid, estado)).nota
const sent = async (of: Budget, ...quantities: (string | null)[]) => {
  const entrega = await deliver(of, ...quantities)
  return { entrega, nota: await reaches((await issued(of, entrega)).id, 'autorizada') }
}
const xmlOf = async (rid: string) => (await api.getReceiptXml(admin, id, rid)).text
const deliveries = async (of: Budget) => (await api.listDeliveries(operador, id, of.id)).expect(200)
const cents = (amount: string | undefined) => Number(amount?.replace('.', ''))

describe('a sale for future delivery', () => {
  test('is invoiced at once without ICMS, and each truck has its remessa with it', async () => {
    const pedido = await order()
    expect((await deliveries(pedido)).remessas).toBe(false)
    const nota = await invoice(pedido)
    expect(nota).toMatchObject({ modelo: 55, operacao: 'venda', vNF: '400.00', entrega_id: null })
    const invoiced = await xmlOf(nota.id)
    expect(invoiced).toContain('<natOp>Simples faturamento de venda para entrega futura</natOp>')
    expect(invoiced.match(/<CFOP>5922<\/CFOP>/g)).toHaveLength(2)
    expect(invoiced).toMatch(/<CSOSN>400<\/CSOSN>|<CST>41<\/CST>/)
    expect((await read(pedido)).faturado).toBe(true)

    const first = await sent(pedido, '15.0000', '1.0000')
    expect(first.nota).toMatchObject({ modelo: 55, operacao: 'remessa', entrega_id: first.entrega })
    expect(first.nota.venda_id).toBe(nota.venda_id)
    const xml = await xmlOf(first.nota.id)
    for (const part of [
      '<natOp>Remessa de produção vendida para entrega futura</natOp>',
      `<NFref><refNFe>${nota.chave}</refNFe></NFref>`,
      '<tpNF>1</tpNF>',
      '<finNFe>1</finNFe>',
      '<qCom>15.0000</qCom>',
      '<CFOP>5116</CFOP>',
      '<CFOP>5117</CFOP>',
      '<modFrete>3</modFrete>',
      '<placa>ABC1D23</placa>',
      '<tPag>90</tPag><vPag>0.00</vPag>',
      `Remessa da entrega 1 do pedido nº ${pedido.numero_pedido}. Faturada por NF-e nº ${nota.numero}, série 1`,
    ])
      expect(xml).toContain(part)
    expect(xml).not.toContain('<dup>')
    const shown = await deliveries(pedido)
    expect(shown.remessas).toBe(true)
    expect(shown.items[0]).toMatchObject({
      ...{ nota_id: first.nota.id, nota_serie: 1, nota_numero: first.nota.numero, nota_estado: 'autorizada' },
    })
  })

  test('leaves for exactly what it was invoiced for, however it is loaded', async () => {
    const pedido = await order()
    const nota = await invoice(pedido)
    const values: number[] = []
    for (const load of [
      ['13.3333', '1.0000'],
      ['13.3333', '1.0000'],
      ['13.3334', '1.0000'],
    ])
      values.push(cents((await sent(pedido, ...load)).nota.vNF))
    expect(values.reduce((sum, value) => sum + value)).toBe(cents(nota.vNF))
    expect((await read(pedido)).itens.map(({ entregue }) => entregue)).toEqual(['40.0000', '3.0000'])
  })

  test('is counted once: what was invoiced, not what leaves', async () => {
    const sums = async () => (await api.countReceipts(admin, id, { modelo: 55 })).expect(200)
    const sales = async () =>
      (await api.getSalesReport(admin, id, { de: today(), ate: today() })).expect(200).total.faturado
    const pedido = await order()
    const before = { ...(await sums()), sales: await sales() }
    await invoice(pedido)
    await sent(pedido, '40.0000', '3.0000')
    const after = await sums()
    expect(after.total).toBe(before.total + 2)
    expect(cents(after.autorizado) - cents(before.autorizado)).toBe(400_00)
    expect(cents(await sales()) - cents(before.sales)).toBe(400_00)
    const { items } = (await api.listReceipts(admin, id, { pedido: pedido.numero_pedido })).expect(200)
    expect(items.map(({ operacao }) => operacao)).toEqual(['venda'])
  })

  test('may be of several notas: goods leave with the oldest first', async () => {
    const pedido = await order({ desconto: '0.00' })
    const part = (quantidade: string) => (itens: object[]) => {
      const valor = (Number(quantidade) * 10).toFixed(2)
      return {
        itens: [{ ...itens[0], quantidade }],
        pagamentos: [{ tPag: '15', valor }],
        total_visto: valor,
      }
    }
    const first = await invoice(pedido, part('10.0000'))
    const second = await invoice(pedido, part('30.0000'))
    const { nota } = await sent(pedido, '25.0000')
    const xml = await xmlOf(nota.id)
    expect(xml).toContain(`<refNFe>${first.chave}</refNFe>`)
    expect(xml).toContain(`<refNFe>${second.chave}</refNFe>`)
    expect(xml.match(/<qCom>[^<]*<\/qCom>/g)).toEqual(['<qCom>10.0000</qCom>', '<qCom>15.0000</qCom>'])
    const rest = await sent(pedido, '15.0000')
    expect(await xmlOf(rest.nota.id)).not.toContain(first.chave)
  })

  test('is refused for what is not of an order', async () => {
    const product = await sellable(admin, id, { prod_CFOP: '5101' })
    const counter = sale(product, {
      cliente_id: client,
      entrega_futura: 'S',
      pagamentos: [{ tPag: '15', valor: '82.00' }],
    })
    expect((await api.postSale(operador, id, counter)).fields()).toEqual({
      entrega_futura:
        'Só itens de um pedido podem ficar para entrega futura. Desmarque a opção, ou fature pelo pedido e retire os outros itens.',
    })
  })

  test('says which product has no CFOP of a remessa', async () => {
    const odd = await sellable(admin, id, { prod_CFOP: '5949', prod_xProd: 'Palete' })
    const pedido = await order({ desconto: '0.00', itens: [item(odd.id, '1.0000', { valor_venda: '41.0000' })] })
    const refused = await api.postSale(operador, id, await form(pedido))
    expect(refused.fields()['itens.0']).toMatch(/CFOP 5949 não tem um correspondente para entrega futura/)
  })
})

describe('a remessa', () => {
  test('is refused for what was not invoiced for future delivery', async () => {
    const plain = await order()
    await invoice(plain, () => ({ entrega_futura: 'N' }))
    expect((await issue(plain, await deliver(plain, '1.0000'))).problem(422).detail).toMatch(
      /não tem NF-e autorizada de venda para entrega futura/,
    )
    const half = await order({ desconto: '0.00' })
    await invoice(half, (itens) => ({
      itens: [itens[0]],
      pagamentos: [{ tPag: '15', valor: '400.00' }],
      total_visto: '400.00',
    }))
    expect((await issue(half, await deliver(half, '1.0000', '2.0000'))).problem(422).detail).toBe(
      'Nem tudo desta entrega foi faturado para entrega futura. Falta faturar: 2 de Areia.',
    )
  })

  test('is one for a delivery, whoever presses how often', async () => {
    const pedido = await order()
    await invoice(pedido)
    const entrega = await deliver(pedido, '4.0000')
    const answers = await Promise.all([1, 2, 3].map(() => issue(pedido, entrega)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(
      new Set(answers.map((answer) => (answer.status === 201 ? answer.expect(201) : answer.expect(200)).id)).size,
    ).toBe(1)
  })

  test('of two trucks at once never takes more than was invoiced', async () => {
    const pedido = await order({ desconto: '0.00' })
    await invoice(pedido, (itens) => ({
      itens: [{ ...itens[0], quantidade: '10.0000', desconto: '0.00' }],
      pagamentos: [{ tPag: '15', valor: '100.00' }],
      total_visto: '100.00',
    }))
    const trucks = [await deliver(pedido, '6.0000'), await deliver(pedido, '6.0000')]
    const answers = await Promise.all(trucks.map((entrega) => issue(pedido, entrega)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const open = trucks[answers.findIndex(({ status }) => status !== 201)]!
    expect((await issue(pedido, open)).problem(422).detail).toBe(
      'Nem tudo desta entrega foi faturado para entrega futura. Falta faturar: 2 de Laje H12.',
    )
  })

  test('that stands keeps its delivery and the nota that invoiced it; cancelled, both are free', async () => {
    const pedido = await order()
    const nota = await invoice(pedido)
    const { entrega, nota: remessa } = await sent(pedido, '40.0000', '3.0000')
    const undo = () => api.undoDelivery(admin, id, pedido.id, entrega, { motivo: 'Obra fechada' })
    expect((await undo()).problem(422).detail).toMatch(/saiu com a NF-e de remessa nº \d+\. Cancele a nota antes/)
    expect((await api.cancelReceipt(admin, id, nota.id, motivo)).problem(409).detail).toBe(
      'Mercadoria desta nota já saiu com NF-e de remessa. Cancele antes as remessas, em Entregas no pedido.',
    )
    ;(await api.cancelReceipt(admin, id, remessa.id, motivo)).expect(202)
    await reaches(remessa.id, 'cancelada')
    expect((await read(pedido)).faturado).toBe(true)
    // Another takes its place.
    const next = await reaches((await issued(pedido, entrega, remessa.id)).id, 'autorizada')
    expect(next).toMatchObject({ operacao: 'remessa', entrega_id: entrega, substitui: remessa.id, vNF: '400.00' })
    ;(await api.cancelReceipt(admin, id, next.id, motivo)).expect(202)
    await reaches(next.id, 'cancelada')
    ;(await undo()).expect(200)
    ;(await api.cancelReceipt(admin, id, nota.id, motivo)).expect(202)
    await reaches(nota.id, 'cancelada')
    expect(await read(pedido)).toMatchObject({ faturado: false })
    expect((await issue(pedido, entrega, next.id)).problem(422).detail).toMatch(/Esta entrega foi desfeita/)
  })

  test('refused by SEFAZ is corrected with the same number, or given up', async () => {
    const pedido = await order()
    await invoice(pedido)
    const refused = async () => {
      await simulator.behave({ service: authorisation, cStat: 778 })
      const entrega = await deliver(pedido, '2.0000')
      const nota = await reaches((await issued(pedido, entrega)).id, 'rejeitada')
      await simulator.behave()
      return { entrega, nota }
    }
    const again = await refused()
    ;(await api.retryReceipt(admin, id, again.nota.id, {})).expect(202)
    expect(await reaches(again.nota.id, 'autorizada')).toMatchObject({ numero: again.nota.numero })
    const dropped = await refused()
    ;(await api.abandonReceipt(admin, id, dropped.nota.id, motivo)).expect(202)
    expect(await reaches(dropped.nota.id, 'abandonada')).toMatchObject({ operacao: 'remessa' })
    const next = await reaches((await issued(pedido, dropped.entrega, dropped.nota.id)).id, 'autorizada')
    expect(next.numero).not.toBe(dropped.nota.numero)
  })
})

describe('goods of a sale for future delivery', () => {
  const back = (nota: string, ordem: number, quantidade: string, total_visto: string) =>
    api.returnGoods(admin, id, goods(nota, { itens: [{ ordem, quantidade }], total_visto }))

  test('come back after they left, by an NF-e of entry that names the remessas they left with', async () => {
    const pedido = await order({ desconto: '0.00' })
    const nota = await invoice(pedido)
    expect((await back(nota.id, 0, '1.0000', '10.00')).fields()).toEqual({
      'itens.0.quantidade': 'Deste item não há mais o que devolver: o resto ainda não saiu com NF-e de remessa.',
    })
    const first = await sent(pedido, null, '1.0000')
    const second = await sent(pedido, '4.0000')
    const third = await sent(pedido, '5.0000', '1.0000')
    expect((await back(nota.id, 0, '9.0001', '90.00')).fields()).toEqual({
      'itens.0.quantidade': 'Restam 9 UN deste item.',
    })
    // The first 3 are of the second truck; 4 more are its last one and three of the third.
    ;(await back(nota.id, 0, '3.0000', '30.00')).expect(201)
    const made = (await back(nota.id, 0, '4.0000', '40.00')).expect(201)
    const { devolucao } = (await api.issueEntryNfe(admin, id, made.devolucao.id)).expect(201)
    const entry = await reaches(devolucao.nfe_id!, 'autorizada')
    expect(entry).toMatchObject({ operacao: 'devolucao', vNF: '40.00' })
    const xml = await xmlOf(entry.id)
    const referred = (chave: string, nItem: number) =>
      `<DFeReferenciado><chaveAcesso>${chave}</chaveAcesso><nItem>${nItem}</nItem></DFeReferenciado>`
    expect(xml).toContain(referred(second.nota.chave, 1))
    expect(xml).toContain(referred(third.nota.chave, 1))
    expect(xml).not.toContain(first.nota.chave)
    expect(xml.match(/<qCom>[^<]*<\/qCom>/g)).toEqual(['<qCom>1.0000</qCom>', '<qCom>3.0000</qCom>'])
    expect(xml.match(/<CFOP>1201<\/CFOP>/g)).toHaveLength(2)
    // What came back holds the remessas it left with; the others are free.
    expect((await api.cancelReceipt(admin, id, second.nota.id, motivo)).problem(409).detail).toBe(
      'Mercadoria desta remessa já foi devolvida: ela não pode mais ser cancelada.',
    )
    ;(await api.cancelReceipt(admin, id, first.nota.id, motivo)).expect(202)
  })
})
