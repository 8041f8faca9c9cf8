// Fiscal tables as data of the installation: what is refused, what a change does to sales and products, and its undoing.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows } from '../helpers/audit.ts'
import { account, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { password, today } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { parameters, value } from '../helpers/fiscal-tables-endpoints.ts'
import { readyToSell } from '../helpers/receipts.ts'
import { type Issued, sale, sellable } from '../helpers/sales.ts'
import { engine, Server, until } from '../helpers/server.ts'
import { ownCounter, ownSimulator } from '../helpers/simulator.ts'

const { server } = ownCounter()
const folder = mkdtempSync(join(tmpdir(), 'balcao-tabelas-'))
afterAll(() => rmSync(folder, { recursive: true }))

let admin: Caller
let shop = ''
let product: Awaited<ReturnType<typeof sellable>>
let text = ''

beforeAll(async () => {
  admin = (await office(server)).admin
  shop = (await newCompany(admin, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })).id
  await readyToSell(admin, shop)
  product = await sellable(admin, shop)
  text = (await api.getFiscalTable(admin, 'nfce-parametros.csv')).expect(200).conteudo
})

/** The limit above which São Paulo wants the consumer, so that a sale of 82.00 without one is refused. */
const limit = (valor: string) => value({ uf: 'SP', desde: '2026-01-01', valor })
const post = (as = admin, id = shop, of = product) => api.postSale(as, id, sale(of))
const undoNewest = async () => {
  const { mudancas } = (await api.getFiscalTables(admin)).expect(200)
  return api.undoFiscalTable(admin, mudancas[0]!.id)
}
const replaced = (from: string, to: string) => {
  expect(text).toContain(from)
  return text.replace(from, to)
}

/** All that is said about a refused file. */
const sentences = (
  answer: Awaited<ReturnType<typeof api.checkFiscalTable>> | Awaited<ReturnType<typeof api.loadFiscalTable>>,
) =>
  answer
    .problem(422, 'invalid')
    .errors!.map(({ message }) => message)
    .join('\n')

test('of a new installation they are the program’s own', async () => {
  const { tabelas, mudancas } = (await api.getFiscalTables(admin)).expect(200)
  expect(mudancas).toEqual([])
  expect(tabelas.map(({ arquivo }) => arquivo)).toEqual([
    'nfce-parametros.csv',
    'nfce-endpoints.json',
    'ncm.csv',
    'cest.csv',
    'cfop.csv',
    'ibscbs_cst.csv',
    'ibscbs_cclasstrib.csv',
    'nfe-endpoints.json',
  ])
  expect(tabelas.every(({ origem, linhas }) => origem === 'programa' && linhas > 10)).toBe(true)
  expect(tabelas[0]!.conhecida_ate).toBe('2026-12-31')
  ;(await api.getFiscalTable(admin, 'uf.csv')).problem(404, 'not_found')
})

describe('a file that is wrong is refused whole, in sentences with their lines', () => {
  const of2026 = '*,2026-01-01,*,sefaz,pCBS,0.9000,'
  const cases: [string, () => string, string][] = [
    ['a page of HTML', () => '<!DOCTYPE html><html></html>', 'HTML'],
    ['blank lines', () => '\n', 'Preencha'],
    ['a row missing', () => text.replace(/.*limite_total.*\n/, ''), 'Falta a linha de limite_total'],
    ['cut off', () => text.slice(0, 900), 'cortada'],
    ['a date of another form', () => replaced(of2026, of2026.replace('2026-01-01', '01/01/2026')), 'AAAA-MM-DD'],
    ['dates that go back', () => replaced(of2026, of2026.replace('2026-01-01', '2029-01-01')), 'devem crescer'],
    [
      'two rows of one date',
      () => replaced('*,2027-01-01,*,sefaz,pCBS,,', '*,2026-01-01,*,sefaz,pCBS,,'),
      'duas linhas',
    ],
    ['a UF that is none', () => replaced('PB,2018', 'XX,2018'), 'não é uma UF'],
    ['a rate of 0,9', () => replaced(of2026, of2026.replace('0.9000', '"0,9"')), 'ponto e 4 casas'],
    ['a rate of 90', () => replaced(of2026, of2026.replace('0.9000', '90.0000')), 'plausível'],
  ]
  test.each(cases)('%s', async (_, conteudo, sentence) => {
    for (const call of [api.checkFiscalTable, api.loadFiscalTable])
      expect(sentences(await call(admin, parameters(conteudo())))).toContain(sentence)
    expect((await api.getFiscalTables(admin)).expect(200).mudancas).toEqual([])
  })
  test('the line is named', async () => {
    const wrong = parameters(replaced(of2026, of2026.replace('0.9000', '9')))
    const line = text.slice(0, text.indexOf(of2026)).split('\n').length
    expect(sentences(await api.checkFiscalTable(admin, wrong))).toContain(`Linha ${line}, coluna 6`)
  })
  test('of a state older than the one in force, of no table, of no day', async () => {
    const older = await api.loadFiscalTable(admin, parameters(text, { dados_de: '2020-01-01' }))
    expect(older.fields().dados_de).toContain('mais nova')
    expect(
      (await api.loadFiscalTable(admin, parameters(text, { dados_de: '2099-01-01' }))).fields().dados_de,
    ).toContain('não chegou')
    ;(await api.loadFiscalTable(admin, parameters(text, { arquivo: 'uf.csv' }))).fields()
    ;(await api.loadFiscalTable(admin, parameters(text, { dados_de: 'ontem' }))).fields()
  })
  test('a value that makes the table wrong', async () => {
    for (const wrong of [
      { valor: '0,9' },
      { valor: '90' },
      { uf: 'XX' },
      { parametro: 'nada' },
      { desde: '2026-13-01' },
    ])
      (await api.setFiscalValue(admin, value(wrong))).problem(422, 'invalid')
  })
})

