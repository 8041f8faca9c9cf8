// Selling: drafts, issuing with the sale's own id as its identity, and refusals that take no number.
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { newPerson } from '../helpers/people.ts'
import { newDraft, sale, sellable, sellInSimulator, type Issued } from '../helpers/sales.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller
let user: Caller
let id = ''

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  const shop = await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })
  id = shop.id
  const clerk = await account(server, 'user')
  server.database.link(clerk.id, id)
  user = clerk.caller
  await sellInSimulator(admin, id)
})

const post = async (json: object, as = user) => api.postSale(as, id, json)
const issued = async (json: object) => (await post(json)).expect(201) as Issued
const count = (table: string) =>
  server.database.rows<{ n: number }>(
    `select count(*) as n from ${table} where emitente_id = ${server.database.id(id)}`,
  )[0]!.n
const current = (problem: unknown) => (problem as { current: Issued }).current

describe('issuing', () => {
  test('a sale becomes a numbered, signed receipt', async () => {
    const product = await sellable(user, id)
    const { venda, nota } = await issued(sale(product))
    expect(venda).toMatchObject({ estado: 'emitida', ambiente: 'simulador', total: '82.00', troco: '18.00' })
    expect(venda.itens[0]).toMatchObject({ cProd: product.prod_cProd, descricao: product.prod_xProd, total: '82.00' })
    expect(nota).toMatchObject({ venda_id: venda.id, serie: 1, vNF: '82.00', tpEmis: 1 })
    expect(nota!.chave).toMatch(/^35\d{42}$/)
    expect((await api.getSale(user, id, venda.id)).expect(200).venda).toMatchObject({ id: venda.id, version: 1 })
    const [audit] = auditRows(server.database, `action_type = 'nfce_issue' and company_id = ${server.database.id(id)}`)
    expect(audit!.resultado).toBe('success')
  })
  test('numbers follow one another without a gap', async () => {
    const product = await sellable(user, id)
    const first = (await issued(sale(product))).nota!.numero
    const more = await Promise.all(Array.from({ length: 8 }, () => issued(sale(product))))
    const numbers = more.map(({ nota }) => nota!.numero).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 8 }, (_, i) => first + 1 + i))
  })
  test('the same body again is the same sale, also at once and after the product changed', async () => {
    const product = await sellable(user, id)
    const body = sale(product)
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    const ids = new Set(answers.map((answer) => (JSON.parse(answer.text) as Issued).nota!.id))
    expect(ids.size).toBe(1)
    const { etag } = await api.getProduct(user, id, product.id)
    ;(await api.deleteProduct(user, id, product.id, etag)).expect(204)
    const again = (await post(body)).expect(200) as Issued
    expect(again.nota!.id).toBe([...ids][0])
  })
  test('another body for an issued sale is refused with its receipt', async () => {
    const product = await sellable(user, id)
    const body = sale(product)
    const { nota } = await issued(body)
    const problem = (await post({ ...body, nome: 'Maria' })).problem(409, 'venda_ja_emitida')
    expect(current(problem).nota!.id).toBe(nota!.id)
  })
  test('a card without a terminal of ours, a client from the records, a discount', async () => {
    const product = await sellable(user, id)
    const client = await newPerson(admin)
    const { venda, nota } = await issued(
      sale(product, {
        cliente_id: client.id,
        desconto: '2.00',
        total_visto: '80.00',
        pagamentos: [
          { tPag: '03', valor: '50.00', tBand: '01' },
          { tPag: '20', valor: '30.00' },
        ],
      }),
    )
    expect(venda.cpf).toBe(client.cpf_cnpj)
    expect(nota!.documento).toBe(client.cpf_cnpj)
    expect(venda.pagamentos.map(({ tpIntegra }) => tpIntegra)).toEqual([2, null])
    expect(venda.troco).toBe('0.00')
  })
  test('a delivery names its address and its freight', async () => {
    const product = await sellable(user, id)
    const entrega = { logradouro: 'Rua A', numero: '1', bairro: 'Centro', municipio: '3509502', cep: '13010-000' }
    const { venda } = await issued(
      sale(product, { ind_pres: 4, entrega, cpf: '529.982.247-25', frete: '7.00', total_visto: '89.00' }),
    )
    expect(venda.entrega).toMatchObject({ municipio: '3509502', cep: '13010000', complemento: null })
    expect(venda.total).toBe('89.00')
  })
  test('open browsers hear of it', async () => {
    const product = await sellable(user, id)
    const events = await streamEvents(admin)
    const { venda, nota } = await issued(sale(product))
    for (const [topic, entity] of [
      ['sales', venda.id],
      ['receipts', nota!.id],
      ['numbers', null],
    ])
      await events.hint(topic!, (hint) => hint.topic === topic && hint.company_id === id && hint.id === entity)
    events.close()
  })
})

