// Goods that come back: for money or credit, never more than was sold, and what the accountant has to do.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { counted } from '../helpers/cash-endpoints.ts'
import { today, unique } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { Printer } from '../helpers/printer.ts'
import type { Product } from '../helpers/products.ts'
import * as receipts from '../helpers/receipts.ts'
import { motivo, readyToSell } from '../helpers/receipts.ts'
import { goods } from '../helpers/returns-endpoints.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { sharedServer, sharedSimulator } from '../helpers/shared.ts'

const server = sharedServer()
const simulator = sharedSimulator()

let admin: Caller
let gerente: Caller
let operador: Caller
let id = ''
let product: Product

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  gerente = made.user
  id = made.own.id
  await readyToSell(gerente, id)
  const clerk = await account(server, 'user')
  ;(await api.linkUserCompany(admin, clerk.id, id, { papel: 'operador' })).expect(204)
  operador = clerk.caller
  product = await sellable(gerente, id)
})

const issue = async (overrides: Record<string, unknown> = {}) =>
  ((await api.postSale(gerente, id, sale(product, overrides))).expect(201) as Issued).nota!
/** Two for 82.00 unless told otherwise. */
const sold = async (overrides: Record<string, unknown> = {}) =>
  (await receipts.reaches(gerente, id, (await issue(overrides)).id, 'autorizada')).nota
const back = async (nota: string, overrides: object = {}) =>
  (await api.returnGoods(gerente, id, goods(nota, overrides))).expect(201)
const credit = async (overrides: object = {}) => (await back((await sold()).id, overrides)).credito!
const balance = async (codigo: string) => (await api.getStoreCredit(operador, id, codigo)).expect(200)
/** Two for 82.00, of which credit pays so much. */
const paidBy = (codigo: string, valor = '41.00', overrides: Record<string, unknown> = {}) =>
  sale(product, {
    pagamentos: [
      { tPag: '21', valor, credito: codigo },
      ...(Number(valor) < 82 ? [{ tPag: '01', valor: (82 - Number(valor)).toFixed(2) }] : []),
    ],
    ...overrides,
  })
const newTill = async (fundo = '200.00') => {
  const station = (await api.createStation(gerente, id, { nome: `Caixa ${unique()}`, impressora: {} })).expect(201)
  return (await api.openCashSession(gerente, id, { estacao_id: station.id, fundo })).expect(201)
}
const freeOfTills = async () => {
  const settings = await api.getSaleSettings(gerente, id)
  const form = { ...settings.expect(200), exige_caixa: 'N' as const }
  ;(await api.putSaleSettings(gerente, id, settings.etag, form)).expect(200)
}

