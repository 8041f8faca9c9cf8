// A server of our own with an administrator and a company, its database as the shell sees it, and timed requests.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'

const program = process.env.BALCAO_PROGRAM
const account = { email: process.env.EMAIL, password: process.env.PASSWORD }

/** `database`: address of an empty one. */
export class Server {
  constructor({ folder, database, port }) {
    Object.assign(this, { folder, database, address: `http://127.0.0.1:${port}`, port })
    this.isSqlite = database.startsWith('sqlite:')
  }

  /** `readyAfter`: milliseconds until it answered. */
  async start() {
    mkdirSync(this.folder, { recursive: true })
    this.child = spawn(program, ['serve'], {
      env: { ...process.env, BALCAO_PORT: this.port, BALCAO_DATA_DIR: this.folder, BALCAO_DATABASE_URL: this.database },
      stdio: 'ignore',
    })
    this.ended = new Promise((done) => this.child.on('exit', done))
    const started = performance.now()
    while (
      !(await fetch(`${this.address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (performance.now() - started > 60_000 || this.child.exitCode !== null)
        throw new Error(`no answer from ${this.address}`)
      await new Promise((done) => setTimeout(done, 20))
    }
    this.readyAfter = performance.now() - started
    const { headers } = await this.send('POST', this.cookie ? '/api/auth/sign-in' : '/api/auth/sign-up', account)
    this.cookie = headers.get('set-cookie').split(';')[0]
  }

  async stop() {
    this.child.kill('SIGTERM')
    await this.ended
  }

  /** Throws unless the answer is 2xx. `body`: JSON, or raw with its own type. */
  async send(method, path, body, type = 'application/json') {
    const answer = await fetch(this.address + path, {
      method,
      headers: { ...(this.cookie ? { cookie: this.cookie } : {}), ...(body ? { 'content-type': type } : {}) },
      body: body === undefined || type !== 'application/json' ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  async get(path) {
    return (await this.send('GET', path)).json()
  }
  async post(path, body, type) {
    return (await this.send('POST', path, body, type)).json()
  }

  async newCompany() {
    const { id } = await this.post('/api/companies', {
      razao_social: 'Lajes Boa Vista Ltda',
      cnpj: '11222333000181',
      inscricao_estadual: '110042490114',
      cep: '13010001',
      codigo_municipio: '3509502',
      logradouro: 'Rua das Palmeiras',
      numero: '120',
      bairro: 'Centro',
      municipio: 'Campinas',
      uf: 'SP',
    })
    return id
  }

  /** Runs SQL in the database's own shell. */
  shell(sql) {
    if (this.isSqlite)
      return execFileSync('sqlite3', ['-cmd', '.timeout 10000', this.database.slice('sqlite:'.length)], {
        input: sql,
        encoding: 'utf8',
      })
    return execFileSync('psql', ['-qXAt', '-v', 'ON_ERROR_STOP=1', this.database], { input: sql, encoding: 'utf8' })
  }
  /** Bytes of the database. */
  size() {
    if (!this.isSqlite) return Number(this.shell('select pg_database_size(current_database())'))
    this.shell('pragma wal_checkpoint(passive)')
    const [pages, bytes] = this.shell('pragma page_count; pragma page_size;').trim().split('\n').map(Number)
    return pages * bytes
  }
  uuid(text) {
    return this.isSqlite ? `x'${text.replaceAll('-', '')}'` : `cast('${text}' as uuid)`
  }

  /**
   * Fills a seed's {{names}} and runs it; on SQLite the search indexes of its tables are made anew afterwards. While no server
   * runs SQLite keeps no log of it, which would be as long as the file and slower with each page.
   */
  seed(file, names) {
    const values = {
      new_id: this.isSqlite ? 'randomblob(16)' : 'gen_random_uuid()',
      nil_id: this.uuid('00000000-0000-0000-0000-000000000000'),
      numbered_id: this.isSqlite ? "cast(printf('%016d', n) as blob)" : "cast(lpad(to_hex(n), 32, '0') as uuid)",
      no_hash: this.isSqlite ? 'zeroblob(32)' : "decode(repeat('00', 32), 'hex')",
      now: Date.now() * 1000,
      line_break: this.isSqlite ? 'char(10)' : 'chr(10)',
      ...names,
    }
    const sql = readFileSync(new URL(file, import.meta.url), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => {
      if (!(name in values)) throw new Error(`${file} asks for ${name}`)
      return values[name]
    })
    if (!this.isSqlite) return void this.shell(`${sql}; vacuum analyze`) // as autovacuum leaves it
    // A million rows go in several times quicker without the triggers that keep the search index.
    const triggers = this.shell(
      `select tbl_name || char(9) || name || char(9) || replace(sql, char(10), ' ') from sqlite_master
       where type = 'trigger' and name like '%_busca_insert'`,
    )
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([table]) => sql.includes(`insert into ${table} `))
      .map(([, ...trigger]) => trigger)
    const isAlone = this.child?.exitCode !== null
    const journal = (mode) => (isAlone ? [`pragma journal_mode = ${mode};`] : [])
    this.shell(
      [
        ...journal('delete'),
        'pragma trusted_schema = on; pragma synchronous = off; pragma cache_size = -1000000; begin immediate;',
        ...triggers.map(([name]) => `drop trigger ${name};`),
        sql,
        ...triggers.map(([, text]) => `${text};`),
        ...triggers
          .map(([name]) => name.replace('_insert', ''))
          .map((table) => `insert into ${table} (${table}) values ('rebuild');`),
        'commit;',
        ...journal('wal'),
      ].join('\n'),
    )
    // What was filled in without waiting for the disk is no first commit's to wait for.
    execFileSync('sync', [this.database.slice('sqlite:'.length)])
  }
}

/** Seconds of processor time that a process and its children have used. */
export function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return (
    (Number(fields[11]) + Number(fields[12])) / 100 + children.reduce((sum, child) => sum + processorTime(child), 0)
  )
}

/**
 * Loads `url` with wrk over 32 connections for `seconds`: answers a second, 99th percentile in milliseconds, and processor time of
 * process `pid` an answer in microseconds. Throws when an answer is not 2xx: its figures would be worth nothing.
 */
export function load(url, { pid, seconds, headers = {}, script, env = {} }) {
  const before = processorTime(pid)
  const output = execFileSync(
    'wrk',
    [
      ...['-t1', '-c32', `-d${seconds}s`, '--latency'],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(script ? ['-s', new URL(script, import.meta.url).pathname] : []),
      url,
    ],
    { encoding: 'utf8', env: { ...process.env, ...env } },
  )
  const used = processorTime(pid) - before
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${url}: ${output}`)
  const answers = Number(/(\d+) requests in/.exec(output)[1])
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(output)
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)[1]),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit],
    processor: (used / answers) * 1e6,
  }
}

export const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]

/** Median milliseconds of `run` over `count` calls, after a few that do not count. */
export async function timed(run, count = 15) {
  const times = []
  for (let i = -3; i < count; i += 1) {
    const started = performance.now()
    await run(i + 3)
    if (i >= 0) times.push(performance.now() - started)
  }
  return median(times)
}

export const row = (...cells) => console.log(`| ${cells.join(' | ')} |`)
