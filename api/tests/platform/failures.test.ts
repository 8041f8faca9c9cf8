// When things break: nothing half-written, a clear answer, and it goes on by itself.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { freezeCluster, restartCluster, startCluster, stopCluster, thawCluster } from '../helpers/cluster.ts'
import { company } from '../helpers/data.ts'
import { CutLine } from '../helpers/cut-line.ts'
import * as api from '../helpers/endpoints.ts'
import { streamEvents } from '../helpers/events.ts'
import { engine, pause, runCommand, Server, until } from '../helpers/server.ts'

const isRoot = process.getuid!() === 0
const onSqlite = test.runIf(engine === 'sqlite')
const onPostgres = test.runIf(engine === 'postgres')

/** Creates companies as fast as they are answered until the server no longer answers; returns those answered 201. */
async function createUntilDead(admin: Caller, created: string[]): Promise<void> {
  for (;;) {
    try {
      created.push((await api.createCompany(admin, company())).expect(201).id!)
    } catch (error) {
      if (/ECONN|socket hang up|EPIPE/.test(String(error))) return
      throw error
    }
  }
}

test('SIGKILL in the middle of writes: what was answered is there, nothing is half there', async () => {
  const server = new Server()
  await server.start()
  const { admin } = await office(server)
  const created: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const writers = Array.from({ length: 4 }, () => createUntilDead(admin, created))
    const before = created.length
    await until('some companies', () => created.length > before + 10, 30_000)
    await server.kill()
    await Promise.all(writers)
    await server.start()
    for (const id of created) (await api.getCompany(admin, id)).expect(200)
    const { idText } = server.database
    const half = server.database.rows(
      `select ${idText('id')} as id from emitente where not exists (select 1 from action_logs where company_id = emitente.id and action_type = 'company_create')
       union all select ${idText('company_id')} from action_logs where action_type = 'company_create' and not exists (select 1 from emitente where id = company_id)`,
    )
    expect(half).toEqual([])
    const [{ n }] = server.database.rows<{ n: number }>('select count(*) as n from emitente') as [{ n: number }]
    expect((await api.listCompanies(admin)).expect(200).total).toBe(n)
  }
  if (engine === 'sqlite') expect(server.database.rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  await server.stop()
  server.remove()
})

test.runIf(engine === 'sqlite' && isRoot)(
  'a full disk: 503, reading goes on, and writing works again when there is room',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataDir])
    const server = new Server({ dataDir })
    try {
      await server.start()
      const { admin, own } = await office(server)
      const ballast = join(dataDir, 'ballast')
      execFileSync('sh', ['-c', `dd if=/dev/zero of=${ballast} bs=4k 2>/dev/null || true`])
      const refused = await until('503', async () => {
        const answer = await api.createCompany(admin, company())
        return answer.status === 201 ? undefined : answer
      })
      expect(refused.problem(503, 'disk_full').detail).toMatch(/\S{4,}/)
      ;(await api.getCompany(admin, own.id)).expect(200)
      ;(await api.getHealth(admin)).expect(200)
      rmSync(ballast)
      await until('room again', async () => (await api.createCompany(admin, company())).status === 201)
      expect(server.database.rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
      await server.stop()
    } finally {
      execFileSync('umount', ['-l', dataDir])
      rmSync(dataDir, { recursive: true })
    }
  },
)

test('a locked database: writing is answered 503, reading goes on meanwhile, then all is well', async () => {
  const server = new Server()
  await server.start()
  const { admin, own } = await office(server)
  const holder =
    engine === 'sqlite'
      ? spawn('sqlite3', ['-cmd', '.timeout 10000', server.databaseUrl.slice('sqlite:'.length)], {
          stdio: ['pipe', 'pipe', 'inherit'],
        })
      : spawn('psql', ['--quiet', '--no-psqlrc', '--tuples-only', server.databaseUrl], {
          stdio: ['pipe', 'pipe', 'inherit'],
        })
  holder.stdin.write(
    engine === 'sqlite'
      ? "begin immediate; select 'locked';\n"
      : "begin; lock table emitente in exclusive mode; select 'locked';\n",
  )
  await new Promise<void>((done) => holder.stdout.on('data', (data) => String(data).includes('locked') && done()))

  // The lock is held until both have answered: whoever waits for its end is never answered.
  const answered: string[] = []
  const noting = <A>(name: string, answer: Promise<A>) => answer.finally(() => answered.push(name))
  const [refused, read] = await Promise.all([
    noting('writing', api.createCompany(admin, company())),
    noting('reading', api.getCompany(admin, own.id)),
  ])
  const problem = refused.problem(503, 'unavailable')
  expect(problem.detail).toMatch(/\S{4,}/)
  read.expect(200)
  expect(answered, 'reading does not wait behind writing').toEqual(['reading', 'writing'])

  const ended = new Promise((done) => holder.on('close', done))
  holder.stdin.end('rollback;\n')
  await ended
  await until('writing again', async () => (await api.createCompany(admin, company())).status === 201)
  await server.stop()
  server.remove()
})