describe('refused before a number is taken', () => {
  const refused = async (overrides: (product: Awaited<ReturnType<typeof sellable>>) => Record<string, unknown>) => {
    const product = await sellable(user, id)
    const before = [count('venda'), count('nfce')]
    const answer = await post(sale(product, overrides(product)))
    expect([count('venda'), count('nfce')]).toEqual(before)
    return answer
  }
  test('a price that changed since it was added', async () => {
    const answer = await refused(({ id: produto_id }) => ({
      itens: [{ produto_id, quantidade: '2', valor: '40.00', preco_lido: '40.00' }],
    }))
    expect(answer.fields()['itens.0.valor']).toMatch(/mudou de R\$\s40,00 para R\$\s41,00 depois que entrou na venda/)
  })
  test('another total than the one that was seen', async () => {
    expect((await refused(() => ({ total_visto: '80.00' }))).fields().total_visto).toMatch(
      /O total da venda é R\$\s82,00/,
    )
  })
  test('payments that do not add up, change from a card', async () => {
    const little = await refused(() => ({ pagamentos: [{ tPag: '01', valor: '70.00' }] }))
    expect(little.fields().pagamentos).toMatch(/Faltam R\$\s12,00 para fechar a venda/)
    const card = await refused(() => ({ pagamentos: [{ tPag: '03', valor: '100.00' }] }))
    expect(card.fields().pagamentos).toContain('Só dinheiro e cheque dão troco')
  })
  test('no item, and one too many', async () => {
    expect((await refused(() => ({ itens: [], total_visto: '0.00' }))).fields().itens).toContain('ao menos um produto')
    const answer = await refused(({ id: produto_id }) => ({
      itens: Array.from({ length: 991 }, () => ({ produto_id, quantidade: '1', valor: '41', preco_lido: '41' })),
    }))
    expect(answer.fields().itens).toContain('até 990 itens')
  })
  test('a product of another company, in the bin, inactive, or unfit for a receipt', async () => {
    const other = await newCompany(admin)
    const foreign = await sellable(admin, other.id)
    const line = (produto_id: string) => ({
      itens: [{ produto_id, quantidade: '2', valor: '41.00', preco_lido: '41.00' }],
    })
    expect((await refused(() => line(foreign.id))).fields()['itens.0']).toContain('não existe nesta empresa')
    const gone = await sellable(user, id)
    ;(await api.deleteProduct(user, id, gone.id, (await api.getProduct(user, id, gone.id)).etag)).expect(204)
    expect((await refused(() => line(gone.id))).fields()['itens.0']).toContain('lixeira')
    const inactive = await sellable(user, id, { prod_ativo: 'N' })
    expect((await refused(() => line(inactive.id))).fields()['itens.0']).toContain('inativo')
    const bare = await sellable(user, id, { prod_NCM: null })
    const problem = (await refused(() => line(bare.id))).problem(422, 'invalid')
    expect(problem.errors).toEqual([
      { field: 'itens.0', message: expect.stringContaining('falta o NCM'), produto_id: bare.id, campo: 'prod_NCM' },
    ])
  })
  test('a CNPJ typed in the place of a CPF, a wrong CPF', async () => {
    expect((await refused(() => ({ cpf: '11.222.333/0001-81' }))).fields().cpf).toContain('Empresa (CNPJ) recebe NF-e')
    expect((await refused(() => ({ cpf: '529.982.247-26' }))).fields().cpf).toMatch(/CPF/)
  })
  test('several mistakes are told together', async () => {
    const fields = (
      await refused(({ id: produto_id }) => ({
        itens: [{ produto_id, quantidade: '2', valor: '40.00', preco_lido: '40.00' }],
        cpf: '529.982.247-26',
        ind_pres: 4,
      }))
    ).fields()
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['cpf', 'entrega']))
  })
  test('settings that bar the company from issuing', async () => {
    const bare = await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })
    const product = await sellable(admin, bare.id)
    const noCsc = (await api.postSale(admin, bare.id, sale(product))).problem(422, 'emissao_bloqueada')
    expect(noCsc.detail).toContain('Falta o CSC da empresa')
    await sellInSimulator(admin, bare.id, { destino: 'sefaz' })
    const noCertificate = (await api.postSale(admin, bare.id, sale(product))).problem(422, 'emissao_bloqueada')
    expect(noCertificate.detail).toContain('certificado')
    expect(noCertificate.errors).toEqual([{ field: 'emissao', message: noCertificate.detail }])
    const practised = (await api.postSale(admin, bare.id, sale(product, { treino: true }))).expect(201) as Issued
    expect(practised.nota).toMatchObject({ ambiente: 'simulador', numero: 1 })
  })
})

