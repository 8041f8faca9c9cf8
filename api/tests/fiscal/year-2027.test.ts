// New Year 2027: what SEFAZ does not refuse stops no sale, what the law wants is said, and a receipt keeps the rules of its day.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import { Clock } from '../helpers/clock.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import * as receipts from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { ownServer, until } from '../helpers/server.ts'
import { quickServer, quickSimulator, Simulator } from '../helpers/simulator.ts'

const clock = new Clock('2026-12-31T12:00:00-03:00')
const simulator = new Simulator()
simulator.ownEnv = clock.env
beforeAll(() => simulator.start(...quickSimulator))
afterAll(async () => {
  await simulator.stop()
  simulator.remove()
})
const server = ownServer({ env: () => ({ ...simulator.env, ...quickServer, ...clock.env }) })

const classified = { ibscbs_CST: '000', ibscbs_cClassTrib: '000001' }
let admin: Caller
let adminEmail: string
let gerente: Caller
let operador: Caller
let simples = ''
let normal = ''

/** Days go by while the server is off: while it runs, it measures SEFAZ's time against the machine's uptime. */
async function setClock(instant: string) {
  await server.stop()
  clock.set(instant)
  await server.start()
  ;(await api.signIn(admin, { email: adminEmail, password })).expect(200)
}

async function members(id: string) {
  for (const papel of ['gerente', 'operador'] as const) {
    const one = await account(server, 'user')
    server.database.link(one.id, id, papel)
    if (papel === 'gerente') gerente = one.caller
    else operador = one.caller
  }
}

const sell = async (id: string, product: Awaited<ReturnType<typeof sellable>>, overrides = {}) =>
  ((await api.postSale(admin, id, sale(product, overrides))).expect(201) as Issued).nota!
const xmlOf = async (id: string, rid: string) => (await api.getReceiptXml(admin, id, rid)).text
const row = async (id: string, chave: string) =>
  (await api.getIssuingReadiness(admin, id)).expect(200).itens.find((one) => one.chave === chave)!

beforeAll(async () => {
  const made = await office(server)
  admin = made.admin
  adminEmail = made.adminAccount.email
  const campinas = { codigo_municipio: '3509502', inscricao_estadual: '110042490114' }
  simples = (await newCompany(admin, campinas)).id
  normal = (await newCompany(admin, { ...campinas, crt: 3 })).id
  for (const id of [simples, normal]) await receipts.readyToSell(admin, id)
})

test('a receipt issued offline on the last day of 2026 arrives in 2027 as it is, by the rules of its day', async () => {
  const product = await sellable(admin, normal, {
    icms_CST: '00',
    icms_pICMS: '18.00',
    pis_CST: '01',
    pis_pPIS: '1.65',
    cofins_CST: '01',
    cofins_pCOFINS: '7.60',
    ...classified,
  })
  await setClock('2026-12-31T23:59:40-03:00')
  await receipts.contingency(admin, normal, true)
  await simulator.stop()
  const nota = await sell(normal, product)
  const issued = await xmlOf(normal, nota.id)
  expect(issued).toContain('<dhEmi>2026-12-31T23:59:')
  expect(issued).toContain('<pCBS>0.9000</pCBS>')
  expect(issued).toContain('<pPIS>1.6500</pPIS>')

  await setClock('2027-01-05T10:00:00-03:00')
  await simulator.start(...quickSimulator)
  await receipts.contingency(admin, normal, false)
  receipts.wakeUpkeep(server)
  const { nota: arrived } = await receipts.reaches(admin, normal, nota.id, 'autorizada')
  expect(arrived.cStat).toBe(150)
  expect(await xmlOf(normal, nota.id)).toContain(issued.slice(issued.indexOf('<infNFe'), issued.indexOf('</infNFe>')))

  // SEFAZ demands the group of regime normal in homologação, and its rate of 2027 is not known yet.
  const refused = await api.postSale(admin, normal, sale(product))
  expect(refused.fields().emissao).toContain('pCBS')
})

