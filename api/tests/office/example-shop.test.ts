// A made-up shop to try the program with: made where there is nothing, whatever happens meanwhile; removed while nobody
// entered anything of their own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { budget } from '../helpers/budgets.ts'
import { account, newCompany } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import { company } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { cpf, newPerson } from '../helpers/people.ts'
import { newProduct, type Product } from '../helpers/products.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { settings } from '../helpers/sefaz-settings.ts'
import { Server, until } from '../helpers/server.ts'
import { ownSimulator } from '../helpers/simulator.ts'

type Shop = Required<Schemas['ExampleShop']>
type Declared = Record<string, unknown>
const declared = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../reference-data/example-shop.json'), 'utf8'),
) as Record<string, Declared[]>
/** Of the sales, those to companies. */
const nfe = declared.vendas!.filter(({ cliente }) => String(cliente).length === 14).length

const simulator = ownSimulator()
let server: Server
let admin: Caller
beforeEach(async () => {
  server = new Server({ env: simulator.env })
  await server.start()
  admin = (await account(server, 'admin')).caller
})
afterEach(async () => {
  await server.stop()
  server.remove()
})

const shop = async (as = admin) => (await api.getExampleShop(as)).expect(200) as Shop
const reaches = (estado: string) =>
  until(
    `the shop is ${estado}`,
    async () => {
      const now = await shop()
      return now.estado === estado && now
    },
    90_000,
  )
async function made(): Promise<string> {
  ;(await api.createExampleShop(admin)).expect(202)
  return (await reaches('pronta')).company_id!
}
const rows = <Row>(sql: string) => server.database.rows<Row>(sql)
const count = (table: string) => Number(rows<{ n: number }>(`select count(*) as n from ${table}`)[0]!.n)

/** Tables that hold something of it. */
const shopTables = [
  ...['emitente', 'emitente_users', 'nfce_settings', 'nfce_ambiente', 'nfce_numeracao', 'nfce_faixa', 'files'],
  ...['digital_certificates', 'perfil_fiscal', 'produtos', 'pessoas', 'orcamento', 'orcamento_composicao', 'estacao'],
  ...['orcamento_parcela', 'orcamento_numeracao', 'orcamento_mes', 'orcamento_mes_cliente', 'orcamento_mes_clientes'],
  ...[
    'pedido_entrega',
    'pedido_entrega_item',
    'venda',
    'venda_item',
    'venda_pagamento',
    'nfce',
    'nfce_xml',
    'nfce_evento',
    'sefaz_troca',
    'nfce_dia',
  ],
  ...['loja_exemplo_registro', 'produtos_julgamento'],
]
const left = () => shopTables.filter((table) => count(table) > 0)

