// The statements that the servers of all tests gave to their databases (BALCAO_TEST_STATEMENTS).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Statement {
  name: string
  /** As the engine was given it. */
  sql: string
  /** PostgreSQL: the oids of its parameters' types; 0: unknown. */
  types: number[]
}

export const statementsFile = (engine: string) => join(process.env.BALCAO_TEST_STATEMENTS_FOLDER!, `${engine}.jsonl`)

/** Each once, those that have a plan. */
export function recordedStatements(engine: string): Statement[] {
  const lines = readFileSync(statementsFile(engine), 'utf8').trimEnd().split('\n')
  const all = lines.map((line) => JSON.parse(line) as Statement)
  const distinct = new Map(all.map((statement) => [`${statement.name} ${statement.sql}`, statement]))
  return [...distinct.values()].filter(({ sql }) => /^\s*(select|with|insert|update|delete)\b/i.test(sql))
}