describe('a shop of the Simples that did nothing, on 2027-01-05', () => {
  let product: Awaited<ReturnType<typeof sellable>>
  beforeAll(async () => {
    await setClock('2027-01-05T10:00:00-03:00')
    product = await sellable(admin, simples)
    await members(simples)
  })

  test('sells, goes offline, and cancels', async () => {
    const nota = await sell(simples, product)
    await receipts.reaches(admin, simples, nota.id, 'autorizada')
    expect(await xmlOf(simples, nota.id)).toContain('<dhEmi>2027-01-05T10:')
    ;(await api.cancelReceipt(admin, simples, nota.id, receipts.motivo)).expect(202)
    await receipts.reaches(admin, simples, nota.id, 'cancelada')
    await receipts.contingency(admin, simples, true)
    const offline = await sell(simples, product)
    await receipts.contingency(admin, simples, false)
    receipts.wakeUpkeep(server)
    await receipts.reaches(admin, simples, offline.id, 'autorizada')
  })

  test('is warned at the product, in the list, in readiness, at the counter and by the bell', async () => {
    const read = (await api.getProduct(admin, simples, product.id)).expect(200)
    expect(read.fiscal_pendencies).toEqual([])
    expect(read.fiscal_warnings).toEqual([
      { campo: 'ibscbs_CST', mensagem: expect.stringContaining('desde 01/01/2027') },
    ])
    const listed = (await api.listProducts(admin, simples, { situacao: 'com_aviso' })).expect(200)
    expect(listed.items.map(({ id }) => id)).toEqual([product.id])
    expect((await api.countProducts(admin, simples, { situacao: 'com_aviso' })).expect(200).total).toBe(1)
    await until('the products are judged', async () => (await row(simples, 'produtos')).situacao === 'ok')
    expect(await row(simples, 'ibscbs')).toMatchObject({
      situacao: 'atencao',
      necessaria: false,
      texto: expect.stringContaining('1 produto ativo'),
    })
    expect(await row(simples, 'regras')).toMatchObject({ situacao: 'atencao' })
    const lembretes = async (as: Caller) => (await api.getContingency(as, simples)).expect(200).lembretes
    expect(await lembretes(gerente)).toEqual([
      expect.stringContaining('31/12/2026'),
      expect.stringContaining('desde 01/01/2027'),
    ])
    expect(await lembretes(operador)).toEqual([])
    const told = async (as: Caller) =>
      (await api.listNotifications(as)).expect(200).items.filter(({ tipo }) => tipo === 'ibscbs_pendente')
    expect(await told(gerente)).toHaveLength(1)
    expect(await told(operador)).toHaveLength(0)
  })

  test('of a strict SEFAZ it is told in one sentence what to fill in, and no number is lost', async () => {
    await simulator.demandIbsCbs(true)
    const nota = await sell(simples, product)
    const refused = await receipts.reaches(admin, simples, nota.id, 'rejeitada')
    expect(refused.nota.cStat).toBe(1115)
    expect(JSON.stringify(refused)).toContain('Informe CST e cClassTrib no produto')
    await simulator.demandIbsCbs(false)
    const again = (await api.retryReceipt(admin, simples, nota.id)).expect(202)
    const { nota: settled } = await receipts.reaches(admin, simples, nota.id, 'autorizada')
    expect([again.numero, settled.numero]).toEqual([nota.numero, nota.numero])
  })

  test('what is classified is warned of no more', async () => {
    // As the button of the readiness row does: IBS and CBS alone, of a perfil, to all that are warned of.
    const perfil = (await api.createTaxProfile(gerente, simples, { nome: 'Revenda', valores: classified })).expect(201)
    const { itens } = (
      await api.previewTaxProfile(gerente, simples, perfil.id, [product.id], { so_ibscbs: true })
    ).expect(200)
    const changes = itens.map(({ id, version, depois: valores }) => ({ id, version, valores }))
    ;(await api.changeProductValues(gerente, simples, 'perfil_fiscal', changes)).expect(200)
    expect((await api.getProduct(admin, simples, product.id)).expect(200).fiscal_warnings).toEqual([])
    expect(await row(simples, 'ibscbs')).toMatchObject({ texto: expect.stringContaining('alíquota da CBS') })
    await receipts.reaches(admin, simples, (await sell(simples, product)).id, 'autorizada')
  })

  test('once the rate is entered, it sells with the group also to a strict SEFAZ', async () => {
    const rate = { parametro: 'pCBS', uf: '*', ambiente: '*', alcance: 'sefaz', desde: '2027-01-01', valor: '8.8000' }
    ;(await api.setFiscalValue(admin, { ...rate, fonte: 'Resolução de teste' })).expect(201)
    await simulator.demandIbsCbs(true)
    const nota = await sell(simples, product)
    await receipts.reaches(admin, simples, nota.id, 'autorizada')
    const xml = await xmlOf(simples, nota.id)
    expect(xml).toContain('<pCBS>8.8000</pCBS>')
    expect(xml).toContain('<vBC>75.30</vBC>') // 82.00 / 1.089
    expect(xml).toContain('<vNFTot>82.00</vNFTot>')
    expect(await row(simples, 'ibscbs')).toMatchObject({ situacao: 'ok' })
    await simulator.demandIbsCbs(false)
  })
})
