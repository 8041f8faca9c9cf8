// After a failover the old primary comes back beside the new one: nothing is written to what is behind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import {
  downCluster,
  portOf,
  promoteStandby,
  restartCluster,
  startCluster,
  startStandby,
  stopCluster,
  upCluster,
} from '../helpers/cluster.ts'
import { company } from '../helpers/data.ts'
import { Database } from '../helpers/database.ts'
import * as api from '../helpers/endpoints.ts'
import { engine, runCommand, Server, until } from '../helpers/server.ts'

/** A look every half second, and three seconds of patience at start. */
const quick = { BALCAO_TEST_TIME_SCALE: '0.05' }

describe.runIf(engine === 'postgres')('a primary, its standby and two servers', () => {
  let primary: string, standby: string
  let servers: Server[]
  let callers: Caller[]
  /** Of the test database in these clusters. */
  let addressOf: (...folders: string[]) => string

  beforeAll(async () => {
    primary = startCluster('fsync=off')
    standby = startStandby(primary)
    const first = new Server({
      cluster: primary,
      env: () => ({ ...quick, BALCAO_DATABASE_URL: addressOf(primary, standby) }),
    })
    const name = new URL(first.databaseUrl).pathname
    addressOf = (...folders) =>
      `postgresql://balcao@${folders.map((one) => `127.0.0.1:${portOf(one)}`).join(',')}${name}`
    const second = new Server({
      cluster: primary,
      env: () => ({ ...quick, BALCAO_DATABASE_URL: addressOf(primary, standby) }),
    })
    servers = [first, second]
    await first.start()
    await second.start()
    const { admin } = await office(first)
    callers = [admin, new Caller(second, 'admin', admin.cookie)]
    before = companiesIn(primary)
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    for (const server of servers) server.remove()
    stopCluster(standby)
    stopCluster(primary)
  })

  /** Of those that the tests created: the office had some before. */
  let before = 0
  const companiesIn = (folder: string) =>
    Number(new Database(addressOf(folder)).rows<{ n: number }>('select count(*) as n from emitente')[0]!.n) - before
  const creates = (as: Caller) => api.createCompany(as, company())
  const created = (as: Caller) => until('a company is taken', async () => (await creates(as)).status === 201, 30_000)

  test('a standby is no place to write', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-standby-'))
    const { code, stderr } = await runCommand(['serve'], {
      ...servers[0]!.env,
      BALCAO_DATA_DIR: dataDir,
      BALCAO_DATABASE_URL: addressOf(standby),
    })
    expect([code, stderr]).toEqual([1, expect.stringContaining('é uma réplica (standby)')])
    rmSync(dataDir, { recursive: true })
  })

  test('work goes on with the standby that was promoted', async () => {
    const isCaughtUp = 'select replay_lsn = pg_current_wal_lsn() as yes from pg_stat_replication'
    await until('the standby has all', () => servers[0]!.database.rows<{ yes: boolean }>(isCaughtUp)[0]?.yes)
    downCluster(primary)
    promoteStandby(standby)
    for (const caller of callers) await created(caller)
    expect(companiesIn(standby)).toBe(2)
  })

  test('beside it the old primary gets nothing, though it comes first', async () => {
    upCluster(primary)
    restartCluster(standby) // everybody connects anew
    for (const caller of callers) await created(caller)
    expect([companiesIn(primary), companiesIn(standby)]).toEqual([0, 4])
  })

  test('nor from a server that was not there when it changed', async () => {
    const late = new Server({
      cluster: primary,
      env: { ...quick, BALCAO_DATABASE_URL: addressOf(primary, standby) },
    })
    await late.start()
    const caller = new Caller(late, 'admin', callers[0]!.cookie)
    await created(caller)
    expect([companiesIn(primary), companiesIn(standby)]).toEqual([0, 5])
    await late.stop()
    late.remove()
  })

  test('alone it is refused: reading goes on, and everybody who should know is told', async () => {
    downCluster(standby)
    for (const [i, caller] of callers.entries()) {
      const refused = await until('it is refused', async () => {
        const answer = await creates(caller)
        return answer.received.bytes.includes('primário antigo') && answer
      })
      const { title, detail } = refused.problem(503, 'unavailable')
      expect([title, detail]).toEqual(['Este banco de dados não é o atual', expect.stringContaining('Nada foi salvo')])
      await until('the server is not ready', async () => !(await servers[i]!.isReady()))
      const ready = (await api.getReadiness(new Caller(servers[i]!))).problem(503, 'unavailable')
      expect(ready.detail).toContain('balcao database accept')
      const { items } = (await api.listNotifications(caller)).expect(200)
      expect(items).toContainEqual(expect.objectContaining({ tipo: 'banco_recusado', tom: 'erro' }))
    }
    expect(companiesIn(primary)).toBe(0)
  })

  test('a server does not start on it', async () => {
    const ended = await runCommand(['serve'], servers[0]!.env)
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('é um primário antigo')])
  })

  test('when the new one is back everything goes on by itself', async () => {
    upCluster(standby)
    for (const caller of callers) await created(caller)
    await until('both are ready', async () => (await Promise.all(servers.map((one) => one.isReady()))).every(Boolean))
    const { items } = (await api.listNotifications(callers[0]!)).expect(200)
    expect(items.map(({ tipo }) => tipo)).not.toContain('banco_recusado')
    expect([companiesIn(primary), companiesIn(standby)]).toEqual([0, 7])
  })

  test('somebody may say that the old one is right, and then the new one is refused', async () => {
    const accepted = await runCommand(['database', 'accept'], {
      ...servers[0]!.env,
      BALCAO_DATABASE_URL: addressOf(primary),
    })
    expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringContaining('passa a ser o atual')])
    for (const caller of callers) {
      const before = companiesIn(primary)
      await until(
        'it goes to the old one',
        async () => (await creates(caller)).status === 201 && companiesIn(primary) > before,
      )
    }
    const refused = await runCommand(['serve'], { ...servers[1]!.env, BALCAO_DATABASE_URL: addressOf(standby) })
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('foi posto de lado')])
  })
})
