// 'Pronto para emitir': each row goes from what is missing to done by what is really done, and by nothing else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import type { Caller, Schemas } from '../helpers/caller.ts'
import { dayIn, timeZone } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { newShop } from '../helpers/homologation-shop.ts'
import { homologationEnv, saoPaulo } from '../helpers/homologation.ts'
import * as receipts from '../helpers/receipts.ts'
import { authorisation, motivo } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { until } from '../helpers/server.ts'
import { ownCounter } from '../helpers/simulator.ts'

type Row = Schemas['IssuingReadiness']['itens'][number]

const { simulator, server } = ownCounter((sefaz) => ({
  ...homologationEnv(sefaz, sefaz.folder, [
    ...saoPaulo(sefaz),
    { uf: 'SP', service: 'CadConsultaCadastro4', url: null },
  ]),
  BALCAO_BACKUP_DIR: join(sefaz.folder, 'copias'),
}))
let admin: Caller
let operador: Caller
let fresh = ''
let shop = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  const clerk = await account(server, 'user')
  operador = clerk.caller
  fresh = (await newCompany(admin)).id
  shop = (await newShop(simulator, admin)).id
  for (const id of [fresh, shop]) {
    server.database.run(`insert into emitente_users (emitente_id, user_id, papel)
      values (${server.database.id(id)}, ${server.database.id(clerk.id)}, 'operador')`)
  }
})

const readiness = async (id: string, as = admin) => (await api.getIssuingReadiness(as, id)).expect(200)
const row = async (id: string, chave: Row['chave']) => (await readiness(id)).itens.find((one) => one.chave === chave)!
const situation = async (id: string, chave: Row['chave']) => (await row(id, chave)).situacao
const setCompany = (id: string, change: string) =>
  server.database.run(`update emitente set ${change} where id = ${server.database.id(id)}`)
/** The bell and this row warn from 60 days before the last day whose rules are known. */
function rulesOn(today: Date): string {
  const parameters = readFileSync(new URL('../../../reference-data/nfce-parametros.csv', import.meta.url), 'utf8')
  const last = /,regras_conhecidas_ate,(\d{4}-\d{2}-\d{2})/.exec(parameters)![1]!
  const in60 = new Date(today.getTime() + 60 * 86_400_000)
  return dayIn(timeZone, in60) >= last ? 'atencao' : 'ok'
}
const sell = async (id: string, overrides: Record<string, unknown> = {}) => {
  const product = await sellable(admin, id)
  return ((await api.postSale(admin, id, sale(product, overrides))).expect(201) as Issued).nota!
}
const contingency = async (id: string, ativa: boolean, ambiente: string) => {
  const answer = await admin.call('getContingency', { params: { id }, query: { ambiente } })
  // Not by hand, nothing goes offline, however slow this machine is.
  const json = {
    modo: ativa ? 'automatica' : 'desligada',
    ativa,
    ...(ativa && { motivo: 'Internet da loja em manutenção' }),
  }
  const headers = { 'if-match': answer.etag }
  ;(await admin.call('putContingency', { params: { id }, query: { ambiente }, json, headers })).expect(200)
}

test('a new company is told twenty things, in their order', async () => {
  const { itens, pronto, ambiente } = await readiness(fresh)
  expect([pronto, ambiente]).toEqual([false, 'homologacao'])
  expect(itens.map(({ chave, situacao }) => [chave, situacao])).toEqual([
    ['empresa', 'ok'],
    ['certificado', 'falta'],
    ['credenciamento', 'falta'],
    ['credenciamento_nfe', 'falta'],
    ['csc', 'falta'],
    ['autoridades', 'atencao'],
    ['servico', 'falta'],
    ['relogio', 'atencao'],
    ['regras', rulesOn(new Date())],
    ['produtos', 'falta'],
    ['ibscbs', itens[10]!.situacao],
    ['perfis', 'ok'],
    ['tributos', 'atencao'],
    ['serie', 'falta'],
    ['responsavel_tecnico', itens[14]!.situacao],
    ['configuracoes_venda', 'falta'],
    ['impressora', 'falta'],
    ['backup', itens[17]!.situacao],
    ['treino', 'falta'],
    ['homologacao', 'falta'],
  ])
  expect(itens.filter(({ necessaria }) => !necessaria).map(({ chave }) => chave)).toEqual([
    'credenciamento_nfe',
    'ibscbs',
    'perfis',
    'tributos',
    'configuracoes_venda',
    'impressora',
    'backup',
    'treino',
  ])
  for (const { texto, titulo } of itens) expect([texto.length > 3, titulo.length > 3]).toEqual([true, true])
  ;(await api.getIssuingReadiness(admin, crypto.randomUUID())).problem(404, 'not_found')
})

