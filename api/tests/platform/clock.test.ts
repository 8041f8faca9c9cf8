// Somebody sets the clock of the database: what waits follows it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engine, Server, until } from '../helpers/server.ts'

const hour = 3_600_000_000

interface Job {
  run_at: number
  now: number
}

describe.runIf(engine === 'postgres')('on PostgreSQL, with two servers', () => {
  let first: Server
  let second: Server

  // A clock of its own, in the place of the database's.
  const set = (hours: number) => first.database.run(`update test_clock set ahead = interval '${hours} hours'`)
  const job = () =>
    first.database.rows<Job>(
      `select run_at, (extract(epoch from public.clock_timestamp()) * 1000000)::bigint as now from tarefas
      where chave = 'nfce_prazos'`,
    )[0]!
  const moves = () => first.database.rows<{ passos: number }>('select passos from fila_relogio')[0]!.passos
  const isDueSoon = ({ run_at, now }: Job) => run_at > now - hour / 30 && run_at < now + hour / 30

  beforeAll(async () => {
    first = new Server()
    first.database.run(`
      create table test_clock (ahead interval not null);
      insert into test_clock values (interval '0');
      create function public.clock_timestamp() returns timestamptz language sql volatile as
        'select pg_catalog.clock_timestamp() + ahead from public.test_clock';`)
    const separator = first.databaseUrl.includes('?') ? '&' : '?'
    const address = `${first.databaseUrl}${separator}options=-csearch_path%3Dpublic,pg_catalog`
    const servers = [1, 2].map(() => new Server({ env: { BALCAO_DATABASE_URL: address } }))
    first = Object.assign(servers[0]!, { database: first.database })
    second = servers[1]!
    await first.start()
    await second.start()
    await until('the job waits', () => isDueSoon(job()))
  })
  afterAll(async () => {
    await second.stop()
    await first.stop()
    second.remove()
    first.remove()
  })

  test.each([-1, 1, 0])('%i hours from the true time', async (hours) => {
    const before = moves()
    // Both have looked at the clock as it was.
    await new Promise((done) => setTimeout(done, 2_500))
    set(hours)
    await until('what waits was moved', () => moves() > before)
    expect(isDueSoon(job())).toBe(true)
    await new Promise((done) => setTimeout(done, 2_500))
    expect(moves()).toBe(before + 1) // by one of them
  })

  test('what lies further ahead than anything is put off is due when a server starts', async () => {
    await second.stop()
    await first.stop()
    first.database.run(`update tarefas set run_at = run_at + ${5 * hour} where chave = 'nfce_prazos'`)
    await second.start()
    await until('the job has run', () => isDueSoon(job()))
    await first.start()
  })
})
