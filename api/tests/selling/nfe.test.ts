// NF-e: who buys as a company, or takes the goods out of the UF, gets a document of model 55, by the same way and counted apart.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Budget, item, newBudget, pdfText } from '../helpers/budgets.ts'
import { account, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv, saoPaulo } from '../helpers/homologation.ts'
import { newBuilder } from '../helpers/nfe.ts'
import { newPerson } from '../helpers/people.ts'
import * as receipts from '../helpers/receipts.ts'
import { authorisation, monthOf, motivo } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { ownCounter } from '../helpers/simulator.ts'

const { simulator, server } = ownCounter((sefaz) => homologationEnv(sefaz, sefaz.folder, saoPaulo(sefaz)))
let admin: Caller
let operador: Caller
let id = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  id = (await newShop(simulator, admin)).id
  ;(await api.markReadiness(admin, id, 'credenciamento_nfe', { marcado: true })).expect(200)
  const clerk = await account(server, 'user')
  operador = clerk.caller
  server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
    values (${server.database.id(id)}, ${server.database.id(clerk.id)}, 'operador')`)
})
afterEach(() => simulator.behave())

const builder = (overrides: Record<string, unknown> = {}) => newBuilder(admin, overrides)
const product = (overrides = {}) => sellable(admin, id, { prod_CFOP: '5101', ...overrides })
const post = (form: object, as = operador) => api.postSale(as, id, form)
const sold = async (form: object) => (await post(form)).expect(201) as Issued
const authorised = async ({ nota }: Issued) => (await receipts.reaches(admin, id, nota!.id, 'autorizada')).nota
const toBuilder = async (overrides: Record<string, unknown> = {}) =>
  sale(await product(), {
    cliente_id: (await builder()).id,
    pagamentos: [{ tPag: '15', valor: '82.00' }],
    ...overrides,
  })
const xmlOf = async (rid: string) => (await api.getReceiptXml(admin, id, rid)).text
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('a company', () => {
  test('gets an NF-e, whose numbers are counted apart from those of the NFC-e in the same series', async () => {
    const receipt = await authorised(await sold(sale(await product())))
    const nota = await authorised(await sold(await toBuilder()))
    expect([receipt.modelo, nota.modelo, nota.serie]).toEqual([65, 55, receipt.serie])
    expect(nota.chave.slice(20, 22)).toBe('55')
    expect(nota).toMatchObject({ nome: 'Construtora Horizonte Ltda', documento: expect.stringMatching(/^\d{14}$/) })
    const { series } = (await api.getNumbers(admin, id)).expect(200)
    expect(series.map(({ modelo, serie }) => [modelo, serie])).toEqual([
      [65, 1],
      [55, 1],
    ])
    for (const one of series) expect(one.lacuna).toBeNull()
    const found = async (modelo: number) =>
      (await api.listReceipts(admin, id, { modelo })).expect(200).items.map((one) => one.id)
    expect(await found(55)).toEqual([nota.id])
    expect(await found(65)).toContain(receipt.id)
  })
  test('is named with address, operation and freight', async () => {
    const nota = await authorised(
      await sold(
        await toBuilder({
          nfe: {
            ...{ mod_frete: 0, transportadora: 'Transportes Rápidos', placa: 'ABC-1D23', placa_uf: 'SP' },
            ...{ volumes: 4, especie: 'Palete', peso_liquido: '1200.500', peso_bruto: '1250.000' },
            duplicatas: [
              { vencimento: inDays(30), valor: '41.00' },
              { vencimento: inDays(60), valor: '41.00' },
            ],
          },
        }),
      ),
    )
    const xml = await xmlOf(nota.id)
    for (const part of [
      '<natOp>Venda de produção do estabelecimento</natOp><mod>55</mod>',
      '<indIEDest>9</indIEDest>',
      '<xLgr>Avenida Brasil</xLgr>',
      '<CFOP>5101</CFOP>',
      '<modFrete>0</modFrete>',
      '<placa>ABC1D23</placa>',
      '<qVol>4</qVol><esp>Palete</esp><pesoL>1200.500</pesoL><pesoB>1250.000</pesoB>',
      '<nDup>001</nDup>',
      '<vDup>41.00</vDup>',
    ])
      expect(xml).toContain(part)
    expect(xml).not.toContain('infNFeSupl')
  })
  test('reads what the goods weigh from their products, where somebody carries them and typed no weight', async () => {
    const item = await product({ prod_pesoL: '160.2505' })
    const weights = async (nfe: object) => {
      const nota = await authorised(await sold(await toBuilder({ nfe, itens: sale(item).itens })))
      return /<vol>.*<\/vol>/.exec(await xmlOf(nota.id))?.[0]
    }
    // Two of them.
    expect(await weights({ mod_frete: 0 })).toBe('<vol><pesoL>320.501</pesoL><pesoB>320.501</pesoB></vol>')
    expect(await weights({ mod_frete: 0, peso_liquido: '7' })).toBe('<vol><pesoL>7.000</pesoL></vol>')
    expect(await weights({ mod_frete: 9 })).toBeUndefined()
  })
  test('may cancel it for a day, and cannot have it on a roll of paper', async () => {
    const nota = await authorised(await sold(await toBuilder()))
    const hours = (Date.parse(nota.cancelavel_ate!) - Date.parse(nota.dhRecbto!)) / 3_600_000
    expect(hours / server.timeScale).toBeCloseTo(24)
    ;(await api.getReceiptDanfe(admin, id, nota.id, { papel: 80 })).problem(409, 'acao_indisponivel')
    ;(await api.cancelReceipt(admin, id, nota.id, motivo)).expect(202)
    await receipts.reaches(admin, id, nota.id, 'cancelada')
  })
  test('of another UF that takes the goods there pays by the CFOP of outside', async () => {
    const client = await builder({ municipio: '3106200', cep: '30110000', razao_social: 'Construtora Mineira Ltda' })
    const entrega = {
      ...{ logradouro: 'Rua das Obras', numero: '7', bairro: 'Centro' },
      ...{ municipio: '3106200', cep: '30110000' },
    }
    const nota = await authorised(await sold(await toBuilder({ cliente_id: client.id, ind_pres: 4, entrega })))
    const xml = await xmlOf(nota.id)
    expect(xml).toContain('<idDest>2</idDest>')
    expect(xml).toContain('<CFOP>6107</CFOP>')
  })
})

describe('what is missing', () => {
  test('of the client is told at its field, and takes no number', async () => {
    const client = await newPerson(admin, { pessoa_tipo: 2, razao_social: 'Sem Endereço Ltda' })
    const fields = (await post(await toBuilder({ cliente_id: client.id }))).fields()
    expect(Object.keys(fields)).toEqual([
      'cliente.logradouro',
      'cliente.numero',
      'cliente.bairro',
      'cliente.municipio',
      'cliente.cep',
    ])
    expect(fields['cliente.logradouro']).toContain('Sem Endereço Ltda')
  })
  test('or wrong of transport and bill is told there', async () => {
    const nfe = { placa: 'X', duplicatas: [{ vencimento: inDays(-2), valor: '82.00' }] }
    expect((await post(await toBuilder({ nfe }))).fields()).toHaveProperty(['nfe.placa'])
    const late = { duplicatas: nfe.duplicatas }
    expect((await post(await toBuilder({ nfe: late }))).fields()).toHaveProperty(['nfe.duplicatas'])
  })
  test('of the product is told at the product', async () => {
    const laje = await product({ prod_NCM: null })
    const problem = (await post(sale(laje, { cliente_id: (await builder()).id }))).problem(422, 'invalid')
    expect(problem.errors).toContainEqual(
      expect.objectContaining({ field: 'itens.0', produto_id: laje.id, campo: 'prod_NCM' }),
    )
  })
})

describe('before it is issued', () => {
  test('it can be seen as it would be, without a number, without value and as often as one likes', async () => {
    const form = await toBuilder({
      nfe: { placa: 'ABC1D23', duplicatas: [{ vencimento: inDays(30), valor: '82.00' }] },
    })
    const numbers = async () => (await api.getNumbers(admin, id)).expect(200).series
    const before = await numbers()
    for (let i = 0; i < 2; i++) {
      const preview = await api.previewSale(operador, id, form)
      preview.expect(200)
      expect(preview.headers['content-type']).toBe('application/pdf')
      const text = pdfText(preview.bytes).join(' ')
      for (const word of ['NÃO AUTORIZADA, SEM VALOR FISCAL', 'Avenida Brasil', 'ABC1D23', '82,00', '5101'])
        expect(text).toContain(word)
    }
    expect(await numbers()).toEqual(before)
    ;(await api.getSale(operador, id, form.id)).problem(404)
    await authorised(await sold(form))
  })
  test('it is refused as it would be then, with every field', async () => {
    const client = await builder({ logradouro: null, bairro: null })
    const form = await toBuilder({ cliente_id: client.id })
    const refused = (await api.previewSale(operador, id, form)).fields()
    expect(Object.keys(refused)).toEqual(expect.arrayContaining(['cliente.logradouro', 'cliente.bairro']))
    expect(refused).toEqual((await post(form)).fields())
  })
  test('an NFC-e cannot', async () => {
    const refused = (await api.previewSale(operador, id, sale(await product()))).problem(422, 'invalid')
    expect(refused.detail).toContain('Só a NF-e pode ser vista antes')
  })
})

describe('SEFAZ', () => {
  test('refuses it: corrected, it goes with the same number', async () => {
    await simulator.behave({ service: authorisation, cStat: 778 })
    const { nota } = await sold(await toBuilder())
    await receipts.reaches(admin, id, nota!.id, 'rejeitada')
    await simulator.behave()
    const again = (await api.retryReceipt(admin, id, nota!.id)).expect(202) as Schemas['ReceiptSummary']
    expect([again.modelo, again.numero]).toEqual([55, nota!.numero])
    await receipts.reaches(admin, id, nota!.id, 'autorizada')
  })
  test('does not answer: it never goes offline, and is asked for', async () => {
    await simulator.behave({ service: authorisation, fault: 'silence', when: 'after' })
    const { nota } = await sold(await toBuilder())
    await receipts.waitAsAClerk(admin)
    ;(await api.issueReceiptOffline(admin, id, nota!.id)).problem(409, 'acao_indisponivel')
    expect((await api.getContingency(admin, id)).expect(200).agora).toBeNull()
    await simulator.behave()
    await receipts.reaches(admin, id, nota!.id, 'autorizada', 60_000)
  })
  test('takes it for authorised when it answered only the question', async () => {
    await simulator.behave({ service: authorisation, fault: 'drop', when: 'after', times: 1 })
    const { nota } = await sold(await toBuilder())
    await receipts.reaches(admin, id, nota!.id, 'autorizada', 60_000)
    const asked = (await api.getReceipt(admin, id, nota!.id)).expect(200).linha_do_tempo
    expect(asked.length).toBeGreaterThan(1)
  })
  test('is away for one model: the other sells on', async () => {
    await receipts.contingency(admin, id, true)
    const nota = await authorised(await sold(await toBuilder()))
    expect([nota.modelo, nota.tpEmis]).toEqual([55, 1])
    await receipts.contingency(admin, id, false)
  })
})

describe('an order', () => {
  test('of a company becomes an NF-e with its instalments, and knows its number', async () => {
    const pedido = await newBudget(admin, id, (await builder()).id, {
      tipo: 'Pedido',
      numero_parcelas: 2,
      itens: [item((await product()).id, '4.0000')],
    })
    const draft = ((await api.beginSaleOfBudget(operador, id, pedido.id, crypto.randomUUID())).expect(201) as Issued)
      .venda
    expect(draft.modelo).toBe(55)
    expect(draft.nfe?.duplicatas).toHaveLength(2)
    const { id: venda, version, orcamento_id, cliente_id, observacao, nfe, total } = draft
    const itens = draft.itens.map(({ produto_id, quantidade, valor, preco_lido, orcamento_item_id }) => ({
      ...{ produto_id, quantidade, valor, preco_lido, orcamento_item_id },
    }))
    const nota = await authorised(
      await sold({
        ...{ id: venda, version, orcamento_id, cliente_id, observacao, nfe, itens, emitir: true },
        ...{ pagamentos: [{ tPag: '15', valor: total }], total_visto: total },
      }),
    )
    expect(nota.modelo).toBe(55)
    const read = (await api.getBudget(admin, id, pedido.id)).expect(200) as Budget
    expect(read).toMatchObject({ faturado: true, numero_nfe: String(nota.numero) })
  })
  test('of a consumer stays an NFC-e', async () => {
    const pedido = await newBudget(admin, id, (await newPerson(admin)).id, {
      tipo: 'Pedido',
      itens: [item((await product()).id)],
    })
    const { venda } = (await api.beginSaleOfBudget(operador, id, pedido.id, crypto.randomUUID())).expect(201) as Issued
    expect([venda.modelo, venda.nfe]).toEqual([65, null])
  })
})

test('a company that is not registered for it is told so', async () => {
  const { id: other } = await newShop(simulator, admin)
  const laje = await sellable(admin, other)
  const refused = await api.postSale(admin, other, sale(laje, { cliente_id: (await builder()).id }))
  expect(refused.fields().cliente_id).toContain('Ajuste SINIEF 11/25')
  const entrega = { logradouro: 'Rua das Obras', numero: '7', bairro: 'Centro', municipio: '3106200', cep: '30110000' }
  const outside = await api.postSale(admin, other, sale(laje, { ind_pres: 4, entrega }))
  expect(outside.fields().entrega).toContain('outro estado')
  const practised = await api.postSale(admin, other, sale(laje, { cliente_id: (await builder()).id, treino: true }))
  expect((practised.expect(201) as Issued).nota).toMatchObject({ modelo: 55, ambiente: 'simulador' })
})

test('the files of a month have both models', async () => {
  const nota = await authorised(await sold(await toBuilder()))
  const month = await monthOf(admin, id)
  expect(month.estado).toBe('pronta')
  expect(month.notas).toBeGreaterThan(1)
  expect((await api.listReceipts(admin, id, { search: nota.chave })).expect(200).items).toHaveLength(1)
})