onPostgres('PostgreSQL restarted under load: at most 503, then it recovers by itself', async () => {
  const cluster = startCluster('fsync=off')
  const server = new Server({ cluster })
  try {
    await server.start()
    const { admin, own } = await office(server)
    const seen: number[] = []
    const created: string[] = []
    let isDone = false
    const load = Array.from({ length: 6 }, async (_, at) => {
      while (!isDone) {
        if (at % 2) {
          const answer = await api.createCompany(admin, company())
          seen.push(answer.status)
          if (answer.status === 201) created.push(answer.expect(201).id!)
        } else seen.push((await api.getCompany(admin, own.id)).status)
      }
    })
    await pause(500)
    restartCluster(cluster)
    ;(await api.getHealth(admin)).expect(200)
    await until('recovery', async () => (await api.createCompany(admin, company())).status === 201, 30_000)
    await pause(500)
    isDone = true
    await Promise.all(load)
    // Refused in time or repeated behind the scenes, but never anything else.
    expect(seen.filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    for (const id of created) (await api.getCompany(admin, id)).expect(200)
    await server.stop()
  } finally {
    await server.kill().catch(() => undefined)
    stopCluster(cluster)
    server.remove()
  }
})

onPostgres('every connection cut off by an operator: the next requests get new ones', async () => {
  const cluster = startCluster('fsync=off')
  const server = new Server({ cluster })
  try {
    await server.start()
    const { admin } = await office(server)
    server.database.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await until('session again', async () => (await api.getSession(admin)).status === 200)
    ;(await api.getReadiness(admin)).expect(200)
    await server.stop()
  } finally {
    stopCluster(cluster)
    server.remove()
  }
})

onPostgres(
  'PostgreSQL that stops answering: health and refusals come in time, and the process ends',
  async () => {
    // Frozen until the end: whoever waits for it is never answered.
    const cluster = startCluster('fsync=off')
    const server = new Server({ cluster })
    try {
      await server.start()
      const { admin, own } = await office(server)
      freezeCluster(cluster)
      const asked = [api.getCompany(admin, own.id), api.listCompanies(admin), api.createCompany(admin, company())]
      ;(await api.getHealth(admin)).expect(200)
      for (const answer of await Promise.all(asked))
        expect(answer.problem(503, 'unavailable').detail).toMatch(/Nada foi salvo/)
      await server.stop()
    } finally {
      thawCluster(cluster)
      await server.kill().catch(() => undefined)
      stopCluster(cluster)
      server.remove()
    }
  },
  60_000,
)

onPostgres('a commit whose answer is lost: nobody knows, and the same key tells', async () => {
  const env: Record<string, string> = {}
  const server = new Server({ env })
  const line = await CutLine.to(server.databaseUrl)
  env.BALCAO_DATABASE_URL = line.databaseUrl
  try {
    await server.start()
    const { admin } = await office(server)
    const body = company()
    const send = () => api.createCompany(admin, body, { headers: { 'idempotency-key': 'cut-once' } })
    line.cutAfterCommitOf('cut-once')
    expect((await send()).problem(503, 'outcome_unknown').detail).toMatch(/Não sabemos se foi salvo/)
    expect(line.cuts).toBe(1)
    const { id } = (await send()).expect(201)
    expect((await api.getCompany(admin, id!)).expect(200).cnpj).toBe(body.cnpj)
    const found = (await api.listCompanies(admin, { search: body.cnpj })).expect(200)
    expect(found.items.map((one) => one.id)).toEqual([id])
    await server.stop()
  } finally {
    await server.kill().catch(() => undefined)
    line.close()
    server.remove()
  }
})

onSqlite('a session that ends while its request waits for the turn to write: 401, nothing is written', async () => {
  const server = new Server()
  await server.start()
  const { admin, own } = await office(server)
  const companies = () => server.database.rows('select count(*) as n from emitente')
  const before = companies()
  const holder = spawn('sqlite3', [server.databaseUrl.slice('sqlite:'.length)], { stdio: ['pipe', 'pipe', 'inherit'] })
  holder.stdin.write("begin immediate; delete from sessions; select 'locked';\n")
  await new Promise<void>((done) => holder.stdout.on('data', (data) => String(data).includes('locked') && done()))
  const waiting = api.createCompany(admin, company())
  await pause(300) // the session was still there when the request came
  ;(await api.getCompany(admin, own.id)).expect(200)
  holder.stdin.end('commit;\n')
  ;(await waiting).problem(401, 'unauthenticated')
  expect(companies()).toEqual(before)
  await server.stop()
  server.remove()
})

test('a database that lacks a migration, put there behind a running server: it says that it is not ready', async () => {
  const server = new Server({ env: { BALCAO_TEST_TIME_SCALE: '0.05' } }) // it looks every half second
  await server.start()
  const nobody = new Caller(server)
  const ready = async () => (await api.getReadiness(nobody)).status
  const move = (by: number) =>
    server.database.run(`update schema_migrations set number = number + ${by} where name = 'foundation'`)
  move(1000)
  await until('it is not ready', async () => (await ready()) === 503)
  move(-1000)
  await until('it is ready again', async () => (await ready()) === 200)
  await server.stop()
  server.remove()
})

describe('at start', () => {
  const sentence = expect.stringMatching(/^(?!.*(terminate called|what\(\)|basic_string))[\s\S]*\S+ \S+ \S+/)

  test('a port that is taken: a sentence and exit 1', async () => {
    const server = new Server()
    const taken = createServer()
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
    const address = taken.address()
    const port = address && typeof address === 'object' ? String(address.port) : ''
    const { code, stderr } = await runCommand(['serve'], { ...server.env, BALCAO_PORT: port })
    expect([code, stderr]).toEqual([1, sentence])
    expect(stderr).toContain(port)
    await new Promise((done) => taken.close(done))
    server.remove()
  })

  test('a data folder that cannot be made: a sentence and exit 1', async () => {
    const server = new Server()
    const file = join(server.dataDir, 'a-file')
    writeFileSync(file, '')
    const dataDir = join(file, 'data')
    const { code, stderr } = await runCommand(['serve'], { ...server.env, BALCAO_DATA_DIR: dataDir })
    expect([code, stderr]).toEqual([1, sentence])
    expect(stderr).toContain(dataDir)
    server.remove()
  })

  test('a data folder that cannot be written: a sentence and exit 1', async () => {
    const server = new Server()
    const dataDir = join(server.dataDir, 'read-only')
    mkdirSync(dataDir)
    if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', dataDir])
    else chmodSync(dataDir, 0o500)
    try {
      const { code, stderr } = await runCommand(['serve'], { ...server.env, BALCAO_DATA_DIR: dataDir })
      expect([code, stderr]).toEqual([1, sentence])
      expect(stderr).toContain(dataDir)
    } finally {
      if (isRoot) execFileSync('umount', [dataDir])
      else chmodSync(dataDir, 0o700)
      server.remove()
    }
  })

  onSqlite('a database file that is none: a sentence and exit 1, the file untouched', async () => {
    const server = new Server()
    writeFileSync(
      server.databaseUrl.slice('sqlite:'.length),
      'isto não é um banco de dados, é um texto qualquer '.repeat(50),
    )
    const { code, stderr } = await runCommand(['serve'], server.env)
    expect([code, stderr]).toEqual([1, sentence])
    server.remove()
  })

  onSqlite(
    'a second server on the same file: a sentence and exit 1, while commands work beside the first',
    async () => {
      const server = new Server()
      await server.start()
      const { admin } = await office(server)
      const second = new Server({ env: { BALCAO_DATABASE_URL: server.databaseUrl } })
      const { code, stderr } = await runCommand(['serve'], second.env)
      expect([code, stderr]).toEqual([1, sentence])
      expect(stderr).toContain('Outro Balcão')
      expect((await runCommand(['audit', 'verify'], server.env)).code).toBe(0)
      ;(await api.getSession(admin)).expect(200)
      await server.kill()
      await server.start() // what a killed one held is free
      await server.stop()
      second.remove()
      server.remove()
    },
  )

  onPostgres('no PostgreSQL there: a sentence and exit 1', async () => {
    const server = new Server()
    const { code, stderr } = await runCommand(['serve'], {
      ...server.env,
      BALCAO_TEST_TIME_SCALE: '0.02', // instead of a minute
      BALCAO_DATABASE_URL: 'postgresql://balcao:segredo@127.0.0.1:1/nada',
    })
    expect([code, stderr]).toEqual([1, sentence])
    expect(stderr).not.toContain('segredo')
    server.remove()
  })

  test('a database of a newer version is not touched', async () => {
    const server = new Server()
    await server.start()
    await server.stop()
    const [table] = server.database.rows<{ name: string }>(
      server.database.isPostgres
        ? `select table_name as name from information_schema.tables where table_name like '%migration%'`
        : `select name from sqlite_master where type = 'table' and name like '%migration%'`,
    )
    const [newest] = server.database.rows<Record<string, unknown>>(
      `select * from ${table!.name} order by 1 desc limit 1`,
    )
    const key = Object.keys(newest!)[0]!
    server.database.run(`update ${table!.name} set ${key} = 9999 where ${key} = ${Number(newest![key])}`)
    const { code, stderr } = await runCommand(['serve'], server.env)
    expect([code, stderr]).toEqual([1, sentence])
    server.remove()
  })
})

onPostgres('two processes on one empty database start together and serve the same, hints included', async () => {
  const first = new Server()
  const second = new Server({ env: { BALCAO_DATABASE_URL: first.databaseUrl } })
  await Promise.all([first.start(), second.start()])
  const { admin } = await office(first)
  const elsewhere = new Caller(second, 'admin', admin.cookie)
  const stream = await streamEvents(elsewhere)
  const made = await newCompany(admin)
  ;(await api.getCompany(elsewhere, made.id)).expect(200)
  await stream.hint('the new company', ({ id }) => id === made.id)
  stream.close()
  await first.stop()
  await second.stop()
  first.remove()
  second.remove()
})
