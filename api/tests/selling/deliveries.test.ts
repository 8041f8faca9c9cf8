// What leaves of an order, truck by truck: never more than was ordered, whoever loads at the same time.
import { execFileSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { type Budget, formOf, item, newBudget } from '../helpers/budgets.ts'
import { newCompany, office, operadorOf } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { newPerson } from '../helpers/people.ts'
import { Printer } from '../helpers/printer.ts'
import { newProduct } from '../helpers/products.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let operador: Caller
let id = ''
let client = ''
let laje = ''
let viga = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  id = made.own.id
  operador = (await operadorOf(server, id)).caller
  client = (await newPerson(admin)).id
  laje = (await newProduct(admin, id, { prod_uCOM: 'M2' })).id
  viga = (await newProduct(admin, id)).id
})

const order = (overrides: Record<string, unknown> = {}) =>
  newBudget(admin, id, client, {
    tipo: 'Pedido',
    itens: [item(laje, '40.0000', { descricao: 'Laje H12' }), item(viga, '3.0000', { descricao: 'Vigota 3 m' })],
    ...overrides,
  })
const read = async ({ id: bid }: Budget) => (await api.getBudget(admin, id, bid)).expect(200) as Budget
const parts = ({ itens }: Budget, ...quantities: (string | null)[]) =>
  quantities.flatMap((quantidade, at) => (quantidade === null ? [] : [{ item_id: itens[at]!.id, quantidade }]))
const deliver = (of: Budget, quantities: (string | null)[], more: object = {}, as = operador) =>
  api.deliverGoods(as, id, of.id, { itens: parts(of, ...quantities), ...more })
const delivered = async (of: Budget) => (await read(of)).itens.map(({ entregue }) => entregue)
const undo = (of: Budget, entrega: string, as = admin, motivo = 'Obra fechada') =>
  api.undoDelivery(as, id, of.id, entrega, { motivo })

describe('an order', () => {
  test('leaves truck by truck, each with its number, and says what left', async () => {
    const pedido = await order()
    const truck = { endereco: 'Rua da Obra, 12', motorista: 'Seu Zé', placa: 'ABC1D23', observacao: 'Ligar antes' }
    const first = (await deliver(pedido, ['15.5000', '1'], truck)).expect(201)
    expect(first).toMatchObject({ ...truck, ordem: 1, desfeita_em: null, itens: parts(pedido, '15.5000', '1.0000') })
    expect((await deliver(pedido, ['24.5000'])).expect(201)).toMatchObject({ ordem: 2, endereco: null })
    expect(await delivered(pedido)).toEqual(['40.0000', '1.0000'])
    const { items } = (await api.listDeliveries(operador, id, pedido.id)).expect(200)
    expect(items.map(({ ordem }) => ordem)).toEqual([1, 2])
    expect(items[0]).toEqual(first)
    const [row] = auditRows(
      server.database,
      `action_type = 'delivery_create' and company_id = ${server.database.id(id)}`,
    )
    expect(JSON.parse(row!.details!)).toMatchObject({ ordem: 1, motorista: 'Seu Zé' })
  })

  test('gives no more than is left, and says how much that is at each field', async () => {
    const pedido = await order()
    ;(await deliver(pedido, ['30', '3'])).expect(201)
    expect((await deliver(pedido, ['10.0001', '1'])).fields()).toEqual({
      'itens.0.quantidade': 'Faltam entregar 10 M2 deste item.',
      'itens.1.quantidade': 'Este item já foi todo entregue.',
    })
    expect(await delivered(pedido)).toEqual(['30.0000', '3.0000'])
  })

  test('two clerks load the last three at the same time: one of them goes', async () => {
    const pedido = await order()
    const answers = await Promise.all([1, 2, 3, 4].map(() => deliver(pedido, [null, '3'])))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(await delivered(pedido)).toEqual(['0.0000', '3.0000'])
  })

  test('the same request twice is one delivery', async () => {
    const pedido = await order()
    const key = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const body = { itens: parts(pedido, '5') }
    const [first, again] = [
      await api.deliverGoods(operador, id, pedido.id, body, key),
      await api.deliverGoods(operador, id, pedido.id, body, key),
    ]
    expect(again.expect(201)).toEqual(first.expect(201))
    expect(await delivered(pedido)).toEqual(['5.0000', '0.0000'])
  })

  test('keeps its items while anything of it is out; the rest of it may change', async () => {
    const pedido = await order()
    const out = (await deliver(pedido, ['1'])).expect(201)
    const now = await read(pedido)
    const save = async (changes: object) =>
      api.updateBudget(admin, id, pedido.id, '*', { ...formOf(await read(pedido)), ...changes })
    const less = formOf(now).itens as object[]
    const refused = (await save({ itens: less.slice(0, 1) })).fields()
    expect(Object.keys(refused)).toEqual(['itens'])
    expect(refused.itens).toContain('já tem entregas')
    ;(await save({ observacao: 'Entregar de manhã' })).expect(200)
    expect(await delivered(pedido)).toEqual(['1.0000', '0.0000'])
    ;(await undo(pedido, out.id)).expect(200)
    ;(await save({ itens: less.slice(0, 1) })).expect(200)
  })

  test('a copy of it has nothing delivered', async () => {
    const pedido = await order()
    ;(await deliver(pedido, ['1'])).expect(201)
    const copy = (await api.duplicateBudget(admin, id, pedido.id)).expect(201) as Budget
    expect(copy.itens.map(({ entregue }) => entregue)).toEqual(['0.0000', '0.0000'])
  })

  test('tells whoever shows it', async () => {
    const pedido = await order()
    const events = await streamEvents(operador)
    ;(await deliver(pedido, ['1'])).expect(201)
    await events.hint('of the delivery', ({ topic, company_id }) => topic === 'deliveries' && company_id === id)
    await events.hint('of its order', ({ topic, id: of }) => topic === 'budgets' && of === pedido.id)
    events.close()
  })
})