describe('by hand', () => {
  test('a gerente ticks what the program cannot see, and takes it back', async () => {
    const stream = await streamEvents(operador)
    expect((await row(fresh, 'credenciamento')).marcavel).toBe(true)
    const marked = (await api.markReadiness(admin, fresh, 'credenciamento', { marcado: true })).expect(200)
    const ticked = marked.itens.find(({ chave }) => chave === 'credenciamento')!
    expect(ticked).toMatchObject({
      situacao: 'ok',
      marcado_em: expect.stringMatching(/^20/),
      marcado_por: expect.any(String),
    })
    await stream.hint('it was ticked', ({ topic, company_id }) => topic === 'readiness' && company_id === fresh)
    stream.close()
    expect(await situation(shop, 'credenciamento')).toBe('falta')
    ;(await api.markReadiness(admin, fresh, 'credenciamento', { marcado: true })).expect(200)
    ;(await api.markReadiness(admin, fresh, 'credenciamento', { marcado: false })).expect(200)
    expect(await row(fresh, 'credenciamento')).toMatchObject({ situacao: 'falta', marcado_em: null, marcado_por: null })
    expect(auditRows(server.database, `action_type = 'readiness_mark'`)[0]!.description).toContain('Credenciamento')
  })
  test('nothing else is ticked, and by nobody else', async () => {
    ;(await api.getIssuingReadiness(operador, fresh)).problem(403, 'forbidden')
    ;(await api.markReadiness(operador, fresh, 'credenciamento', { marcado: true })).problem(403, 'forbidden')
    ;(await api.markReadiness(admin, fresh, 'certificado', { marcado: true })).problem(422, 'invalid')
    ;(await api.markReadiness(admin, fresh, 'credenciamento', {})).problem(422, 'invalid')
    ;(await api.markReadiness(admin, fresh, 'lua', { marcado: true })).problem(404, 'not_found')
  })
  test('a stopped series is not made good by a tick', async () => {
    ;(await api.markReadiness(admin, shop, 'serie', { marcado: true })).expect(200)
    expect(await row(shop, 'serie')).toMatchObject({ situacao: 'ok', texto: expect.stringContaining('Série 1') })
    const { database } = server
    database.run(`insert into nfce_numeracao (emitente_id, ambiente, serie, proximo, parada_em, parada_motivo)
      values (${database.id(fresh)}, 'homologacao', 1, 1, 1, 'A série foi parada.')`)
    ;(await api.markReadiness(admin, fresh, 'serie', { marcado: true })).expect(200)
    expect(await row(fresh, 'serie')).toMatchObject({ situacao: 'falta', texto: 'A série foi parada.' })
  })
})

describe('of the company and its settings', () => {
  test('an exempt inscription, an inactive company', async () => {
    setCompany(fresh, "inscricao_estadual = 'ISENTO'")
    expect(await row(fresh, 'empresa')).toMatchObject({ situacao: 'falta', acao: 'empresa' })
  })
  test('a certificate that is there, ends soon, has ended', async () => {
    expect(await situation(shop, 'certificado')).toBe('ok')
    const end = (days: number) =>
      server.database.run(`update digital_certificates set valid_to = ${(Date.now() + days * 86_400_000) * 1000}
        where emitente_id = ${server.database.id(shop)}`)
    end(6)
    expect(await row(shop, 'certificado')).toMatchObject({
      situacao: 'atencao',
      texto: expect.stringContaining('Vence em'),
    })
    end(-1)
    expect(await row(shop, 'certificado')).toMatchObject({
      situacao: 'falta',
      texto: expect.stringContaining('Venceu em'),
    })
    end(90)
  })
  test('a CSC, unless the QR Code needs none', async () => {
    expect(await situation(shop, 'csc')).toBe('ok')
    ;(await api.putSaleSettings(admin, fresh, '*', { qr: 3 })).expect(200)
    expect(await situation(fresh, 'csc')).toBe('ok')
  })
  test('a technical responsible where the UF wants one', async () => {
    expect(await situation(shop, 'responsavel_tecnico')).toBe('ok')
    setCompany(fresh, "uf = 'SC'")
    expect(await row(fresh, 'responsavel_tecnico')).toMatchObject({ situacao: 'falta', acao: 'responsavel_tecnico' })
  })
  test('products: none, one without NCM, all complete', async () => {
    await sellable(admin, shop)
    await until('all are judged', async () => (await situation(shop, 'produtos')) === 'ok')
    const { id: pid } = await sellable(admin, shop, { prod_NCM: null })
    expect(await row(shop, 'produtos')).toMatchObject({
      situacao: 'falta',
      texto: expect.stringContaining('1 produto ativo tem pendência fiscal'),
    })
    ;(await api.deleteProduct(admin, shop, pid, '*')).expect(204)
    expect(await situation(shop, 'produtos')).toBe('ok')
  })
})