describe('drafts', () => {
  test('are parked, listed, resumed once and thrown away', async () => {
    const { venda } = await newDraft(user, id, 'Rafael')
    expect(venda).toMatchObject({ estado: 'aberta', em_espera: 'Rafael', version: 1 })
    const { items } = (await api.listParkedSales(user, id)).expect(200)
    expect(items.find((one) => one.id === venda.id)).toMatchObject({ em_espera: 'Rafael', total: '82.00', itens: 1 })

    const resumed = (await api.resumeSale(admin, id, venda.id, { version: 1 })).expect(200) as Issued
    expect(resumed.venda).toMatchObject({ em_espera: null, version: 2 })
    const late = (await api.resumeSale(user, id, venda.id, { version: 1 })).problem(409, 'venda_alterada')
    expect(late.detail).toContain('já retomou esta venda.')
    expect(current(late).venda.version).toBe(2)
    expect((await api.listParkedSales(user, id)).expect(200).items.map((one) => one.id)).not.toContain(venda.id)

    ;(await api.discardSale(user, id, venda.id, '"1"')).problem(412, 'stale')
    ;(await api.discardSale(user, id, venda.id, '"2"')).expect(204)
    ;(await api.discardSale(user, id, venda.id, '"3"')).problem(409, 'venda_encerrada')
    ;(await api.resumeSale(user, id, venda.id, { version: 3 })).problem(409, 'venda_encerrada')
    expect(
      auditRows(server.database, `action_type = 'sale_discard' and company_id = ${server.database.id(id)}`),
    ).toHaveLength(1)
  })
  test('become a sale from the version that is there, and from no other', async () => {
    const product = await sellable(user, id)
    const body = sale(product, { emitir: false, em_espera: 'Mesa 1' })
    ;(await post(body)).expect(201)
    ;(await post(body)).expect(200)
    ;(await post({ ...body, em_espera: 'Mesa 2', version: 1 })).expect(200)
    const stale = (await post({ ...body, em_espera: null, emitir: true, version: 1 })).problem(409, 'venda_alterada')
    expect(current(stale).venda).toMatchObject({ em_espera: 'Mesa 2', version: 2 })
    const { venda, nota } = (await post({ ...body, em_espera: null, emitir: true, version: 2 })).expect(201) as Issued
    expect([venda.estado, venda.version, nota!.estado === 'enviando']).toEqual(['emitida', 3, expect.any(Boolean)])
    ;(await api.discardSale(user, id, venda.id, '*')).problem(409, 'venda_ja_emitida')
  })
  test('that were thrown away come back neither by the same body nor by another', async () => {
    const product = await sellable(user, id)
    const body = sale(product, { emitir: false })
    const { venda } = (await post(body)).expect(201) as Issued
    ;(await api.discardSale(user, id, venda.id, '*')).expect(204)
    for (const json of [body, { ...body, emitir: true }]) (await post(json)).problem(409, 'venda_encerrada')
  })
  test('keep their company', async () => {
    const { id: own } = await newCompany(admin)
    await newDraft(admin, own)
    const { etag } = await api.getCompany(admin, own)
    const problem = (await api.deleteCompany(admin, own, etag)).problem(422, 'invalid')
    expect(problem.detail).toContain('tem vendas')
  })
  test('are listed only when they are parked', async () => {
    ;(await api.listParkedSales(user, id, 'x')).problem(422, 'invalid')
    ;(await api.getSale(user, id, crypto.randomUUID())).problem(404, 'not_found')
  })
})

