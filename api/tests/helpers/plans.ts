// What the engines say about how they would run a statement, read for two questions: does it go through a whole table? Does it
// look for one thing among all that a company has, though an index finds it?
import { execFileSync } from 'node:child_process'
import type { Database } from './database.ts'
import type { Statement } from './statements.ts'

/**
 * `what`: 'scan TABLE'; 'walk TABLE' when it goes through a company's rows and not by the index of an id that it is given; 'sort'
 * when what a scan found is sorted as a whole.
 */
export interface Problem {
  statement: string
  what: string
  /** The plan's own words. */
  line: string
}

/** What an engine's shell said about each statement, or an error with all of its complaints. */
function shellAnswers(program: string, args: string[], script: string, count: number): string[] {
  const output = execFileSync(program, args, {
    input: script,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'inherit'], // complaints are shown
  })
  const answers = output.split(/^#\d+\n/m).slice(1)
  if (answers.length !== count) throw new Error(`${program} stopped after ${answers.length} of ${count} statements`)
  return answers
}

const withSort = (problems: Problem[], statement: string, sort: string | undefined): Problem[] =>
  problems.some(({ what }) => what.startsWith('scan ')) && sort !== undefined
    ? [...problems, { statement, what: 'sort', line: sort }]
    : problems

/** By table: the id columns that an index begins with, alone or behind the company. */
export type Ids = Map<string, string[]>

function idsOf(indexes: { table: string; first: string; second: string | null }[]): Ids {
  const found: Ids = new Map()
  for (const { table, first, second } of indexes) {
    const column = isShared.test(first) ? second : first
    if (column && /^(\w+_)?id$/.test(column)) found.set(table, [...(found.get(table) ?? []), column])
  }
  return found
}

const isGivenOne = ({ sql }: Statement, table: string, ids: Ids) =>
  ids.get(table)?.some((id) => new RegExp(`\\b${id}\\s*=\\s*[:$@?]`, 'i').test(sql)) ?? false

/** Columns that all rows of a company, or of one of its environments, have in common. */
const shared = '(?:emitente_id|company_id|id_emit|ambiente)'
const isShared = new RegExp(`^${shared}$`)

// --- SQLite

const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The table behind a name in a plan, which is an alias where there is one; undefined: rows that the statement made. */
function sqliteTable(sql: string, name: string, tables: Set<string>): string | undefined {
  const matches = (pattern: string) => new RegExp(pattern.replaceAll('NAME', quoted(name)), 'i').exec(sql)
  const aliased = matches('\\b(?:from|join|update|into|,)\\s+(\\w+)\\s+(?:as\\s+)?NAME\\b')?.[1]
  if (aliased && tables.has(aliased)) return aliased
  if (tables.has(name)) return name
  if (/^(json_each|json_tree|pragma_\w+|sqlite_\w+)$/.test(aliased ?? name)) return undefined
  const isOwn =
    matches('\\)\\s*(as\\s+)?NAME\\b') ?? // of a subquery, or of a function
    (aliased && new RegExp(`\\b${aliased}\\s*(\\([^)]*\\))?\\s+as\\s+`, 'i').exec(sql)) ??
    matches('\\bNAME\\s*(\\([^)]*\\))?\\s+as\\s+(not\\s+)?(materialized\\s+)?\\(')
  return isOwn ? undefined : (aliased ?? name) // what is not understood is shown
}

const allOfCompany = new RegExp(` \\(${shared}=\\?(?: AND ${shared}=\\?)*\\)`)

