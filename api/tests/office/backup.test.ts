// Backup while it runs, restore elsewhere, and everything is there.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account, newCompany, office } from '../helpers/builders.ts'
import { item, newBudget } from '../helpers/budgets.ts'
import { Caller } from '../helpers/caller.ts'
import { password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { exchange } from '../helpers/http.ts'
import { png } from '../helpers/images.ts'
import { newPerson } from '../helpers/people.ts'
import { newProduct } from '../helpers/products.ts'
import { runCommand, Server, until, ownServer } from '../helpers/server.ts'

const server = ownServer()
const folder = mkdtempSync(join(tmpdir(), 'balcao-backup-'))
let made: Awaited<ReturnType<typeof office>>

beforeAll(async () => {
  made = await office(server)
  const client = await newPerson(made.admin, { razao_social: 'Construtora da Cópia' })
  const slab = await newProduct(made.admin, made.own.id, { prod_xProd: 'Laje da Cópia', prod_vUnCOM: '10.0000' })
  await newBudget(made.admin, made.own.id, client.id, { itens: [item(slab.id, '3.0000')] })
  ;(await api.putCompanyLogo(made.admin, made.own.id, 'system', png(), 'image/png')).expect(200)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Everything an admin can see. */
async function seen(as: Caller) {
  const companies = (await api.listCompanies(as, { page_size: 100 })).expect(200)
  const logos = await Promise.all(
    companies.items
      .filter(({ logo_sistema_url }) => logo_sistema_url)
      .map(async ({ logo_sistema_url }) => (await api.getPublicLogo(as, logo_sistema_url!)).bytes.toString('base64')),
  )
  const found = await Promise.all([
    api.listProducts(as, made.own.id, { search: 'laje copia' }),
    api.listPeople(as, { search: 'construtora' }),
    api.listBudgets(as, made.own.id, { search: 'construtora copia' }),
  ])
  const records = found.map((answer) => answer.expect(200).items)
  for (const each of records) expect(each).toHaveLength(1)
  return { companies, logos, records }
}

/**
 * Rows of every table, as text. Links of the audit log are made in the background, at any moment, and so are changes of
 * totals added up: of them the sums are compared.
 */
function everything(of: Server): Record<string, string[]> {
  const { database } = of
  const names = database.isPostgres
    ? `select tablename as name from pg_tables where schemaname = 'public'`
    : `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '%_busca%'`
  const tables = database
    .rows<{ name: string }>(names)
    .map(({ name }) => name)
    .filter((name) => !/^(action_log_(elos|cadeias|pendentes)|contagens(_mudancas)?|produtos_julgamento)$/.test(name))
  expect(tables).toEqual(
    expect.arrayContaining(['users', 'emitente', 'files', 'produtos', 'pessoas', 'orcamento', 'action_logs']),
  )
  const totals = database.rows(`
    select ${database.idText('emitente_id')} as company, tabela, situacao, sum(quantidade) as total from (
      select emitente_id, tabela, situacao, total as quantidade from contagens
      union all select emitente_id, tabela, situacao, mudanca from contagens_mudancas) as partes
    group by emitente_id, tabela, situacao order by emitente_id, tabela, situacao`)
  expect(totals).not.toEqual([])
  // All tables by one statement: a process for each takes so long that something is always written meanwhile.
  const columns = database.isPostgres
    ? new Map<string, string>()
    : new Map(
        database
          .rows<{ name: string; quoted: string }>(
            `select m.name, group_concat('quote("' || c.name || '")', ' || '','' || ') as quoted
             from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' group by m.name`,
          )
          .map(({ name, quoted }) => [name, quoted]),
      )
  const selects = tables.map(
    (table) => `select '${table}' as tabela, ${columns.get(table) ?? 't::text'} as linha from ${table} t`,
  )
  const rows: Record<string, string[]> = Object.fromEntries(tables.map((table) => [table, []]))
  for (const { tabela, linha } of database.rows<{ tabela: string; linha: string }>(selects.join(' union all ')))
    rows[tabela]!.push(linha)
  for (const lines of Object.values(rows)) lines.sort()
  return { ...rows, totals: totals.map((total) => JSON.stringify(total)) }
}

const KEY = 'a'.repeat(32)
const signing = (args: string[], key = KEY) => runCommand(args, { ...server.env, BALCAO_AUDIT_KEY: key })
test('a signed sheet finds out a log that was written anew', async () => {
  const file = join(folder, 'signed')
  await until('a first seal', () =>
    Promise.resolve(server.database.rows('select 1 as one from action_log_cadeias').length > 0),
  )
  expect((await signing(['backup', file])).code).toBe(0)
  const verify = (sheet: string, key = KEY) => signing(['audit', 'verify', '--sheet', sheet], key)
  expect((await verify(`${file}.json`)).code).toBe(0)
  expect((await verify(`${file}.json`, 'b'.repeat(32))).stderr).toContain('assinatura')

  const sheet = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
  const forged = join(folder, 'forged.json')
  sheet.audit_chains[0].hash = '0'.repeat(64)
  writeFileSync(forged, JSON.stringify(sheet))
  expect((await verify(forged)).stderr).toContain('assinatura')
  // Without the key the sheet is believed, and the log is not the one it tells of.
  const broken = await server.command(['audit', 'verify', '--sheet', forged])
  expect([broken.code, broken.stdout]).toEqual([1, expect.stringContaining('QUEBRADA')])
})

test('a server makes a backup a day, which can be restored', async () => {
  const daily = join(folder, 'daily')
  const shop = new Server({ env: { BALCAO_BACKUP_DIR: daily } })
  await shop.start()
  const owner = await account(shop, 'admin')
  const made = () => (existsSync(daily) ? readdirSync(daily).filter((name) => name.endsWith('.backup.json')) : [])
  await until('a first backup', () =>
    Promise.resolve(made().some((name) => readFileSync(join(daily, name)).length > 0)),
  )
  expect(made()[0]).toMatch(/^balcao-\d{4}-\d\d-\d\d\.backup\.json$/)
  await until('its age', async () => {
    const { bytes } = await exchange(shop.port, { method: 'GET', path: '/metrics' })
    return /^backup_age_seconds \d/m.test(bytes.toString())
  })
  expect((await api.listNotifications(owner.caller)).expect(200).items).toEqual([])
  await shop.stop()
  shop.remove()

  const other = new Server()
  expect((await other.command(['restore', join(daily, made()[0]!.replace('.json', ''))])).code).toBe(0)
  other.remove()
})

test('administrators are told when no backup can be made', async () => {
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  const shop = new Server({ env: { BALCAO_BACKUP_DIR: file } })
  await shop.start()
  const owner = await account(shop, 'admin')
  const notice = await until('the notice', async () => (await api.listNotifications(owner.caller)).expect(200).items[0])
  expect(notice).toMatchObject({ tipo: 'backup_falhou', tom: 'erro', company: null })
  expect((await api.listNotifications((await account(shop)).caller)).expect(200).items).toEqual([])
  await shop.stop()
  shop.remove()
})

test('a backup taken under writes, restored into an empty installation, is one consistent moment', async () => {
  const file = join(folder, 'under-load')
  let isDone = false
  const writing = (async () => {
    for (let count = 0; !isDone; count += 1)
      await newCompany(made.admin, { razao_social: `Durante a Cópia ${String(count).padStart(5, '0')}` })
  })()
  const backup = await server.command(['backup', file])
  isDone = true
  await writing
  expect(backup.code, backup.stderr).toBe(0)

  const other = new Server()
  const restore = await other.command(['restore', file])
  expect(restore.code, restore.stderr).toBe(0)
  await other.start()
  const admin = new Caller(other)
  ;(await api.signIn(admin, { email: made.adminAccount.email, password })).expect(200)
  const restored = (
    await api.listCompanies(admin, { search: 'durante a copia', sort: 'razao_social', page_size: 100 })
  ).expect(200)
  const numbers = restored.items.map(({ razao_social }) => Number(razao_social!.slice(-5)))
  expect(numbers).toEqual(numbers.map((_, at) => at))
  // Each company has its audit row: the moment lies between transactions.
  const [audited] = other.database.rows(
    `select count(*) as n from action_logs where description like '%Durante a Cópia%'`,
  )
  expect(audited!.n).toBe(restored.total)
  await other.stop()
  other.remove()
})

test('restored it is the same, row by row and byte by byte', async () => {
  const before = await seen(made.admin)
  // The program works by itself: of one in whose time it did nothing.
  const { file, rows } = await until(
    'a backup while nothing was written',
    async () => {
      const file = join(folder, `same-${randomUUID()}`)
      const rows = everything(server)
      const backup = await server.command(['backup', file])
      expect(backup.code, backup.stderr).toBe(0)
      return isDeepStrictEqual(everything(server), rows) && { file, rows }
    },
    30_000,
  )

  const other = new Server()
  expect((await other.command(['restore', file])).code).toBe(0)
  // Without the marks of the folder it came from, budgets go on a thousand higher.
  const higher = (row: string) =>
    row.replace(/(\d+)(\)?)$/, (_, last: string, end = '') => `${Number(last) + 1000}${end}`)
  expect(everything(other)).toEqual({
    ...rows,
    sessions: [],
    orcamento_numeracao: rows.orcamento_numeracao!.map(higher),
    sonda_escrita: [expect.any(String)], // on PostgreSQL it says that this one is right now
  })
  await other.start()
  // Who was signed in then may have been put out since.
  ;(await api.getSession(new Caller(other, 'admin', made.admin.cookie))).problem(401, 'unauthenticated')
  const admin = new Caller(other, 'admin')
  ;(await api.signIn(admin, { email: made.adminAccount.email, password })).expect(200)
  expect(await seen(admin)).toEqual(before)
  await other.stop()
  other.remove()
})

describe('a backup', () => {
  test('never overwrites a file', async () => {
    const file = join(folder, 'there-already')
    writeFileSync(file, 'keep me')
    const { code, stderr } = await server.command(['backup', file])
    expect([code, stderr]).toEqual([1, expect.stringContaining(file)])
    expect(readFileSync(file, 'utf8')).toBe('keep me')
  })

  test('into a folder that does not exist is refused with a sentence', async () => {
    const { code, stderr } = await server.command(['backup', join(folder, 'no/such/folder/x')])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/\S+ \S+/)])
  })

  test('holds neither a secret key nor a password', async () => {
    const file = join(folder, 'secrets')
    expect((await server.command(['backup', file])).code).toBe(0)
    const bytes = readFileSync(file).toString('latin1')
    expect(bytes).not.toContain(password)
    expect(readdirSync(folder).filter((name) => name.includes('secret.key'))).toEqual([])
  })
})

