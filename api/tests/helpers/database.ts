// The server's database seen from outside, through the engine's own shell.
import { execFileSync } from 'node:child_process'

export class Database {
  readonly url: string
  readonly isPostgres: boolean
  constructor(url: string) {
    this.url = url
    this.isPostgres = url.startsWith('postgresql:')
  }

  /** Rows of a select. Ids must be read through `idText`. */
  rows<T = Record<string, any>>(select: string): T[] {
    const text = this.isPostgres
      ? this.psql(`select coalesce(json_agg(t), '[]') from (${select}) t`)
      : this.sqlite(select)
    return text.trim() ? JSON.parse(text) : []
  }

  run(statements: string): void {
    if (this.isPostgres) this.psql(statements)
    else this.sqlite(statements)
  }

  /** SQL for an id as 32 hexadecimal digits. */
  idText = (column: string) => (this.isPostgres ? `replace(${column}::text, '-', '')` : `lower(hex(${column}))`)
  /** SQL literal of an id. */
  id = (uuid: string) => (this.isPostgres ? `'${uuid}'::uuid` : `x'${uuid.replaceAll('-', '')}'`)

  /** Lets a user use a company, as the user administration will. */
  link(userId: string, companyId: string, papel: 'gerente' | 'operador' = 'gerente'): void {
    this.run(
      `insert into emitente_users (emitente_id, user_id, papel) values (${this.id(companyId)}, ${this.id(userId)}, '${papel}')`,
    )
  }
  makeAdmin(userId: string): void {
    this.run(
      `update user_roles set role_id = (select id from roles where name = 'admin') where user_id = ${this.id(userId)}`,
    )
  }
  unlink(userId: string, companyId: string): void {
    this.run(`delete from emitente_users where emitente_id = ${this.id(companyId)} and user_id = ${this.id(userId)}`)
  }

  private psql(statement: string): string {
    return execFileSync(
      'psql',
      ['--quiet', '--no-psqlrc', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1', this.url],
      {
        input: statement,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    )
  }

  private sqlite(statement: string): string {
    return execFileSync('sqlite3', ['-bail', '-json', '-cmd', '.timeout 10000', this.url.slice('sqlite:'.length)], {
      input: `pragma foreign_keys = on;\n${statement};\n`,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
  }
}
