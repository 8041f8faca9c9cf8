// Runs after all other tests: how would each engine that ran them all run the statements that they caused, among a million
// rows? One that goes through a whole table, or through all of a company's rows for one of them, is slow for everybody sooner or
// later; plans.allowed.ts names those that may.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '../helpers/cluster.ts'
import { Database } from '../helpers/database.ts'
import { fillPostgres, filling_ms, isLong, tellSqliteOfMillions } from '../helpers/plan-rows.ts'
import { explainOnPostgres, explainOnSqlite, type Problem, postgresProblems, sqliteProblems } from '../helpers/plans.ts'
import { runCommand, secretKey } from '../helpers/server.ts'
import { recordedStatements } from '../helpers/statements.ts'
import { wholeEngines } from '../helpers/whole-engines.ts'
import { allowed, everyTable, nowAndThen, smallTables } from './plans.allowed.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-plans-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function migrated(url: string): Promise<Database> {
  const env = { BALCAO_DATABASE_URL: url, BALCAO_DATA_DIR: folder, BALCAO_SECRET_KEY: secretKey }
  const made = await runCommand(['user', 'create-admin', 'planos@exemplo.com.br'], env, 'senha longa de teste\n')
  expect(made.stderr).toBe('')
  return new Database(url)
}

const isNamed = ({ statement, what }: Problem) =>
  what in smallTables || what in (allowed[statement] ?? {}) || statement in everyTable || statement in nowAndThen

/** One sentence for each problem that nobody has named. */
const complaints = (problems: Problem[]) => [
  ...new Set(
    problems
      .filter((problem) => !isNamed(problem))
      .map(
        ({ statement, what, line }) =>
          `statement ${statement}: ${what} (${line}): add an index, or name '${what}' in plans.allowed.ts`,
      ),
  ),
]

const seen: Problem[] = []
const explained = new Set<string>()

describe.each(wholeEngines)('on %s', (engine) => {
  let problems: Problem[]
  beforeAll(async () => {
    const statements = recordedStatements(engine)
    for (const { name } of statements) explained.add(name)
    const database = await migrated(engine === 'sqlite' ? `sqlite:${join(folder, 'plans.db')}` : newDatabase())
    if (engine === 'sqlite') {
      problems = explainOnSqlite(database, statements) // as it assumes its tables to be before it has looked at them
      tellSqliteOfMillions(database)
      problems.push(...explainOnSqlite(database, statements))
    } else {
      fillPostgres(database)
      problems = explainOnPostgres(database, statements)
    }
    seen.push(...problems)
    expect(statements.length).toBeGreaterThan(300)
  }, filling_ms)

  test('no statement goes through a whole table, or through a company for one row', () => {
    expect(complaints(problems)).toEqual([])
  })
})

// Of both engines, and of few rows: among more of them a plan may need less.
test.skipIf(isLong || wholeEngines.length < 2)('nothing is named that no statement needs', () => {
  const needed = new Set(seen.map(({ statement, what }) => `${statement}: ${what}`))
  const named = Object.entries(allowed).flatMap(([statement, whats]) =>
    explained.has(statement) ? Object.keys(whats).map((what) => `${statement}: ${what}`) : [],
  )
  expect(named.filter((entry) => !needed.has(entry))).toEqual([])
})

describe('plans are understood', () => {
  const statement = (sql: string) => ({ name: 'asked', sql, types: [] })
  const tables = new Set(['users', 'roles'])
  const ids = new Map([['users', ['id']]])

  test.each([
    ['select 1 from users u', 'QUERY PLAN\n`--SCAN u', ['scan users']],
    ['select 1 from users', '|--SCAN users USING COVERING INDEX users_email', ['scan users']],
    ['select 1 from users u, roles as r', '|--SEARCH u USING INDEX a (id=?)\n`--SCAN r', ['scan roles']],
    ['select 1 from users', '|--SCAN users\n`--USE TEMP B-TREE FOR ORDER BY', ['scan users', 'sort']],
    ['select 1 from users', '|--SEARCH users USING INDEX a (id=?)\n`--USE TEMP B-TREE FOR ORDER BY', []],
    ['select 1 from users', '`--SEARCH users USING AUTOMATIC COVERING INDEX (id=?)', ['scan users']],
    ['select 1 from users', '`--SEARCH users USING INDEX a (ANY(active) AND id=?)', ['scan users']],
    ['with found (id) as (select 2) select 1 from found f', '|--SCAN CONSTANT ROW\n`--SCAN f', []],
    ['with found (id) as (values (2), (3)) select 1 from found f', '|--SCAN 2 CONSTANT ROWS\n`--SCAN f', []],
    ['select 1 from text t', '`--SCAN t VIRTUAL TABLE INDEX 0:M1', []],
    ['select 1 from text t', '`--SCAN t VIRTUAL TABLE INDEX 0:', ['scan text']],
    ['select 1 from json_each(:ids) e', '`--SCAN e VIRTUAL TABLE INDEX 1:', []],
    ['select 1 from users where id = :id', '`--SEARCH users USING INDEX a (emitente_id=?)', ['walk users']],
    ['select 1 from users where id = :id', '`--SEARCH users USING INDEX a (emitente_id=? AND id=?)', []],
    ['select 1 from users where role_id = :id', '`--SEARCH users USING INDEX a (emitente_id=? AND ambiente=?)', []],
  ])('of SQLite: %s: %s', (sql, plan, expected) => {
    expect(sqliteProblems(statement(sql), plan, tables, ids).map(({ what }) => what)).toEqual(expected)
  })

  const index = { name: 'users_email', table: 'users', method: 'btree', first: 'email', second: null }
  const scan = (condition?: string) => ({
    'Node Type': 'Index Scan',
    'Relation Name': 'users',
    'Index Name': 'users_email',
    ...(condition ? { 'Index Cond': condition } : {}),
  })
  test.each([
    [{ 'Node Type': 'Seq Scan', 'Relation Name': 'users' }, 'btree', ['scan users']],
    [scan('(email = $1)'), 'btree', []],
    [scan('(active = $1)'), 'btree', ['scan users']],
    [scan('(active = $1)'), 'gin', []],
    [scan(), 'gin', ['scan users']],
    [{ 'Node Type': 'Sort', Plans: [scan()] }, 'btree', ['scan users', 'sort']],
    [{ 'Node Type': 'Sort', Plans: [scan('(email = $1)')] }, 'btree', []],
  ])('of PostgreSQL: %j by %s', (plan, method, expected) => {
    const found = postgresProblems(statement('select 1'), plan, new Map([[index.name, { ...index, method }]]))
    expect(found.map(({ what }) => what)).toEqual(expected)
  })

  test.each([
    ['select 1 from users where id = $1', '(emitente_id = $2)', ['walk users']],
    ['select 1 from users where id = $1', '((emitente_id = $2) AND (id = $1))', []],
    ['select 1 from users where role_id = $1', '(emitente_id = $2)', []],
  ])('of PostgreSQL: %s by %s', (sql, condition, expected) => {
    const ofCompany = { ...index, first: 'emitente_id', second: 'id' }
    const found = postgresProblems(statement(sql), scan(condition), new Map([[index.name, ofCompany]]), ids)
    expect(found.map(({ what }) => what)).toEqual(expected)
  })
})
