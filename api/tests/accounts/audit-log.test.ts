// Reading the audit log: who sees what of it, its filters, its spreadsheet; and that nobody changes it unseen.
import { beforeAll, describe, expect, test } from 'vitest'
import { account, type Company, newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { routes } from '../helpers/contract.ts'
import { company as companyForm } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { cellsOf, partOf } from '../helpers/imports.ts'
import { Server, until, ownServer } from '../helpers/server.ts'

const server = ownServer()
let made: Awaited<ReturnType<typeof office>>
let admin: Caller
let user: Caller
let own: Company
let other: Company
let adminId = ''
let userId = ''

beforeAll(async () => {
  made = await office(server)
  ;({ admin, user, own, other } = made)
  adminId = made.adminAccount.id
  userId = made.userAccount.id
})

interface Entry {
  at: string
  action?: string
  resultado?: 'success' | 'error' | 'processing'
  by?: string | null
  company?: string | null
  about?: string | null
  details?: string
  description?: string
}
/** Rows as the program writes them, at times of our own. */
function log(entries: Entry[]): string[] {
  const { id } = server.database
  const orNull = (value: string | null | undefined) => (value ? id(value) : 'null')
  const ids = entries.map(() => crypto.randomUUID())
  server.database.run(
    entries
      .map(
        (
          {
            at,
            action = 'product_update',
            resultado = 'success',
            by = adminId,
            company,
            about,
            details,
            description = 'Salvou',
          },
          i,
        ) => {
          const micros = `${Date.parse(at)}000`
          const row = `insert into action_logs (id, user_id, action_type, description, company_id, target_user_id, created_at, resultado)
          values (${id(ids[i]!)}, ${orNull(by)}, '${action}', '${description}', ${orNull(company)}, ${orNull(about)}, ${micros}, '${resultado}')`
          return details
            ? `${row};\ninsert into action_log_details (action_log_id, details) values (${id(ids[i]!)}, '${details}')`
            : row
        },
      )
      .join(';\n'),
  )
  return ids
}
const listed = async (as: Caller, query: api.AuditFilter = {}) => (await api.listAuditLog(as, query)).expect(200)
const idsOf = async (as: Caller, query: api.AuditFilter = {}) => (await listed(as, query)).items.map(({ id }) => id)

test('an entry tells who did what to whom where, and what changed', async () => {
  const fresh = await newCompany(admin)
  const [id] = log([
    {
      at: '2031-01-02T03:04:05.678Z',
      action: 'user_edit',
      company: fresh.id,
      about: userId,
      details: '{"full_name":["Ana","Bia"]}',
      description: 'Editou',
    },
  ])
  const [entry] = (await listed(admin, { company_id: fresh.id })).items
  expect(entry).toEqual({
    id,
    created_at: '2031-01-02T03:04:05.678000Z',
    action_type: 'user_edit',
    description: 'Editou',
    resultado: 'success',
    user: { id: adminId, full_name: expect.any(String), email: made.adminAccount.email },
    company: { id: fresh.id, razao_social: fresh.razao_social },
    target_user: { id: userId, full_name: expect.any(String), email: made.userAccount.email },
    details: { full_name: ['Ana', 'Bia'] },
  })
})

test('what nobody did, of no company, without details', async () => {
  log([{ at: '2031-02-03T00:00:00Z', by: null, action: 'aplicativo_teste' }])
  expect((await listed(admin, { action_type: 'aplicativo_teste' })).items).toMatchObject([
    { user: null, company: null, target_user: null, details: null },
  ])
})

test('deleted accounts and companies keep a name', async () => {
  const gone = await newCompany(admin)
  const clerk = await account(server)
  log([{ at: '2031-03-01T00:00:00Z', by: clerk.id, company: gone.id }])
  ;(await api.deleteCompany(admin, gone.id, '*')).expect(204)
  server.database.run(`update users set deleted_at = 1, active = 'N' where id = ${server.database.id(clerk.id)}`)
  expect((await listed(admin, { user_id: clerk.id, action_type: 'product_update' })).items).toMatchObject([
    { user: { id: clerk.id, email: clerk.email }, company: { id: gone.id, razao_social: 'Empresa excluída' } },
  ])
  expect((await listed(admin, { company_id: gone.id })).items.map(({ action_type }) => action_type)).toContain(
    'company_delete',
  )
})

describe('filters', () => {
  let company = ''
  let clerk = ''
  let ids: string[] = []
  beforeAll(async () => {
    company = (await newCompany(admin, { fuso_horario: 'America/Rio_Branco' })).id // five hours behind UTC
    clerk = (await account(server)).id
    ids = log([
      { at: '2030-05-10T04:59:59.999Z', company, resultado: 'error' },
      { at: '2030-05-10T05:00:00Z', company, by: clerk },
      { at: '2030-05-11T04:59:59.999Z', company, action: 'budget_create', by: clerk, resultado: 'error' },
      { at: '2030-05-11T05:00:00Z', company, action: 'budget_create', resultado: 'processing' },
    ])
  })
  // a: the eve, b and c: the day, d: the day after
  const letters = (found: string[]) => found.map((id) => 'abcd'[ids.indexOf(id)] ?? '').join('')

  test.each([
    ['none', {}, 'dcba'],
    ['success', { resultado: 'success' }, 'b'],
    ['error', { resultado: 'error' }, 'ca'],
    ['processing', { resultado: 'processing' }, 'd'],
    ['an action', { action_type: 'budget_create' }, 'dc'],
    ['an unknown action', { action_type: 'nada' }, ''],
    ['from a day of the company', { de: '2030-05-10' }, 'dcb'],
    ['to a day of the company', { ate: '2030-05-10' }, 'cba'],
    ['one day', { de: '2030-05-10', ate: '2030-05-10' }, 'cb'],
    ['an empty period', { de: '2030-05-11', ate: '2030-05-10' }, ''],
    ['action and outcome', { action_type: 'budget_create', resultado: 'error' }, 'c'],
    ['day and outcome', { de: '2030-05-10', ate: '2030-05-10', resultado: 'error' }, 'c'],
  ] as [string, api.AuditFilter, string][])('%s', async (_, query, expected) => {
    const page = await listed(admin, { company_id: company, ...query })
    expect(letters(page.items.map(({ id }) => id))).toBe(expected)
    expect([page.total, page.total_exact]).toEqual([page.items.length, true])
  })

  test('who did it, alone and with others', async () => {
    expect(letters(await idsOf(admin, { company_id: company, user_id: clerk }))).toBe('cb')
    expect(letters(await idsOf(admin, { user_id: clerk }))).toBe('cb')
    expect(letters(await idsOf(admin, { user_id: clerk, resultado: 'error' }))).toBe('c')
    expect(letters(await idsOf(admin, { user_id: clerk, action_type: 'product_update' }))).toBe('b')
    expect(
      letters(
        await idsOf(admin, { user_id: clerk, action_type: 'product_update', resultado: 'success', de: '2030-05-10' }),
      ),
    ).toBe('b')
  })

  test('without a company the days are those of Brasília', async () => {
    expect(letters(await idsOf(admin, { user_id: clerk, de: '2030-05-10', ate: '2030-05-10' }))).toBe('b')
    expect(letters(await idsOf(admin, { user_id: clerk, de: '2030-05-11', ate: '2030-05-11' }))).toBe('c')
  })

  test('pages', async () => {
    const first = await listed(admin, { company_id: company, page_size: 2 })
    expect(letters(first.items.map(({ id }) => id))).toBe('dc')
    const second = await listed(admin, { company_id: company, page_size: 2, page: 2 })
    expect(letters(second.items.map(({ id }) => id))).toBe('ba')
    expect(second).toMatchObject({ page: 2, page_size: 2, total: first.total })
    expect((await listed(admin, { company_id: company, page: 50 })).items).toEqual([])
  })

  test('wrong ones are all told', async () => {
    const fields = (
      await api.listAuditLog(
        admin,
        { resultado: 'ok', action_type: 'x'.repeat(61), user_id: '1', de: '2030-02-30', ate: 'hoje', page: 0 },
        { search: 'a', sort: 'id', cor: 'x' },
      )
    ).fields()
    expect(Object.keys(fields).sort()).toEqual([
      'action_type',
      'ate',
      'cor',
      'de',
      'page',
      'resultado',
      'search',
      'sort',
      'user_id',
    ])
    expect((await api.listAuditLog(admin, { company_id: '1' })).fields()).toHaveProperty('company_id')
  })
})

test('totals are counted to 1,000', async () => {
  const fresh = (await newCompany(admin)).id
  const { isPostgres, id } = server.database
  const add = (rows: number) =>
    server.database.run(`insert into action_logs (id, action_type, description, company_id, created_at, resultado)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})
      select ${isPostgres ? 'gen_random_uuid()' : 'randomblob(16)'}, 'muitas', 'x', ${id(fresh)}, 1000000000000000 + n, 'success' from numbers`)
  add(1000)
  expect(await listed(admin, { action_type: 'muitas' })).toMatchObject({ total: 1000, total_exact: true })
  add(1)
  expect(await listed(admin, { action_type: 'muitas', page: 101 })).toMatchObject({
    total: 1000,
    total_exact: false,
    items: [{}],
  })
})

describe('who sees what', () => {
  let inOwn = ''
  let inOther = ''
  let inNone = ''
  beforeAll(() => {
    ;[inOwn, inOther, inNone] = log([
      { at: '2032-01-01T00:00:01Z', company: own.id },
      { at: '2032-01-01T00:00:02Z', company: other.id },
      { at: '2032-01-01T00:00:03Z' },
    ]) as [string, string, string]
  })

  test('an admin sees everything, or one company', async () => {
    expect((await idsOf(admin)).slice(0, 3)).toEqual([inNone, inOther, inOwn])
    expect((await idsOf(admin, { company_id: other.id }))[0]).toBe(inOther)
  })

  test('a user sees the active company', async () => {
    ;(await api.setActiveCompany(user, own.id)).expect(200)
    const { items } = await listed(user)
    expect(items[0]!.id).toBe(inOwn)
    expect(new Set(items.map(({ company }) => company?.id))).toEqual(new Set([own.id]))
    expect((await idsOf(user, { company_id: own.id }))[0]).toBe(inOwn)
  })

  test('not that of others, which is noted', async () => {
    const stranger = await account(server, 'foreign')
    server.database.link(stranger.id, other.id)
    ;(await api.listAuditLog(stranger.caller, { company_id: own.id })).problem(404, 'not_found')
    ;(await api.exportAuditLog(stranger.caller, { company_id: own.id })).problem(404, 'not_found')
    const found = await until('refusal', async () => {
      const { items } = await listed(admin, { company_id: own.id, user_id: stranger.id, resultado: 'error' })
      return items.length > 0 ? items : undefined
    })
    expect(found[0]!.action_type).toBe('access_refused')
  })

  test('nothing without a company', async () => {
    const { caller } = await account(server)
    ;(await api.listAuditLog(caller, {})).problem(403, 'forbidden')
    ;(await api.exportAuditLog(caller, { format: 'csv' })).problem(403, 'forbidden')
  })

  test('a company that lost its user is out of reach at once', async () => {
    const clerk = await account(server, 'user')
    const fresh = await newCompany(admin)
    server.database.link(clerk.id, fresh.id)
    ;(await api.setActiveCompany(clerk.caller, fresh.id)).expect(200)
    expect((await listed(clerk.caller)).items).toHaveLength(1)
    server.database.unlink(clerk.id, fresh.id)
    ;(await api.listAuditLog(clerk.caller.as('unlinked'), {})).problem(403, 'forbidden')
  })
})

describe('the spreadsheet', () => {
  let company = ''
  beforeAll(async () => {
    company = (await newCompany(admin)).id
    log([
      { at: '2033-01-01T02:30:00Z', company, description: '=1+1', details: `{"nota":"${'é'.repeat(40_000)}"}` },
      {
        at: '2033-01-01T12:00:00Z',
        company,
        resultado: 'error',
        action: 'budget_delete',
        description: 'Não; excluiu',
        about: userId,
      },
    ])
  })

  test('has the rows of the list, in words', async () => {
    const answer = await api.exportAuditLog(admin, { company_id: company, de: '2032-12-31', format: 'csv' })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="logs-\d{4}-\d\d-\d\d\.csv"$/)
    const [heading, ...rows] = cellsOf(answer.text)
    expect(heading).toEqual([
      'Data',
      'Resultado',
      'Ação',
      'Descrição',
      'Usuário',
      'E-mail',
      'Empresa',
      'Usuário afetado',
      'Detalhes',
      'Instante (UTC)',
    ])
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['01/01/2033 09:00', 'Erro', 'budget_delete', 'Não; excluiu'],
      ['31/12/2032 23:30', 'Sucesso', 'product_update', "'=1+1"],
    ])
    expect(rows[1]![8]).toContain('é'.repeat(40_000))
    expect(rows[0]![9]).toBe('2033-01-01T12:00:00.000000Z')
  })

  test('XLSX takes details that are longer than a cell', async () => {
    const answer = await api.exportAuditLog(admin, { company_id: company })
    const sheet = partOf(answer.bytes, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('éé…')
    expect(sheet.match(/<row /g)).toHaveLength(4)
  })

  test('filters and wrong ones', async () => {
    const rows = cellsOf(
      (await api.exportAuditLog(admin, { company_id: company, resultado: 'error', format: 'csv' })).text,
    )
    expect(rows).toHaveLength(2)
    expect((await api.exportAuditLog(admin, { format: 'pdf' })).fields()).toHaveProperty('format')
    expect((await api.exportAuditLog(admin, { de: 'x' })).fields()).toHaveProperty('de')
  })

  test('more than one batch comes in the order of the list, without gaps', async () => {
    const rows = cellsOf((await api.exportAuditLog(admin, { action_type: 'muitas', format: 'csv' })).text).slice(1)
    const instants = rows.map((row) => row[9]!)
    expect(instants).toHaveLength(1001)
    expect(instants).toEqual([...instants].sort().reverse())
  })
})