describe('a delivery', () => {
  test('is undone once, by a gerente, with a reason, and its goods are to deliver again', async () => {
    const pedido = await order()
    const out = (await deliver(pedido, ['40', '3'])).expect(201)
    ;(await undo(pedido, out.id, operador)).problem(403)
    expect((await undo(pedido, out.id, admin, ' ')).fields()).toHaveProperty('motivo')
    const answers = await Promise.all([undo(pedido, out.id), undo(pedido, out.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await delivered(pedido)).toEqual(['0.0000', '0.0000'])
    const { items } = (await api.listDeliveries(admin, id, pedido.id)).expect(200)
    expect(items).toMatchObject([{ ordem: 1, desfeita_motivo: 'Obra fechada' }])
    expect((await deliver(pedido, ['1'])).expect(201).ordem).toBe(2)
    expect((await api.getRomaneioPdf(admin, id, pedido.id, out.id)).problem(422).detail).toContain('foi desfeita')
  })

  test('has a romaneio: what and how much, where it goes, and no prices', async () => {
    const pedido = await order({ obra: 'Residencial Aurora' })
    const out = (await deliver(pedido, ['15.5', '2'], { endereco: 'Rua da Obra, 12', motorista: 'Seu Zé' })).expect(201)
    const answer = await api.getRomaneioPdf(operador, id, pedido.id, out.id)
    answer.expect(200)
    expect(answer.headers['content-disposition']).toBe(`inline; filename="romaneio-${pedido.numero_pedido}-1.pdf"`)
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: answer.bytes }).toString()
    for (const word of [
      'ROMANEIO',
      'Laje H12',
      '15,5',
      'Vigota 3 m',
      'Rua da Obra, 12',
      'Seu Zé',
      'Recebi a mercadoria',
    ])
      expect(text).toContain(word)
    expect(text).not.toMatch(/R\$|UNITÁRIO|PESO/)
  })

  test('weighs what its products say, and says of how many nothing is known', async () => {
    const heavy = (await newProduct(admin, id, { prod_uCOM: 'M2', prod_pesoL: '160.25' })).id
    const pedido = await order({ itens: [item(heavy, '40.0000'), item(viga, '3.0000')] })
    const out = (await deliver(pedido, ['15.5', '2'])).expect(201)
    const { pesos } = (await api.listDeliveries(operador, id, pedido.id)).expect(200)
    expect(pesos).toEqual([{ item_id: pedido.itens[0]!.id, prod_pesoL: '160.2500' }])
    const { bytes } = await api.getRomaneioPdf(operador, id, pedido.id, out.id)
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
    expect(text).toContain('PESO (KG)')
    expect(text.replace(/\s+/g, ' ')).toContain('2.483,875 kg, sem contar 1 item sem peso')
  })

  test('prints its romaneio on a receipt printer too', async () => {
    const pedido = await order()
    const out = (await deliver(pedido, ['15.5'], { endereco: 'Rua da Obra, 12', motorista: 'Seu Zé' })).expect(201)
    const slip = (query: Record<string, string>) => api.getRomaneioSlip(operador, id, pedido.id, out.id, query)
    const { bytes } = await slip({ papel: '58' })
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
    for (const word of [`ROMANEIO Nº ${pedido.numero_pedido}/1`, 'Laje H12', '15,5', 'Rua da Obra, 12', 'Recebi'])
      expect(text.replaceAll('.', '')).toContain(word)
    expect((await slip({ formato: 'escpos' })).bytes.toString('latin1')).toContain('15,5')
    ;(await slip({ papel: 'a4' })).problem(422, 'invalid')

    const printer = new Printer()
    await printer.start()
    const rede = { caminho: 'rede', host: '127.0.0.1', porta: printer.port, confere: 'N' }
    const station = (await api.createStation(admin, id, { nome: `Pátio ${unique()}`, impressora: rede })).expect(201)
    const named = { orcamento_id: pedido.id, entrega_id: out.id }
    expect((await api.printRomaneio(operador, id, station.id, named)).expect(200).ok).toBe(true)
    await printer.stop()

    ;(await undo(pedido, out.id)).expect(200)
    expect((await slip({})).problem(422).detail).toContain('foi desfeita')
    expect((await api.printRomaneio(operador, id, station.id, named)).problem(422).detail).toContain('foi desfeita')
    const unknown = { ...named, entrega_id: crypto.randomUUID() }
    expect((await api.printRomaneio(operador, id, station.id, unknown)).fields()).toHaveProperty('entrega_id')
  })
})