describe('settings', () => {
  const defaults = {
    contingencia_apos_s: 10,
    exige_caixa: 'N',
    desconto_operador: '5.00',
    operador_cancela: 'N',
    inutilizar_auto: 'S',
    imprimir_sempre: 'S',
    vias_contingencia: 2,
    ind_pres: 1,
    nfe_por_email: 'N',
    qr: 2,
    padroes_balanca: ['2CCCCCCPPPPPD'],
    pix: null,
    credenciadoras: [],
  } satisfies Schemas['SaleSettings']

  test('have defaults, are saved whole, and not over somebody else', async () => {
    const { id: own } = await newCompany(admin)
    const before = await api.getSaleSettings(admin, own)
    expect(before.expect(200)).toEqual(defaults)
    const form = {
      ...defaults,
      contingencia_apos_s: 20,
      desconto_operador: '10.50',
      padroes_balanca: ['20CCCCCPPPPPD', '2CCCCCVVVVVVD'],
      pix: { chave: '11222333000181', nome: 'LAJES BOA VISTA', cidade: 'CAMPINAS' },
      credenciadoras: [{ nome: 'Cielo', cnpj: '01.027.058/0001-91' }],
    }
    const saved = (await api.putSaleSettings(admin, own, before.etag, form)).expect(200)
    expect(saved).toEqual({ ...form, credenciadoras: [{ nome: 'Cielo', cnpj: '01027058000191' }] })
    expect((await api.getSaleSettings(admin, own)).expect(200)).toEqual(saved)
    ;(await api.putSaleSettings(admin, own, before.etag, form)).problem(412, 'stale')
    const rows = auditRows(
      server.database,
      `action_type = 'sale_config_update' and company_id = ${server.database.id(own)}`,
    )
    expect(rows).toHaveLength(1)
  })
  test('what breaks a rule is told at its field', async () => {
    const { id: own } = await newCompany(admin)
    const fields = (
      await api.putSaleSettings(admin, own, '"0"', {
        contingencia_apos_s: 3,
        ind_pres: 2,
        padroes_balanca: ['2CCCCCCPPPPPD', '3CCCCCCPPPPPD', '2CCCCCCPPPPVD'],
        pix: { chave: 'x', nome: 'N'.repeat(26) },
        credenciadoras: [{ nome: 'Cielo', cnpj: '1' }],
      })
    ).fields()
    expect(Object.keys(fields).sort()).toEqual([
      'contingencia_apos_s',
      'credenciadoras.0.cnpj',
      'ind_pres',
      'padroes_balanca.1',
      'padroes_balanca.2',
      'pix.cidade',
      'pix.nome',
    ])
  })
  test('are a gerente’s; an operador reads what the counter needs and sells within the limit of discount', async () => {
    const { caller: operador, id: userId } = await account(server, 'user')
    server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
      values (${server.database.id(id)}, ${server.database.id(userId)}, 'operador')`)
    const { inutilizar_auto: _, nfe_por_email: __, qr: ___, padroes_balanca: ____, ...counter } = defaults
    expect((await api.getSaleSettings(operador, id)).expect(200)).toEqual(counter)
    ;(await api.putSaleSettings(operador, id, '"0"', {})).problem(403, 'forbidden')
    const product = await sellable(user, id)
    const cheaper = (desconto: string, total_visto: string) =>
      post(sale(product, { desconto, total_visto, pagamentos: [{ tPag: '01', valor: total_visto }] }), operador)
    const refused = (await cheaper('4.11', '77.89')).problem(422, 'aprovacao_necessaria')
    expect(refused.detail).toContain('seu limite de 5,00%')
    ;(await cheaper('4.10', '77.90')).expect(201)
  })
})