test('a value is in force at once, and undone by one call', async () => {
  ;(await post()).expect(201)
  const stream = await streamEvents(admin)
  const { tabelas, mudancas } = (await api.setFiscalValue(admin, limit('50.00'))).expect(201)
  expect(tabelas[0]).toMatchObject({ arquivo: 'nfce-parametros.csv', origem: 'instalacao' })
  expect(mudancas).toHaveLength(1)
  await stream.hint('the tables changed', ({ topic }) => topic === 'fiscal-tables')
  stream.close()
  expect((await post()).fields().cpf).toContain('50,00')
  const in2031 = (await api.getFiscalTable(admin, 'nfce-parametros.csv')).expect(200).conteudo
  expect(in2031).toContain('SP,2026-01-01,*,sefaz,limite_sem_destinatario,50.00,Portaria de teste,alta')

  const undone = (await undoNewest()).expect(200)
  expect(undone.mudancas[0]!.desfeita_em).not.toBeNull()
  expect(undone.tabelas[0]!.origem).toBe('programa')
  ;(await post()).expect(201)
  ;(await undoNewest()).problem(422, 'invalid')
  const lines = auditRows(server.database, `action_type in ('fiscal_table_load', 'fiscal_table_undo')`)
  expect(lines.map(({ description }) => description)).toEqual(
    expect.arrayContaining([expect.stringContaining('Informou o valor'), expect.stringContaining('Desfez o valor')]),
  )
})

test('a file shows what it changes and whom, and products are judged again', async () => {
  const allowed = '5101 5102 5103'
  const upload = parameters(replaced(allowed, '5101 5103'))
  const preview = (await api.checkFiscalTable(admin, upload)).expect(200)
  expect(preview).toMatchObject({ novas: 0, mudadas: 1, retiradas: 0, produtos: 1 })
  expect(preview.linhas[0]!.antes).toContain(allowed)
  const pending = async () => (await api.getProduct(admin, shop, product.id)).expect(200).fiscal_pendencies!
  expect(await pending()).toEqual([])
  ;(await api.loadFiscalTable(admin, upload)).expect(201)
  await until('the product is judged again', async () => (await pending()).some(({ campo }) => campo === 'prod_CFOP'))
  // A value stands on top of a file.
  ;(await api.setFiscalValue(admin, limit('50.00'))).expect(201)
  expect((await post()).fields().cpf).toContain('50,00')
  ;(await undoNewest()).expect(200)
  const { mudancas } = (await api.getFiscalTables(admin)).expect(200)
  ;(
    await api.undoFiscalTable(admin, mudancas.find(({ tipo, desfeita_em }) => tipo === 'arquivo' && !desfeita_em)!.id)
  ).expect(200)
  await until('it is judged by the program’s own again', async () => (await pending()).length === 0)
})

test('a newer NCM table decides what a product may have', async () => {
  const ncm = (await api.getFiscalTable(admin, 'ncm.csv')).expect(200).conteudo
  const upload = {
    arquivo: 'ncm.csv',
    conteudo: ncm.replace('\n01012100,', '\n01012199,'),
    nome_arquivo: 'Tabela_NCM.csv',
    dados_de: today(),
  }
  expect((await api.checkFiscalTable(admin, upload)).expect(200)).toMatchObject({ novas: 1, retiradas: 1, produtos: 0 })
  ;(await api.loadFiscalTable(admin, upload)).expect(201)
  await sellable(admin, shop, { prod_NCM: '01012199' })
  expect((await api.searchReference(admin, 'ncm', { search: '01012199' })).expect(200).items).toHaveLength(1)
  ;(await undoNewest()).expect(200)
  expect((await api.searchReference(admin, 'ncm', { search: '01012199' })).expect(200).items).toHaveLength(0)
})

test('a receipt keeps the revision of the tables that it was judged by', async () => {
  const sold = async () => ((await post()).expect(201) as Issued).nota!
  const revisionOf = (rid: string) =>
    server.database.rows<{ tabela_revisao: number }>(
      `select tabela_revisao from nfce_xml where nfce_id = ${server.database.id(rid)} and tipo = 'nfe'`,
    )
  const before = await sold()
  ;(await api.setFiscalValue(admin, value())).expect(201)
  const { revisao } = (await api.getFiscalTables(admin)).expect(200)
  const after = await sold()
  expect([revisionOf(before.id), revisionOf(after.id)]).toMatchObject([
    [{ tabela_revisao: revisao - 1 }],
    [{ tabela_revisao: revisao }],
  ])
  ;(await undoNewest()).expect(200)
})