describe('a restore', () => {
  test.each([
    ['a file that is no backup', () => Buffer.from('isto não é uma cópia')],
    ['an empty file', () => Buffer.alloc(0)],
    ['half a backup', (whole: Buffer) => whole.subarray(0, Math.floor(whole.length / 2))],
    ['a backup with one bit changed', (whole: Buffer) => whole.map((byte, at) => (at === 5000 ? byte ^ 1 : byte))],
  ])('of %s is refused and changes nothing', async (name, content) => {
    const whole = join(folder, `whole-${name.replaceAll(' ', '-')}`)
    expect((await server.command(['backup', whole])).code).toBe(0)
    const broken = join(folder, `broken-${name.replaceAll(' ', '-')}`)
    writeFileSync(broken, content(readFileSync(whole)))
    writeFileSync(`${broken}.json`, readFileSync(`${whole}.json`))

    const other = new Server()
    await other.start()
    const known = await account(other)
    await other.stop()
    const { code, stderr } = await other.command(['restore', broken])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/\S+ \S+ \S+/)])
    await other.start()
    ;(await api.signIn(new Caller(other), { email: known.email, password })).expect(200)
    await other.stop()
    other.remove()
  })

  test('keeps what was there before', async () => {
    const file = join(folder, 'for-keeping')
    expect((await server.command(['backup', file])).code).toBe(0)
    const other = new Server()
    await other.start()
    await account(other)
    await other.stop()
    const { code, stderr } = await other.command(['restore', file])
    if (other.database.isPostgres) {
      // A database with tables is not touched at all.
      expect([code, stderr]).toEqual([1, expect.stringMatching(/\S+ \S+ \S+/)])
    } else {
      expect(code, stderr).toBe(0)
      expect(readdirSync(other.dataDir).some((name) => name.includes('before-restore'))).toBe(true)
    }
    other.remove()
  })

  test('of a backup without its sheet is refused, unless one insists', async () => {
    const file = join(folder, 'sheetless')
    expect((await server.command(['backup', file])).code).toBe(0)
    rmSync(`${file}.json`)
    const other = new Server()
    const refused = await other.command(['restore', file])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--without-sheet')])
    expect((await other.command(['restore', '--without-sheet', file])).code).toBe(0)
    other.remove()
  })

  test('twice in one second loses neither of the two databases before', async () => {
    if (server.database.isPostgres) return // refuses a database that has tables
    const file = join(folder, 'twice')
    expect((await server.command(['backup', file])).code).toBe(0)
    const other = new Server()
    for (let times = 0; times < 4; times += 1) expect((await other.command(['restore', file])).code).toBe(0)
    const kept = readdirSync(other.dataDir).filter((name) => name.includes('before-restore'))
    expect(kept).toHaveLength(3)
    other.remove()
  })

  test('while a server runs on the file is refused', async () => {
    if (server.database.isPostgres) return
    const file = join(folder, 'in-use')
    expect((await server.command(['backup', file])).code).toBe(0)
    const refused = await server.command(['restore', file])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/\S+ \S+ \S+/)])
    ;(await api.getSession(made.admin)).expect(200)
  })

  test('of a file that does not exist', async () => {
    const other = new Server()
    const { code, stderr } = await other.command(['restore', join(folder, 'nada')])
    expect([code, stderr]).toEqual([1, expect.stringContaining('nada')])
    expect(existsSync(join(folder, 'nada'))).toBe(false)
    other.remove()
  })
})