describe('what is made', () => {
  test('is all that is declared, and sells in the simulator', async () => {
    expect(await shop()).toEqual({
      ...{ estado: 'nenhuma', oferecida: true, impedimento_criar: null, company_id: null },
      ...{ feitas: 0, total: 0, erro: null, impedimento_remover: null },
    })
    const id = await made()
    const now = await shop()
    expect(now).toMatchObject({ oferecida: false, erro: null, impedimento_remover: null, feitas: now.total })
    expect(now.total).toBe(1 + Object.values(declared).flatMap((all) => (Array.isArray(all) ? all : [])).length)

    expect((await api.getCompany(admin, id)).expect(200)).toMatchObject({
      exemplo: 'S',
      nome_fantasia: 'Loja de Exemplo',
    })
    const session = (await api.setActiveCompany(admin, id)).expect(200)
    expect(session.active_company).toMatchObject({ exemplo: 'S' })
    expect((await api.listTaxProfiles(admin, id)).expect(200).items).toHaveLength(2)
    expect((await api.listProducts(admin, id, { situacao: 'com_pendencia' })).expect(200).total).toBe(0)
    expect((await api.listProducts(admin, id, {})).expect(200).total).toBe(60)
    expect((await api.listPeople(admin, {})).expect(200).total).toBe(40)
    expect((await api.listBudgets(admin, id, {})).expect(200).total).toBe(declared.pedidos!.length)
    expect((await api.getCertificate(admin, id)).expect(200)).toMatchObject({ configured: true, situacao: 'valido' })
    await until('all receipts are authorised', async () => {
      const { items } = (await api.listReceipts(admin, id, {})).expect(200)
      return items.length === declared.vendas!.length && items.every(({ estado }) => estado === 'autorizada')
    })
    expect(rows<{ ambiente: string }>('select distinct ambiente from nfce')).toEqual([{ ambiente: 'simulador' }])
    expect(auditRows(server.database, `action_type = 'example_shop_create'`)).toHaveLength(1)
    const modelos = rows<{ modelo: number; n: number }>(
      'select modelo, count(*) as n from nfce group by modelo order by modelo',
    )
    expect(modelos.map(({ modelo, n }) => [Number(modelo), Number(n)])).toEqual([
      [55, nfe],
      [65, declared.vendas!.length - nfe],
    ])
    expect(count('pedido_entrega')).toBe(1)
    // Its certificate is nobody's to worry about.
    expect(count('aviso_seguranca')).toBe(0)
  })

  test('has documents with right check digits that can be nobody’s', () => {
    for (const { cpf_cnpj, razao_social, email } of declared.pessoas!) {
      expect(cpf_cnpj).toMatch(/^99999/)
      expect(razao_social).toMatch(/\(exemplo\)$/)
      expect(email).toMatch(/@example\.com$/)
    }
    // GS1 keeps 952 for examples.
    for (const { prod_cEAN } of declared.produtos!) expect(prod_cEAN).toMatch(/^(SEM GTIN|952\d{10})$/)
    for (const member of ['pessoas', 'produtos', 'vendas', 'pedidos'])
      expect(new Set(declared[member]!.map((one) => JSON.stringify(one))).size).toBe(declared[member]!.length)
    expect([declared.produtos!.length, declared.pessoas!.length]).toEqual([60, 40])
  })

  test('is one, however often and by how many it is asked for', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => api.createExampleShop(admin)))
    for (const answer of answers) answer.expect(202)
    await reaches('pronta')
    ;(await api.createExampleShop(admin)).expect(202)
    expect([count('emitente'), count('produtos'), count('pessoas')]).toEqual([1, 60, 40])
    expect(count('venda')).toBe(declared.vendas!.length)
  })

  test('is whole when the server is killed half way', async () => {
    ;(await api.createExampleShop(admin)).expect(202)
    for (const least of [10, 60, 120]) {
      await until(`${least} records are there`, async () => (await shop()).feitas >= least, 90_000)
      await server.kill()
      await server.start()
    }
    await reaches('pronta')
    expect([count('produtos'), count('pessoas'), count('orcamento')]).toEqual([60, 40, declared.pedidos!.length])
    expect(count('venda')).toBe(declared.vendas!.length)
    expect(count('digital_certificates')).toBe(1)
    // On PostgreSQL the work of a server that died is taken up when its lease has run out.
  }, 300_000)

  test('is refused where there are companies, and where nothing could be sold', async () => {
    await newCompany(admin)
    const refused = (await api.createExampleShop(admin)).problem(422, 'invalid')
    expect(refused.detail).toContain('já há empresas cadastradas')
    expect(await shop()).toMatchObject({ oferecida: false, impedimento_criar: refused.detail })

    const without = new Server({ env: { BALCAO_SIMULATOR_URL: 'off' } })
    await without.start()
    try {
      const { caller } = await account(without, 'admin')
      expect(await shop(caller)).toMatchObject({ oferecida: false })
      expect((await api.createExampleShop(caller)).problem(422, 'invalid').detail).toContain('sem o simulador')
    } finally {
      await without.stop()
      without.remove()
    }
  })

  test('says why it failed, and goes on when asked again', async () => {
    const { cpf_cnpj } = declared.pessoas![5]!
    const own = await newPerson(admin, { cpf_cnpj, razao_social: 'Já estava aqui' })
    ;(await api.createExampleShop(admin)).expect(202)
    const failed = await reaches('falhou')
    expect(failed.erro).toBeTruthy()
    ;(await api.deletePerson(admin, own.id, '*')).expect(204)
    ;(await api.createExampleShop(admin)).expect(202)
    await reaches('pronta')
    expect(count('produtos')).toBe(60)
  })

  test('never leaves the simulator', async () => {
    const id = await made()
    for (const change of [{ destino: 'sefaz' }, { ambiente: 'producao' }]) {
      const form = settings({ destino: 'simulador', proximo_lido: 1, ...change })
      const refused = (await api.putSefazSettings(admin, id, '*', form)).problem(422, 'invalid')
      expect(refused.errors).toMatchObject([{ field: 'destino' }])
    }
  })
})

