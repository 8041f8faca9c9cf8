// What the server knows of itself: /readyz and /metrics, a full disk, and a PostgreSQL that comes later than the server.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCompany, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { certificate, upload } from '../helpers/certificates.ts'
import { freezeCluster, startCluster, stopCluster, thawCluster } from '../helpers/cluster.ts'
import { company } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { exchange } from '../helpers/http.ts'
import { engine, pause, Server, until, ownServer } from '../helpers/server.ts'

/** A look every half second instead of every ten. */
const quick = { BALCAO_TEST_TIME_SCALE: '0.05' }
const isRoot = process.getuid!() === 0

async function figures(server: Server): Promise<Record<string, number>> {
  const { bytes } = await exchange(server.port, { method: 'GET', path: '/metrics' })
  const lines = bytes.toString().split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => /^\w+ /.test(line))
      .map((line) => line.split(' ') as [string, string])
      .map(([name, value]) => [name, Number(value)]),
  )
}
const ready = async (server: Server) => (await api.getReadiness(new Caller(server))).status

describe('figures', () => {
  const server = ownServer({ env: quick })
  let admin: Caller
  beforeAll(async () => {
    admin = (await office(server)).admin
  })

  test('tell of space, clock, jobs, events and the database', async () => {
    const seen = await figures(server)
    expect(seen.ready).toBe(1)
    expect(seen.disk_free_bytes).toBeGreaterThan(0)
    expect(seen.jobs_oldest_waiting_seconds).toBeLessThan(60) // that of the start may just run
    expect(seen.events_lag_seconds).toBe(0)
    expect(seen.database_waits).toBeGreaterThanOrEqual(0)
    expect(seen.database_waits_given_up).toBe(0)
    expect(seen.database_retries).toBeGreaterThanOrEqual(0)
    expect(seen.clock_jump_seconds).toBeNaN()
    if (engine === 'postgres') expect(Math.abs(seen.clock_drift_seconds!)).toBeLessThan(2)
    else expect(seen.clock_drift_seconds).toBeNaN()
  })
  test('count the days of the certificate that ends first', async () => {
    expect((await figures(server)).certificate_days).toBeNaN()
    for (const to of [90, 20]) {
      const { id, cnpj } = await newCompany(admin)
      ;(await api.putCertificate(admin, id, '*', upload(certificate({ cnpj, to }).pfx))).expect(200)
    }
    await until('the new one', async () => {
      const days = (await figures(server)).certificate_days!
      return days > 18 && days <= 20
    })
  })
  test('a job that nobody runs is old, and somebody should look', async () => {
    const hour = 3_600_000_000
    server.database.run(`insert into tarefas (id, tipo, dados, estado, run_at, created_at)
      values (${server.database.id(crypto.randomUUID())}, 'de outra versao', '{}', 'pendente', ${Date.now() * 1000 - hour}, 0)`)
    await until('it shows', async () => (await figures(server)).jobs_oldest_waiting_seconds! > 3500)
    expect((await api.getReadiness(new Caller(server))).expect(200)).toMatchObject({
      status: 'attention',
      checks: { jobs: 'attention', database: 'ok' },
    })
  })
})

test('every figure of the alarms and of the board is one of /metrics', async () => {
  const server = new Server()
  await server.start()
  const page = async () => (await exchange(server.port, { method: 'GET', path: '/metrics' })).bytes.toString()
  // A request is counted after the last byte of its answer: that which found the server ready, perhaps not yet.
  await until('the first request is counted', async () => (await page()).includes('http_requests_total{'))
  const known = new Set([...(await page()).matchAll(/^(\w+)/gm)].map(([, name]) => name))
  await server.stop()
  server.remove()
  const examples = join(import.meta.dirname, '../../../packaging/examples')
  const rules = [...readFileSync(join(examples, 'prometheus-rules.yml'), 'utf8').matchAll(/expr: (.*)/g)]
  const board = [...readFileSync(join(examples, 'grafana-board.json'), 'utf8').matchAll(/"expr": "(.*?)"[,} ]/g)]
  expect(rules.length).toBeGreaterThan(9)
  expect(board.length).toBeGreaterThan(9)
  const named = [...rules, ...board].flatMap(([, expr]) => expr!.match(/\b[a-z]+(_[a-z]+)+\b|\bready\b/g) ?? [])
  expect([...new Set(named)].filter((name) => !known.has(name) && name !== 'histogram_quantile')).toEqual([])
})