describe('of SEFAZ', () => {
  test('a connection test that went well shows service and authorities; one of the simulator shows nothing', async () => {
    const settings = (id: string, destino: string) =>
      server.database.run(
        `update nfce_settings set destino = '${destino}' where emitente_id = ${server.database.id(id)}`,
      )
    settings(shop, 'simulador')
    ;(await api.testSefazConnection(admin, shop)).expect(200)
    expect([await situation(shop, 'servico'), await situation(shop, 'autoridades')]).toEqual(['falta', 'atencao'])
    settings(shop, 'sefaz')
    await until('the next test may begin', async () => (await api.testSefazConnection(admin, shop)).status === 200)
    expect([await situation(shop, 'servico'), await situation(shop, 'autoridades')]).toEqual(['ok', 'ok'])
  })
  test('receipts in homologação: authorised, cancelled, sent from offline, a number voided', async () => {
    const missing = async () => (await row(shop, 'homologacao')).texto
    expect(await missing()).toContain('nota de teste')
    const first = await sell(shop)
    await receipts.reaches(admin, shop, first.id, 'autorizada')
    expect(await missing()).not.toContain('nota de teste')
    ;(await api.cancelReceipt(admin, shop, first.id, motivo)).expect(202)
    await receipts.reaches(admin, shop, first.id, 'cancelada')
    await contingency(shop, true, 'homologacao')
    const offline = await sell(shop)
    expect(offline.tpEmis).toBe(9)
    await receipts.reaches(admin, shop, offline.id, 'autorizada')
    await contingency(shop, false, 'homologacao')
    expect(await missing()).toBe('Em homologação na SEFAZ, inutilize um número.')
    await simulator.behave({ service: authorisation, cStat: 778 })
    const refused = await sell(shop)
    await receipts.reaches(admin, shop, refused.id, 'rejeitada')
    ;(await api.abandonReceipt(admin, shop, refused.id, motivo)).expect(202)
    const range = { ambiente: 'homologacao', serie: 1, ini: refused.numero, fim: refused.numero, motivo }
    ;(await api.voidNumbers(admin, shop, range)).expect(202)
    await until('the number is voided', async () => (await situation(shop, 'homologacao')) === 'ok', 30_000)
  }, 90_000)
  test('practice in the simulator is a row of its own', async () => {
    const { id } = await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })
    await receipts.readyToSell(admin, id)
    const practice = async () =>
      (await api.getIssuingReadiness(admin, id)).expect(200).itens.find(({ chave }) => chave === 'treino')!
    expect(await practice()).toMatchObject({ situacao: 'falta', texto: expect.stringContaining('venda') })
    const first = await receipts.authorised(admin, id)
    expect((await practice()).situacao).toBe('atencao')
    ;(await api.cancelReceipt(admin, id, first.id, motivo)).expect(202)
    await receipts.reaches(admin, id, first.id, 'cancelada')
    await receipts.rejected(simulator, admin, id)
    await contingency(id, true, 'simulador')
    await sell(id)
    await contingency(id, false, 'simulador')
    expect(await practice()).toMatchObject({ chave: 'treino', situacao: 'ok' })
  })
})

test('something printed, and a backup made', async () => {
  expect(await situation(shop, 'impressora')).toBe('falta')
  const nota = await sell(shop)
  await receipts.reaches(admin, shop, nota.id, 'autorizada')
  ;(await api.noteReceiptPrint(admin, shop, nota.id, { via: 'consumidor', ok: true })).expect(204)
  expect(await situation(shop, 'impressora')).toBe('ok')
  await until('the first backup was made', async () => (await situation(shop, 'backup')) === 'ok', 30_000)
})

test('what produção needs is there', async () => {
  expect((await readiness(shop)).pronto).toBe(false)
  for (const chave of ['credenciamento', 'serie'])
    (await api.markReadiness(admin, shop, chave, { marcado: true })).expect(200)
  const { pronto, itens } = await readiness(shop)
  expect(itens.filter(({ situacao, necessaria }) => necessaria && situacao === 'falta')).toEqual([])
  expect(pronto).toBe(true)
})