test('no route changes the log, and the database refuses to', async () => {
  const changing = Object.values(routes).filter(({ path, method }) => path.includes('audit') && method !== 'GET')
  expect(changing).toEqual([])
  await until('sealing', () => server.database.rows('select numero from action_log_elos limit 1')[0])
  for (const sql of [
    `update action_logs set description = ''`,
    'delete from action_logs',
    `update action_log_details set details = ''`,
    'delete from action_log_details',
    'update action_log_elos set numero = 0',
    'delete from action_log_elos',
  ])
    expect(() => server.database.run(sql), sql).toThrow(/never changed/)
})

describe('balcao audit verify', () => {
  const sealed = () =>
    until('sealing', () => server.database.rows('select count(*) as n from action_log_pendentes')[0]?.n === 0, 30_000)

  test('proves that all is as it was', async () => {
    await sealed()
    const { code, stdout, stderr } = await server.command(['audit', 'verify'])
    expect([code, stderr]).toEqual([0, ''])
    const [{ n }] = server.database.rows('select count(*) as n from action_logs') as [{ n: number }]
    expect(stdout).toContain(`Registro de auditoria íntegro: ${n} registros selados.`)
    expect(stdout).toMatch(new RegExp(`${own.razao_social} \\(${own.id}\\): \\d+ selados, 0 a selar. Íntegra.`))
    expect(stdout).toMatch(/^Instalação: \d+ selados, 0 a selar. Íntegra.$/m)
    expect(stdout).toMatch(/^Empresa excluída \(/m)
  })

  test('names what was changed', async () => {
    await sealed()
    const drop = server.database.isPostgres
      ? 'drop trigger action_logs_no_change on action_logs'
      : 'drop trigger action_logs_no_update'
    server.database.run(drop)
    server.database.run(
      `update action_logs set description = 'nada' where company_id = ${server.database.id(own.id)} and action_type = 'company_create'`,
    )
    // Not always the first: rows of this file have ids of no time, and rows that wait are sealed by their ids.
    const [link] = server.database.rows<{ numero: number | string }>(
      `select e.numero from action_log_elos e join action_logs l on l.id = e.action_log_id
        where l.company_id = ${server.database.id(own.id)} and l.action_type = 'company_create'`,
    )
    const numero = Number(link!.numero)
    const { code, stdout } = await server.command(['audit', 'verify'])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      new RegExp(
        `${own.id}\\): ${numero - 1} selados, 0 a selar. QUEBRADA. Elo ${numero}: o registro [0-9a-f-]{36} \\(.*, company_create\\)`,
      ),
    )
    expect(stdout).not.toContain('íntegro')
  })

  test('says so when the database was never used', async () => {
    const empty = new Server()
    const { code, stderr } = await empty.command(['audit', 'verify'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('Inicie o servidor')])
    empty.remove()
  })
})

test('what the program itself does is in the list', async () => {
  const fresh = await newCompany(admin, companyForm())
  const { items } = await listed(admin, { company_id: fresh.id })
  expect(items).toMatchObject([{ action_type: 'company_create', user: { id: adminId }, company: { id: fresh.id } }])
})