/** Problems of one plan, in the words of `explain query plan`. */
export function sqliteProblems(
  statement: Statement,
  plan: string,
  tables: Set<string>,
  ids: Ids = new Map(),
): Problem[] {
  const lines = plan.split('\n').map((line) => line.replace(/^[\s|`-]+/, ''))
  const problems = lines.flatMap((line): Problem[] => {
    const [, how, name, rest = ''] = /^(SCAN|SEARCH) (\S+)(.*)$/.exec(line) ?? []
    if (!name || name === 'CONSTANT' || rest === ' CONSTANT ROWS' || name.startsWith('(')) return []
    const isByIndex = /VIRTUAL TABLE INDEX \d+:\S/.test(rest)
    const isWhole = how === 'SCAN' ? !isByIndex : / AUTOMATIC |\(ANY\(/.test(rest)
    const isWalk = allOfCompany.test(rest)
    const table = isWhole || isWalk ? sqliteTable(statement.sql, name, tables) : undefined
    if (!table || (!isWhole && !isGivenOne(statement, table, ids))) return []
    return [{ statement: statement.name, what: `${isWhole ? 'scan' : 'walk'} ${table}`, line }]
  })
  return withSort(
    problems,
    statement.name,
    lines.find((line) => /^USE TEMP B-TREE FOR (?!RIGHT PART|LAST)/.test(line)),
  )
}

export function explainOnSqlite(database: Database, statements: Statement[]): Problem[] {
  const tables = new Set(
    database.rows<{ name: string }>("select name from sqlite_schema where type = 'table'").map(({ name }) => name),
  )
  const script = statements.map(({ sql }, i) => `select '#${i}';\nexplain query plan ${sql}\n;\n`).join('')
  const before = 'pragma case_sensitive_like = on;\npragma trusted_schema = on;\n'
  const plans = shellAnswers(
    'sqlite3',
    ['-bail', database.url.slice('sqlite:'.length)],
    before + script,
    statements.length,
  )
  const ids = idsOf(
    database.rows(`
      select t.name as "table", a.name as first, b.name as second
      from sqlite_schema t join pragma_index_list(t.name) l join pragma_index_info(l.name) a on a.seqno = 0
      left join pragma_index_info(l.name) b on b.seqno = 1 where t.type = 'table' and a.name is not null`),
  )
  return statements.flatMap((statement, i) => sqliteProblems(statement, plans[i]!, tables, ids))
}

// --- PostgreSQL

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

export interface Index {
  name: string
  table: string
  method: string
  /** Its first column or expression, and the one behind it. */
  first: string
  second: string | null
}

const bare = (expression: string) => expression.replaceAll(/::[a-z]+|[\s()"]/g, '')

const onlyOfCompany = new RegExp(`^${shared}=[^=]+?(?:AND${shared}=[^=]+?)*$`)

/** Problems of one plan, as `explain (format json)` gives it. */
export function postgresProblems(
  statement: Statement,
  plan: PlanNode,
  indexes: Map<string, Index>,
  ids: Ids = new Map(),
): Problem[] {
  const problems: Problem[] = []
  let sort: string | undefined
  const visit = (node: PlanNode) => {
    const type = node['Node Type']
    const index = indexes.get(node['Index Name'] ?? '')
    const condition = node['Index Cond']
    const isCatalog = /^pg_/.test(node['Relation Name'] ?? node['Index Name'] ?? '')
    // A condition on later columns only goes through the whole index.
    const isFound = index && condition && (index.method !== 'btree' || bare(condition).includes(bare(index.first)))
    if (!isCatalog && (type === 'Seq Scan' || (node['Index Name'] && !isFound))) {
      const table = node['Relation Name'] ?? index?.table ?? node['Index Name']
      const by = node['Index Name'] ? ` by ${node['Index Name']} ${condition ?? ''}` : ''
      problems.push({ statement: statement.name, what: `scan ${table}`, line: `${type} on ${table}${by}` })
    } else if (isFound && onlyOfCompany.test(bare(condition)) && isGivenOne(statement, index.table, ids)) {
      const line = `${type} by ${node['Index Name']} ${condition}`
      problems.push({ statement: statement.name, what: `walk ${index.table}`, line })
    }
    if (type === 'Sort') sort ??= type // not 'Incremental Sort', which sorts what an index has almost in order
    node.Plans?.forEach(visit)
  }
  visit(plan)
  return withSort(problems, statement.name, sort)
}

export function explainOnPostgres(database: Database, statements: Statement[]): Problem[] {
  const indexes = database.rows<Index>(`
    select i.relname as name, t.relname as table, m.amname as method, pg_get_indexdef(x.indexrelid, 1, true) as first,
      nullif(pg_get_indexdef(x.indexrelid, 2, true), '') as second
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    join pg_am m on m.oid = i.relam join pg_namespace n on n.oid = t.relnamespace where n.nspname = current_schema()`)
  const ids = idsOf(indexes)
  const byName = new Map(indexes.map((index) => [index.name, index]))
  const oids = [...new Set(statements.flatMap(({ types }) => types))].filter((oid) => oid !== 0)
  const typeNames = new Map(
    database
      .rows<{ oid: number; name: string }>(
        `select oid::bigint, format_type(oid, null) as name from pg_type where oid in (${[0, ...oids].join(', ')})`,
      )
      .map(({ oid, name }) => [oid, name]),
  )
  const script = statements.map(({ sql, types }, i) => {
    const declared = types.map((oid) => typeNames.get(oid) ?? 'unknown')
    const [given, values] = types.length > 0 ? [`(${declared})`, `(${types.map(() => 'null')})`] : ['', '']
    return `\\echo '#${i}'
prepare asked ${given} as ${sql}
;
explain (format json, costs off) execute asked ${values};
deallocate asked;
`
  })
  // Joined by looking up row for row: otherwise tables of 20,000 rows are read whole because that is faster still.
  const before = `set plan_cache_mode = force_generic_plan;
set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
`
  const plans = shellAnswers(
    'psql',
    ['--quiet', '--no-psqlrc', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1', database.url],
    before + script.join(''),
    statements.length,
  )
  return statements.flatMap((statement, i) => postgresProblems(statement, JSON.parse(plans[i]!)[0].Plan, byName, ids))
}