describe('what is refused', () => {
  test.each([
    ['no items', { itens: [] }, ['itens']],
    ['nothing of an item', { itens: [{ item_id: 'first', quantidade: '0' }] }, ['itens.0.quantidade']],
    ['less than nothing', { itens: [{ item_id: 'first', quantidade: '-1' }] }, ['itens.0.quantidade']],
    [
      'an item twice',
      { itens: ['1', '1'].map((quantidade) => ({ item_id: 'first', quantidade })) },
      ['itens.1.item_id'],
    ],
    ['an unknown item', { itens: [{ item_id: crypto.randomUUID(), quantidade: '1' }] }, ['itens.0.quantidade']],
    ['a long name', { motorista: 'x'.repeat(61), itens: [{ item_id: 'first', quantidade: '1' }] }, ['motorista']],
    ['text for items', { itens: 'tudo' }, ['itens']],
  ])('%s', async (_, body, fields) => {
    const pedido = await order()
    const itens = Array.isArray(body.itens)
      ? body.itens.map((one) => (one.item_id === 'first' ? { ...one, item_id: pedido.itens[0]!.id } : one))
      : body.itens
    expect(Object.keys((await api.deliverGoods(operador, id, pedido.id, { ...body, itens })).fields())).toEqual(fields)
    expect((await api.listDeliveries(admin, id, pedido.id)).expect(200).items).toEqual([])
  })

  test('an Orçamento, an order in the bin and one of another company', async () => {
    const quote = await order({ tipo: 'Orçamento' })
    expect((await deliver(quote, ['1'])).problem(422).detail).toContain('Só um Pedido é entregue')
    const gone = await order()
    ;(await api.deleteBudget(admin, id, gone.id, '*')).expect(204)
    expect((await deliver(gone, ['1'])).problem(422).detail).toContain('lixeira')
    const other = await newCompany(admin)
    ;(await api.deliverGoods(admin, other.id, gone.id, { itens: parts(gone, '1') })).problem(404)
    const out = await order()
    const sent = (await deliver(out, ['1'])).expect(201)
    ;(await api.undoDelivery(admin, id, quote.id, sent.id, { motivo: 'Engano' })).problem(404)
    ;(await api.getRomaneioPdf(admin, id, quote.id, sent.id)).problem(404)
  })
})