describe('removing', () => {
  test('takes out all of it and nothing else, and another one can be made', async () => {
    const own = await newPerson(admin)
    const id = await made()
    const product = await sellable(admin, id)
    ;(await api.deleteProduct(admin, id, product.id, '*')).expect(204)
    const [first] = (await api.listProducts(admin, id, { search: 'CIM-CP2-50' })).expect(200).items
    const { id: produto_id, prod_vUnCOM: valor } = first as Product
    const itens = [{ produto_id, quantidade: '1', valor: valor!, preco_lido: valor! }]
    const form = sale(first as Product, { itens, total_visto: '39.90' })
    const sold = (await api.postSale(admin, id, form)).expect(201) as Issued
    expect(sold.nota!.numero).toBe(declared.vendas!.length - nfe + 1)
    ;(await api.removeExampleShop(admin)).expect(204)
    expect(left()).toEqual(['pessoas'])
    expect((await api.listPeople(admin, {})).expect(200).items.map((one) => one.id)).toEqual([own.id])
    expect(await shop()).toMatchObject({ estado: 'nenhuma', oferecida: true })
    expect((await api.getSession(admin)).expect(200).active_company).toBeNull()
    expect(auditRows(server.database, `action_type = 'example_shop_remove'`)).toHaveLength(1)
    expect(auditRows(server.database, `action_type = 'nfce_issue'`)).toHaveLength(declared.vendas!.length + 1)
    ;(await api.removeExampleShop(admin)).expect(204)
    const again = await made()
    expect(again).not.toBe(id)
    await until('its receipts are authorised', async () =>
      (await api.listReceipts(admin, again, {})).expect(200).items.every(({ estado }) => estado === 'autorizada'),
    )
  })

  test('stops one that is being made, also for two at once', async () => {
    ;(await api.createExampleShop(admin)).expect(202)
    await until('some of it is there', async () => (await shop()).feitas >= 20)
    const answers = await Promise.all([api.removeExampleShop(admin), api.removeExampleShop(admin)])
    for (const answer of answers) answer.expect(204)
    await new Promise((done) => setTimeout(done, 500))
    expect(left()).toEqual([])
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['1 produto', (id) => newProduct(admin, id)],
    ['1 perfil fiscal', (id) => api.createTaxProfile(admin, id, { nome: 'Meu', valores: {} })],
    ['1 estação', (id) => api.createStation(admin, id, { nome: 'Minha', impressora: {} })],
    ['1 orçamento ou pedido', async (id) => api.createBudget(admin, id, budget((await newPerson(admin)).id))],
    [
      '1 CNPJ trocado',
      async (id) => {
        const now = (await api.getCompany(admin, id)).expect(200)
        server.database.run(`update emitente set primeiro_numero_em = null`)
        return api.updateCompany(admin, id, '*', { ...now, cnpj: company().cnpj })
      },
    ],
    [
      '1 pessoa com outro CPF ou CNPJ',
      async () => {
        const one = (await api.listPeople(admin, { search: 'Ana' })).expect(200).items[0]!
        const form = { pessoa_tipo: 1, razao_social: 'Maria de Verdade', cpf_cnpj: cpf() }
        return api.updatePerson(admin, one.id!, '*', form)
      },
    ],
    [
      '1 pedido de outra empresa para uma pessoa de exemplo',
      async () => {
        const own = await newCompany(admin)
        const one = (await api.listPeople(admin, { search: 'Ana' })).expect(200).items[0]!
        return api.createBudget(admin, own.id, budget(one.id!))
      },
    ],
  ])('is refused for %s, and says so', async (what, enter) => {
    const id = await made()
    const before = [count('produtos'), count('pessoas'), count('venda')]
    await enter(id)
    const refused = (await api.removeExampleShop(admin)).problem(422, 'invalid')
    expect(refused.detail).toContain(`: ${what}. `)
    expect((await shop()).impedimento_remover).toBe(refused.detail)
    expect(await shop()).toMatchObject({ estado: 'pronta', company_id: id })
    expect(count('venda')).toBe(before[2])
  })

  test('leaves another company alone, and its own company is not deleted otherwise', async () => {
    const id = await made()
    const own = await newCompany(admin)
    const product = await newProduct(admin, own.id)
    const refused = (await api.deleteCompany(admin, id, '*')).problem(422, 'invalid')
    expect(refused.detail).toContain('Remover dados de exemplo')
    ;(await api.removeExampleShop(admin)).expect(204)
    expect((await api.getProduct(admin, own.id, product.id)).expect(200).id).toBe(product.id)
  })
})