test('with a public address /metrics asks for its token from this machine, too', async () => {
  const env = { BALCAO_PUBLIC_URL: 'https://balcao.example', BALCAO_METRICS_TOKEN: 'segredo-das-metricas' }
  const server = new Server({ env })
  await server.start()
  const status = async (headers: Record<string, string>) =>
    (await exchange(server.port, { method: 'GET', path: '/metrics', headers })).status
  expect([await status({}), await status({ authorization: 'Bearer segredo-das-metricas' })]).toEqual([404, 200])
  await server.stop()
  server.remove()
})

test.runIf(engine === 'sqlite')('a busy writer is ready', async () => {
  const server = new Server({ env: quick })
  await server.start()
  const seen: number[] = []
  const { admin } = await office(server)
  await Promise.all([
    ...Array.from({ length: 40 }, () => newCompany(admin)),
    (async () => {
      for (let i = 0; i < 20; i += 1) {
        seen.push(await ready(server))
        await pause(20)
      }
    })(),
  ])
  expect(new Set(seen)).toEqual(new Set([200]))
  await server.stop()
  server.remove()
})

test.runIf(engine === 'sqlite' && isRoot)(
  'a full disk says so, with its own code, until there is room again',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataDir])
    const server = new Server({ env: quick, dataDir })
    try {
      await server.start()
      const { admin } = await office(server)
      const filler = join(dataDir, 'filler')
      try {
        writeFileSync(filler, Buffer.alloc(64 * 1024 * 1024))
      } catch (error) {
        expect(String(error)).toContain('ENOSPC')
      }
      await until('it is not ready', async () => (await ready(server)) === 503)
      const refused = (await api.createCompany(admin, company())).problem(503, 'disk_full')
      expect([refused.title, refused.detail]).toEqual(['Disco cheio', expect.stringContaining('Nada foi salvo')])
      ;(await api.getReadiness(new Caller(server))).problem(503, 'disk_full')
      rmSync(filler)
      await until('it is ready again', async () => (await ready(server)) === 200)
      ;(await api.createCompany(admin, company())).expect(201)
      await server.stop()
    } finally {
      await server.kill()
      execFileSync('umount', ['--lazy', dataDir])
      rmSync(dataDir, { recursive: true })
    }
  },
)

describe.runIf(engine === 'postgres')('a PostgreSQL of its own', () => {
  let cluster = ''
  beforeAll(() => {
    cluster = startCluster('fsync=off')
  })
  afterAll(() => stopCluster(cluster))

  test('that answers nothing makes it not ready, and ready again once it does', async () => {
    const server = new Server({ env: quick, cluster })
    await server.start()
    freezeCluster(cluster)
    try {
      await until('it is not ready', async () => (await ready(server)) === 503, 40_000)
    } finally {
      thawCluster(cluster)
    }
    await until('it is ready again', async () => (await ready(server)) === 200, 40_000)
    await server.stop()
    server.remove()
  })
  test('that comes later is waited for', async () => {
    const server = new Server({ cluster })
    const control = (verb: string) =>
      execFileSync(
        'runuser',
        [
          '-u',
          'postgres',
          '--',
          '/usr/lib/postgresql/15/bin/pg_ctl',
          '-D',
          join(cluster, 'data'),
          '-s',
          '-w',
          '-m',
          'fast',
          '-l',
          join(cluster, 'log'),
          verb,
        ],
        { cwd: '/', stdio: 'ignore' },
      )
    if (!isRoot) return
    control('stop')
    const started = server.start()
    try {
      await until('it says that it waits', () => server.log.includes('database_awaited'))
    } finally {
      control('start')
    }
    await started
    expect(await ready(server)).toBe(200)
    await server.stop()
    server.remove()
  })
})

test.runIf(engine === 'postgres')('one that never comes is told of after the wait', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-no-database-'))
  mkdirSync(dataDir, { recursive: true })
  const server = new Server({ env: { ...quick, BALCAO_DATABASE_URL: 'postgresql://ana@127.0.0.1:1/nada' }, dataDir })
  const began = Date.now()
  const { code, stderr } = await server.command(['serve'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('Não foi possível conectar ao PostgreSQL')])
  expect(Date.now() - began).toBeGreaterThan(2500)
  rmSync(dataDir, { recursive: true })
})
