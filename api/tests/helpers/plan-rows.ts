// Tables as they are after years, for the engines to plan with. SQLite is told their size; PostgreSQL, which believes
// only what it sees, gets rows. They mean nothing: rules between columns and tables are switched off.
import type { Database } from './database.ts'

const million = 1_000_000
/** `./test long` asks for more rows than `./test`. */
export const isLong = process.env.BALCAO_PLAN_ROWS !== undefined
/** Enough for the planner to choose as it does for more, since it may not go through tables. */
const rowsOnPostgres = Number(process.env.BALCAO_PLAN_ROWS ?? 20_000)
/** How long it may take to fill every table. */
export const filling_ms = 300_000 + rowsOnPostgres * 2
const companies = 10
const isCompany = (column: string) => /^(emitente_id|id_emit|company_id)$/.test(column)

/** How many different values a column of a million rows has. */
function distinct(column: string, type: string): number {
  if (isCompany(column)) return companies
  if (type === 'uuid') return 100_000
  return type === 'bigint' || type === 'integer' ? 10_000 : 50
}

/** Tells SQLite that each table has a million rows. Seen by connections that are opened afterwards. */
export function tellSqliteOfMillions(database: Database): void {
  const columns = database.rows<{ table: string; index: string; unique: number; columns: string }>(`
    select t.name as "table", l.name as "index", l."unique",
      (select json_group_array(json_array(coalesce(x.name, ''), coalesce(lower(c.type), '')))
       from (select * from pragma_index_info(l.name) order by seqno) x
       left join pragma_table_info(t.name) c on c.name = x.name) as columns
    from sqlite_schema t join pragma_index_list(t.name) l where t.type = 'table'`)
  const rows = columns.map(({ table, index, unique, columns: described }) => {
    let kept = million
    const all = JSON.parse(described) as [string, string][]
    const averages = all.map(([column, type], i) => {
      kept = unique && i === all.length - 1 ? 1 : Math.max(1, Math.round(kept / distinct(column, type)))
      return kept
    })
    return `('${table}', '${index}', '${[million, ...averages].join(' ')}')`
  })
  database.run(
    `analyze;\ndelete from sqlite_stat1;\ninsert into sqlite_stat1 (tbl, idx, stat) values ${rows.join(',\n')}`,
  )
}

interface Column {
  table: string
  column: string
  type: string
  is_required: boolean
  is_identity: boolean
  /** The only column of a unique index. */
  is_unique: boolean
  /** One of several columns of a unique index. */
  is_part: boolean
  /** `check (column in (…))` as PostgreSQL writes it; null: anything goes. */
  list: string | null
}

function value({ column, type, is_required, is_unique, is_part, list }: Column): string {
  const listed = /ARRAY\[(.*)\]/.exec(list ?? '')?.[1]
  if (listed) return `(array[${listed}])[i % array_length(array[${listed}], 1) + 1]`
  const number = is_unique || is_part ? 'i' : 'i % 1000'
  const id = (n: string) => `('00000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
  const values: Record<string, string> = {
    uuid: isCompany(column) && !is_unique ? id(`i % ${companies} + 1`) : id('i'),
    bigint: number,
    integer: number,
    text: is_unique || is_part ? `'texto ' || i` : `'texto ' || i % 50`,
    bytea: `decode(lpad(to_hex(i), 8, '0'), 'hex')`,
    boolean: 'i % 2 = 0',
    xid8: 'i::text::xid8',
  }
  const found = values[type]
  if (!found) throw new Error(`helpers/plan-rows.ts knows no value of type ${type} (${column})`)
  if (is_required) return found
  return `case when i % 20 ${column === 'deleted_at' ? '=' : '<>'} 0 then ${found} end`
}

/** Gives each table its rows. */
export function fillPostgres(database: Database): void {
  const checks = database.rows<{ table: string; name: string }>(`
    select c.conrelid::regclass::text as table, c.conname as name from pg_constraint c
    join pg_namespace n on n.oid = c.connamespace where c.contype = 'c' and n.nspname = current_schema()`)
  const columns = database.rows<Column>(`
    select t.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as is_required,
      a.attidentity <> '' as is_identity,
      exists (select 1 from pg_index x where x.indrelid = t.oid and x.indisunique and x.indnkeyatts = 1
              and x.indkey[0] = a.attnum) as is_unique,
      exists (select 1 from pg_index x where x.indrelid = t.oid and x.indisunique and a.attnum = any (x.indkey)) as is_part,
      (select pg_get_constraintdef(c.oid) from pg_constraint c
       where c.conrelid = t.oid and c.contype = 'c' and c.conkey = array[a.attnum]
         and pg_get_constraintdef(c.oid) like '%= ANY%' limit 1) as list
    from pg_class t join pg_namespace n on n.oid = t.relnamespace join pg_attribute a on a.attrelid = t.oid
    where t.relkind = 'r' and n.nspname = current_schema() and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and t.relname <> 'schema_migrations' order by t.relname, a.attnum`)
  const inserts = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const own = columns.filter((column) => column.table === table && !column.is_identity)
    return `insert into ${table} (${own.map(({ column }) => `"${column}"`)}) select ${own.map(value)}
  from generate_series(1, ${rowsOnPostgres}) i on conflict do nothing;`
  })
  const drops = checks.map(({ table, name }) => `alter table ${table} drop constraint "${name}";`)
  // Replicas run neither triggers nor foreign keys.
  database.run(['set session_replication_role = replica;', ...drops, ...inserts, 'analyze;'].join('\n'))
}