test('one that this version cannot use any more is said in the bell, in readiness and with the tables', async () => {
  const said = 'não serve a esta versão'
  const rules = async () => {
    const { itens } = (await api.getIssuingReadiness(admin, shop)).expect(200)
    return itens.find(({ chave }) => chave === 'regras')!
  }
  const told = async () =>
    (await api.listNotifications(admin)).expect(200).items.filter(({ texto }) => texto.includes(said))
  expect((await api.getFiscalTables(admin)).expect(200).problema).toBeNull()
  // As a version with other rules would have stored it.
  const row = [server.database.id(crypto.randomUUID()), "'ncm.csv'", "'arquivo'", "'nada'", `'${today()}'`, "'a.csv'"]
  server.database
    .run(`insert into tabela_fiscal (id, arquivo, tipo, conteudo, dados_de, nome_arquivo, revisao, created_at)
    select ${row.join(', ')}, revisao + 1, 1 from tabela_fiscal_estado`)
  server.database.run(`update tabela_fiscal_estado set revisao = revisao + 1`)
  await until('the server follows', async () => (await rules()).texto.includes(said), 5_000)
  expect((await rules()).situacao).toBe('atencao')
  expect(await told()).toHaveLength(1)
  expect((await api.getFiscalTables(admin)).expect(200).problema).toContain('ncm.csv')
  ;(await post()).expect(201)
  ;(await undoNewest()).expect(200)
  expect(await told()).toEqual([])
})

describe('by command, beside the server', () => {
  const file = (content: string | Buffer) => {
    const path = join(folder, 'nfce-parametros.csv')
    writeFileSync(path, content)
    return path
  }
  test('list, check, load', async () => {
    const strict = file(replaced('PB,2018-01-01,*,sefaz', 'SP,2026-01-01,*,sefaz').replace('500.00', '60.00'))
    const checked = await server.command(['tables', 'check', strict, '--as-of', today()])
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringContaining('1 linhas novas, 0 mudadas, 1 retiradas'),
    ])
    const loaded = await server.command(['tables', 'load', strict])
    expect([loaded.code, loaded.stdout]).toEqual([0, expect.stringContaining('Em vigor')])
    const refused = async () => {
      const answer = await post()
      return answer.status === 422 && answer.fields().cpf!.includes('60,00')
    }
    await until('the server follows', refused, 5_000)
    const listed = await server.command(['tables', 'list'])
    expect(listed.stdout).toContain(
      `nfce-parametros.csv: dados de ${today().split('-').reverse().join('/')}, desta instalação`,
    )
    expect(listed.stdout).toContain('por comando')
    expect(auditRows(server.database, `action_type = 'fiscal_table_load' and user_id is null`)).toHaveLength(1)
    ;(await undoNewest()).expect(200)
  })
  test('what is no table ends with a sentence', async () => {
    const check = async (content: string | Buffer) => server.command(['tables', 'check', file(content)])
    const latin1 = await check(Buffer.from(text, 'latin1'))
    expect([latin1.code, latin1.stdout]).toEqual([1, expect.stringContaining('UTF-8')])
    const huge = file('')
    truncateSync(huge, 400 * 1024 * 1024)
    expect((await server.command(['tables', 'load', huge])).stderr).toContain('grande demais')
    expect((await server.command(['tables', 'load', join(folder, 'nada.csv')])).code).not.toBe(0)
  })
})

describe.runIf(engine === 'postgres')('two servers of one database', () => {
  const simulator = ownSimulator()
  let first: Server
  let second: Server
  beforeAll(async () => {
    first = new Server({ env: simulator.env })
    await first.start()
    second = new Server({ env: { ...simulator.env, BALCAO_DATABASE_URL: first.databaseUrl } })
    await second.start()
  })
  afterAll(async () => {
    await second.stop()
    await first.stop()
    second.remove()
    first.remove()
  })
  test('both go by a new table within five seconds, while they sell', async () => {
    const { caller: here, email } = await account(first, 'admin')
    const there = new Caller(second, 'admin')
    ;(await api.signIn(there, { email, password })).expect(200)
    const { id } = await newCompany(here, { codigo_municipio: '3509502', inscricao_estadual: '110042490114' })
    await readyToSell(here, id)
    const sold = await sellable(here, id)
    const statuses = async () => [(await post(here, id, sold)).status, (await post(there, id, sold)).status]
    expect(await statuses()).toEqual([201, 201])
    const strict = text.replace('PB,2018-01-01,*,sefaz', 'SP,2026-01-01,*,sefaz')
    ;(await api.loadFiscalTable(here, parameters(strict))).expect(201)
    expect((await post(here, id, sold)).status).toBe(201) // 82.00 is below 500.00
    ;(await api.setFiscalValue(here, limit('50.00'))).expect(201)
    expect((await post(here, id, sold)).status).toBe(422)
    await until('the other follows', async () => (await post(there, id, sold)).status === 422, 5_000)
  })
})