describe('a return', () => {
  test('to credit gives a code for what was paid, and bars the cancelling', async () => {
    const stream = await streamEvents(operador)
    const nota = await sold()
    const before = (await api.getReturnable(gerente, id, nota.id)).expect(200)
    expect(before).toMatchObject({ motivo: null, devolucoes: [] })
    expect(before.cancelavel_ate).toBe(nota.cancelavel_ate)
    expect(before.itens).toMatchObject([{ ordem: 0, quantidade: '2.0000', resta: '2.0000', pago: '82.00' }])
    const made = await back(nota.id)
    await stream.hint('the return', (hint) => hint.topic === 'returns' && hint.id === made.devolucao.id)
    stream.close()
    expect(made.devolucao).toMatchObject({
      ...{ destino: 'credito', total: '41.00', numero: nota.numero, nfe_chave: null, sessao_id: null },
      ...{ ambiente: 'simulador', motivo: 'Não serviu' },
    })
    expect(made.itens).toMatchObject([{ ordem: 0, quantidade: '1.0000', valor: '41.00' }])
    expect(made.credito).toMatchObject({ valor: '41.00', saldo: '41.00' })
    expect(made.credito!.codigo).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    const left = (await api.getReturnable(gerente, id, nota.id)).expect(200)
    expect(left.itens).toMatchObject([{ devolvida: '1.0000', resta: '1.0000', valor_devolvido: '41.00' }])
    expect(left.devolucoes).toMatchObject([{ id: made.devolucao.id, com_nfe: false, total: '41.00' }])
    const refused = (await api.cancelReceipt(gerente, id, nota.id, motivo)).problem(409, 'acao_indisponivel')
    expect(refused.detail).toContain('já foi devolvida')
    expect((await receipts.reaches(gerente, id, nota.id, 'autorizada')).acoes).toEqual([])
    const [row] = auditRows(server.database, `action_type = 'sale_return' and company_id = ${server.database.id(id)}`)
    expect(row!.description).toContain('Devolução de R$\u00a041,00')
  })

  test('gives back exactly what was paid, however it comes back', async () => {
    // 3 × 0,35 less 0,10: three shares of 95 cents.
    const cheap = await sellable(gerente, id, { prod_vUnCOM: '0.35' })
    const form = sale(cheap, {
      itens: [{ produto_id: cheap.id, quantidade: '3', valor: '0.35', preco_lido: '0.35' }],
      desconto: '0.10',
      pagamentos: [{ tPag: '01', valor: '0.95' }],
      total_visto: '0.95',
    })
    const nota = ((await api.postSale(gerente, id, form)).expect(201) as Issued).nota!
    await receipts.reaches(gerente, id, nota.id, 'autorizada')
    const wrong = await api.returnGoods(gerente, id, goods(nota.id, { total_visto: '0.35' }))
    expect(wrong.fields()).toMatchObject({ total_visto: expect.stringContaining('R$\u00a00,32') })
    const given = []
    for (const total_visto of ['0.32', '0.31', '0.32'])
      given.push((await back(nota.id, { total_visto })).devolucao.total)
    expect(given).toEqual(['0.32', '0.31', '0.32'])
  })

  test('in money goes out of the open till, in its own line', async () => {
    const session = await newTill()
    const nota = await sold({ estacao_id: session.estacao_id })
    const made = await back(nota.id, { destino: 'dinheiro', estacao_id: session.estacao_id })
    expect([made.devolucao.sessao_id, made.credito]).toEqual([session.id, null])
    const now = (await api.getCashSession(gerente, id, session.id)).expect(200)
    expect(now.formas![0]).toMatchObject({
      esperado: '241.00',
      origem: [{ tipo: 'abertura' }, { tipo: 'venda' }, { tipo: 'devolucao', valor: '-41.00', numero: nota.numero }],
    })
    const report = (await api.getCashReport(gerente, id, { de: today(), ate: today() })).expect(200).items
    expect(report.filter(({ devolucoes }) => devolucoes === '-41.00')).toHaveLength(1)
    ;(await api.closeCashSession(gerente, id, session.id, counted('241.00'))).expect(200)
    const again = goods(nota.id, { destino: 'dinheiro', estacao_id: session.estacao_id })
    const closed = await api.returnGoods(gerente, id, again)
    expect(closed.problem(409, 'caixa_fechado').detail).toContain('devolver em dinheiro')
    ;(await api.returnGoods(gerente, id, goods(nota.id, { destino: 'dinheiro' }))).problem(409, 'caixa_fechado')
    expect((await api.getReturnable(gerente, id, nota.id)).expect(200).devolucoes).toHaveLength(1)
    await freeOfTills()
    expect((await back(nota.id, { destino: 'dinheiro' })).devolucao.sessao_id).toBeNull()
  })

  test('of more than was sold is refused, all at once, and nothing by half', async () => {
    const nota = await sold()
    const more = (itens: object[], rest = {}) => api.returnGoods(gerente, id, goods(nota.id, { itens, ...rest }))
    const fields = (await more([{ ordem: 0, quantidade: '2.5' }], { validade: '2020-01-01' })).fields()
    expect(fields).toMatchObject({
      'itens.0.quantidade': expect.stringContaining('Restam 2 UN'),
      validade: expect.stringContaining('já passou'),
    })
    expect(Object.keys((await more([{ ordem: 3, quantidade: '1' }])).fields())).toEqual(['itens.0.ordem'])
    await back(nota.id, { itens: [{ ordem: 0, quantidade: '2' }], total_visto: '82.00' })
    expect((await more([{ ordem: 0, quantidade: '1' }])).fields()).toMatchObject({
      'itens.0.quantidade': expect.stringContaining('todo devolvido'),
    })
    expect((await api.getReturnable(gerente, id, nota.id)).expect(200).devolucoes).toHaveLength(1)
  })

  test.each([
    [{}, ['destino', 'itens', 'motivo', 'nfce_id', 'total_visto']],
    [goods('01890000-0000-7000-8000-000000000000'), ['nfce_id']],
    [
      goods('x', { destino: 'pix', motivo: 'a', itens: [], outro: 1 }),
      ['destino', 'itens', 'motivo', 'nfce_id', 'outro'],
    ],
    [goods(crypto.randomUUID(), { itens: [{ ordem: 0, quantidade: '0' }] }), ['itens.0.quantidade']],
    [
      goods(crypto.randomUUID(), { itens: [{ ordem: -1, quantidade: 'a' }, 7] }),
      ['itens.0.ordem', 'itens.0.quantidade', 'itens.1'],
    ],
    [
      goods(crypto.randomUUID(), {
        itens: [
          { ordem: 0, quantidade: '1' },
          { ordem: 0, quantidade: '1' },
        ],
      }),
      ['itens.1.ordem'],
    ],
    [goods(crypto.randomUUID(), { validade: '31/12/2030' }), ['validade']],
  ])('is not made of %j', async (body, fields) => {
    expect(Object.keys((await api.returnGoods(gerente, id, body)).fields()).sort()).toEqual(fields)
  })

  test('of a receipt that is cancelled, or not authorised, is refused with the reason', async () => {
    const cancelled = await sold()
    ;(await api.cancelReceipt(gerente, id, cancelled.id, motivo)).expect(202)
    await receipts.reaches(gerente, id, cancelled.id, 'cancelada')
    const rejected = await receipts.rejected(simulator, gerente, id)
    for (const [rid, words] of [
      [cancelled.id, 'foi cancelada'],
      [rejected.id, 'autorizada'],
    ] as const) {
      const refused = (await api.returnGoods(gerente, id, goods(rid))).problem(409, 'acao_indisponivel')
      expect(refused.detail).toContain(words)
      expect(refused).toMatchObject({ current: { id: rid } })
      const seen = (await api.getReturnable(gerente, id, rid)).expect(200)
      expect([seen.motivo, seen.itens]).toEqual([refused.detail, []])
    }
  })

  test('and a cancelling beside it never both happen', async () => {
    for (let round = 0; round < 3; ++round) {
      const nota = await sold()
      const [cancelling, returning] = await Promise.all([
        api.cancelReceipt(gerente, id, nota.id, motivo),
        api.returnGoods(gerente, id, goods(nota.id)),
      ])
      expect([cancelling.status, returning.status].sort()).toContain(409)
      expect([cancelling.status, returning.status].some((status) => status < 300)).toBe(true)
    }
  })

  test('of the same item by two at once happens once', async () => {
    for (let round = 0; round < 3; ++round) {
      const nota = await sold()
      const all = goods(nota.id, { itens: [{ ordem: 0, quantidade: '2' }], total_visto: '82.00' })
      const answers = await Promise.all([gerente, admin, gerente].map((as) => api.returnGoods(as, id, all)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    }
  })

  test('sent twice with one key is made once', async () => {
    const nota = await sold()
    const headers = { 'idempotency-key': unique() }
    const [one, two] = [
      (await api.returnGoods(gerente, id, goods(nota.id), { headers })).expect(201),
      (await api.returnGoods(gerente, id, goods(nota.id), { headers })).expect(201),
    ]
    expect(two.devolucao.id).toBe(one.devolucao.id)
  })

  test('is a gerente’s; who sells sees what is left, and no code', async () => {
    const nota = await receipts.authorised(operador, id, gerente)
    const { devolucao, credito } = await back(nota.id)
    ;(await api.returnGoods(operador, id, goods(nota.id))).problem(403, 'forbidden')
    ;(await api.listReturns(operador, id)).problem(403, 'forbidden')
    ;(await api.getReturn(operador, id, devolucao.id)).problem(403, 'forbidden')
    ;(await api.noteEntryNote(operador, id, devolucao.id, null)).problem(403, 'forbidden')
    ;(await api.getEntrySheet(operador, id, devolucao.id)).problem(403, 'forbidden')
    ;(await api.listStoreCredits(operador, id)).problem(403, 'forbidden')
    ;(await api.getVoucher(operador, id, credito!.codigo)).problem(403, 'forbidden')
    const seen = await api.getReturnable(operador, id, nota.id)
    expect(JSON.stringify(seen.expect(200))).not.toContain(credito!.codigo)
    ;(await api.getReturnable(operador, id, (await sold()).id)).problem(404, 'not_found')
  })
})

describe('the NF-e of entry', () => {
  const keyOf = (cnpj: string, mod: string, nNF = 77) => {
    const first = `352611${cnpj}${mod}001${String(nNF).padStart(9, '0')}112345679`
    const sum = [...first].reduceRight(
      (total, digit, i) => total + (digit.charCodeAt(0) - 48) * (2 + ((42 - i) % 8)),
      0,
    )
    return first + (sum % 11 < 2 ? 0 : 11 - (sum % 11))
  }

  test('is pending until its key is typed', async () => {
    const { cnpj } = (await api.getCompany(gerente, id)).expect(200)
    const { devolucao } = await back((await sold()).id)
    const listed = async (situacao: string) =>
      (await api.listReturns(gerente, id, { situacao, page_size: 100 })).expect(200).items.map((each) => each.id)
    expect(await listed('pendentes')).toContain(devolucao.id)
    const chave = keyOf(cnpj!, '55')
    const noted = (await api.noteEntryNote(gerente, id, devolucao.id, chave.replace(/(.{4})/g, '$1 '))).expect(200)
    expect(noted.devolucao).toMatchObject({ nfe_chave: chave, nfe_em: expect.any(String) })
    expect(await listed('pendentes')).not.toContain(devolucao.id)
    expect(await listed('com_nfe')).toContain(devolucao.id)
    ;(await api.noteEntryNote(gerente, id, devolucao.id, null)).expect(200)
    expect(await listed('pendentes')).toContain(devolucao.id)
    for (const [key, words] of [
      [chave.slice(0, 43) + String((Number(chave[43]) + 1) % 10), 'não existe'],
      [keyOf(cnpj!, '65'), 'modelo 55'],
      [keyOf('11222333000181', '55'), 'outro CNPJ'],
      ['abc', 'não existe'],
    ] as const) {
      const refused = (await api.noteEntryNote(gerente, id, devolucao.id, key)).fields()
      expect(refused).toMatchObject({ nfe_chave: expect.stringContaining(words) })
    }
    expect(
      auditRows(server.database, `action_type = 'return_nfe' and company_id = ${server.database.id(id)}`),
    ).toHaveLength(2)
    ;(await api.listReturns(gerente, id, { situacao: 'x' })).problem(422, 'invalid')
  })

  test('are listed page by page, the newest first', async () => {
    const made = [await back((await sold()).id), await back((await sold()).id)].map(({ devolucao }) => devolucao.id)
    const page = async (page: number) =>
      (await api.listReturns(gerente, id, { page, page_size: 1 })).expect(200).items.map((each) => each.id)
    expect([...(await page(1)), ...(await page(2))]).toEqual(made.toReversed())
  })

  test('has a sheet for the accountant', async () => {
    const { devolucao } = await back((await sold({ cpf: '52998224725', nome: 'Maria' })).id)
    const sheet = await api.getEntrySheet(gerente, id, devolucao.id)
    expect([sheet.status, sheet.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    ;(await api.getEntrySheet(gerente, id, crypto.randomUUID())).problem(404)
  })

  test('has no sheet while the XML of the receipt is not here', async () => {
    const nota = await sold({})
    const { devolucao } = await back(nota.id)
    server.database.run(`update nfce set estado = 'autorizada_sem_xml' where id = ${server.database.id(nota.id)}`)
    ;(await api.getEntrySheet(gerente, id, devolucao.id)).problem(409)
  })
})

describe('a store credit', () => {
  test('pays a sale in part, and what is left pays another', async () => {
    const { codigo } = await credit({ validade: null })
    const typed = `${codigo.slice(0, 4)}-${codigo.slice(4)}`.toLowerCase()
    const first = (await api.postSale(operador, id, paidBy(typed, '30.00'))).expect(201) as Issued
    expect(first.venda.pagamentos).toMatchObject([{ tPag: '21', credito: codigo }, { tPag: '01' }])
    expect(await balance(typed)).toMatchObject({ valor: '41.00', saldo: '11.00', situacao: 'aberto' })
    await receipts.reaches(gerente, id, first.nota!.id, 'autorizada')
    const xml = (await api.getReceiptXml(gerente, id, first.nota!.id)).text
    expect(xml).toContain('<tPag>21</tPag>')
    ;(await api.postSale(operador, id, paidBy(codigo, '11.00'))).expect(201)
    expect(await balance(codigo)).toMatchObject({ saldo: '0.00', situacao: 'usado' })
    const again = (await api.postSale(operador, id, paidBy(codigo, '0.01'))).fields()
    expect(again).toMatchObject({ 'pagamentos.0.credito': expect.stringContaining('já foi todo usado') })
  })

  test('sent again is taken once', async () => {
    const { codigo } = await credit()
    const form = paidBy(codigo)
    for (const status of [201, 200, 200] as const) (await api.postSale(operador, id, form)).expect(status)
    expect((await balance(codigo)).saldo).toBe('0.00')
  })

  test('used at two tills at once is used once', async () => {
    for (let round = 0; round < 4; ++round) {
      const { codigo } = await credit()
      const answers = await Promise.all([1, 2, 3].map(() => api.postSale(operador, id, paidBy(codigo))))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
      expect((await balance(codigo)).saldo).toBe('0.00')
    }
    expect((await api.getNumbers(gerente, id)).expect(200).series.every(({ lacuna }) => lacuna === null)).toBe(true)
  })

  test('that is unknown, too small, expired or of another company pays nothing', async () => {
    const { codigo } = await credit()
    const other = (await newCompany(admin)).id
    await readyToSell(admin, other)
    const elsewhere = sale(await sellable(admin, other), { pagamentos: paidBy(codigo).pagamentos })
    const credito = 'pagamentos.0.credito'
    const of = async (form: object, company = id, as = operador) => (await api.postSale(as, company, form)).fields()
    expect(await of(paidBy('ZZZZZZZZ'))).toMatchObject({ [credito]: expect.stringContaining('Não há crédito') })
    expect(await of(elsewhere, other, admin)).toMatchObject({ [credito]: expect.stringContaining('Não há crédito') })
    expect(await of(paidBy(codigo, '41.01'))).toMatchObject({
      'pagamentos.0.valor': expect.stringContaining('tem R$\u00a041,00'),
    })
    const twice = {
      pagamentos: [20, 30, 32].map((v, i) => ({
        tPag: i < 2 ? '21' : '01',
        valor: `${v}.00`,
        ...(i < 2 && { credito: codigo }),
      })),
    }
    expect(Object.keys(await of(sale(product, twice)))).toEqual(['pagamentos.1.valor'])
    server.database.run(`update credito_loja set validade = '2026-01-31' where codigo = '${codigo}'`)
    expect(await of(paidBy(codigo))).toMatchObject({ [credito]: expect.stringContaining('venceu em 31/01/2026') })
    expect((await balance(codigo)).situacao).toBe('vencido')
    expect(Object.keys(await of(sale(product, { pagamentos: [{ tPag: '21', valor: '82.00' }] })))).toEqual([credito])
    expect(
      Object.keys(await of(sale(product, { pagamentos: [{ tPag: '01', valor: '82.00', credito: codigo }] }))),
    ).toEqual([credito])
    ;(await api.getStoreCredit(operador, id, 'NADA')).problem(404)
    ;(await api.getStoreCredit(operador, id, '%')).problem(404)
  })

  test('is the customer’s again when the sale it paid is undone', async () => {
    const { codigo } = await credit()
    const { nota } = (await api.postSale(operador, id, paidBy(codigo))).expect(201) as Issued
    await receipts.reaches(gerente, id, nota!.id, 'autorizada')
    expect((await balance(codigo)).saldo).toBe('0.00')
    ;(await api.cancelReceipt(gerente, id, nota!.id, motivo)).expect(202)
    await receipts.reaches(gerente, id, nota!.id, 'cancelada')
    expect(await balance(codigo)).toMatchObject({ saldo: '41.00', situacao: 'aberto' })
  })

  test('moves nothing in a till', async () => {
    const { codigo } = await credit()
    const session = await newTill('0.00')
    const { venda } = (
      await api.postSale(gerente, id, paidBy(codigo, '41.00', { estacao_id: session.estacao_id }))
    ).expect(201) as Issued
    expect(venda.sessao_id).toBe(session.id)
    const now = (await api.getCashSession(gerente, id, session.id)).expect(200)
    expect(now.formas!.map(({ esperado }) => esperado)).toEqual(['41.00', '0.00', '0.00', '0.00', '0.00'])
    await freeOfTills()
  })

  test('waits in a parked draft, and is taken when that is issued', async () => {
    const { codigo } = await credit()
    const form = paidBy(codigo, '41.00', { emitir: false, em_espera: 'Mesa 4' })
    const { venda } = (await api.postSale(operador, id, form)).expect(201) as Issued
    expect(venda.pagamentos[0]!.credito).toBe(codigo)
    expect((await balance(codigo)).saldo).toBe('41.00')
  })

  test('is listed for a gerente, and printed', async () => {
    const { codigo } = await credit()
    const of = async (query: object) =>
      (await api.listStoreCredits(gerente, id, { page_size: 100, ...query })).expect(200).items.map((one) => one.codigo)
    expect(await of({ situacao: 'aberto' })).toContain(codigo)
    expect(await of({ situacao: 'usado' })).not.toContain(codigo)
    expect(await of({ situacao: 'vencido' })).not.toContain(codigo)
    expect(await of({ search: codigo.slice(0, 5) })).toEqual([codigo])
    expect(await of({ search: '%' })).toEqual([])
    expect(await of({ ambiente: 'producao' })).toEqual([])
    ;(await api.listStoreCredits(gerente, id, { situacao: 'x' })).problem(422, 'invalid')
    for (const query of [{}, { papel: '58' }, { formato: 'escpos' }] as Record<string, string>[])
      expect((await api.getVoucher(gerente, id, codigo, query)).status).toBe(200)
    ;(await api.getVoucher(gerente, id, codigo, { papel: 'a4' })).problem(422, 'invalid')
    const printer = new Printer()
    await printer.start()
    const rede = { caminho: 'rede', host: '127.0.0.1', porta: printer.port, confere: 'N' }
    const station = (await api.createStation(admin, id, { nome: `Caixa ${unique()}`, impressora: rede })).expect(201)
    const printed = await api.printVoucher(gerente, id, station.id, { codigo, ambiente: 'simulador' })
    expect(printed.expect(200).ok).toBe(true)
    await printer.stop()
  })
})

describe('training', () => {
  test('has its own credits, needs no till, and takes them along when it goes', async () => {
    const shop = (await newCompany(admin)).id
    await readyToSell(admin, shop)
    const form = sale(await sellable(admin, shop), { treino: true })
    const { nota } = (await api.postSale(admin, shop, form)).expect(201) as Issued
    await receipts.reaches(admin, shop, nota!.id, 'autorizada')
    const { credito } = (await api.returnGoods(admin, shop, goods(nota!.id))).expect(201)
    const paid = { ...form, id: crypto.randomUUID(), pagamentos: paidBy(credito!.codigo).pagamentos }
    ;(await api.postSale(admin, shop, paid)).expect(201)
    const producao = { ambiente: 'producao' }
    ;(await api.getStoreCredit(admin, shop, credito!.codigo, producao)).problem(404)
    ;(await api.clearTraining(admin, shop)).expect(204)
    ;(await api.getStoreCredit(admin, shop, credito!.codigo, { ambiente: 'simulador' })).problem(404)
    expect((await api.listReturns(admin, shop, { ambiente: 'simulador' })).expect(200).total).toBe(0)
  })
})
