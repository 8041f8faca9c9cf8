// Called by long/cluster.   cluster.mjs FOLDER [WHAT…]
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cashiers } from './cashiers.mjs'
import { kills } from './cluster-kills.mjs'
import { Cluster, Part, pause, until } from './cluster-nodes.mjs'
import { Shop } from './shop.mjs'

const [work, ...chosen] = process.argv.slice(2)
const program = process.env.BALCAO_BINARY
const longest_gap_s = 15
const tills = 8

const began = Date.now()
const say = (text) => console.error(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)
const faults = []
const fault = (text) => {
  say(`NOT SO: ${text}`)
  faults.push(text)
}

const cluster = new Cluster(work, 10 + (process.pid % 200))
const folder = join(work, 'simulador')
mkdirSync(folder)
const simulatorPort = 21_000 + 2 * (process.pid % 4000)
const simulator = new Part('simulator', join(work, 'simulator.log'), program, [
  ...['sefaz-simulator', '--port', String(simulatorPort), '--control-port', String(simulatorPort + 1), '--data', folder],
], { asOwner: false })
const env = {
  BALCAO_SECRET_KEY: process.env.BALCAO_SECRET_KEY,
  BALCAO_TEST_PASSWORDS: 'quick',
  BALCAO_WEB_DIR: process.env.BALCAO_WEB_DIR,
  BALCAO_SIMULATOR_URL: `https://127.0.0.1:${simulatorPort}`,
  BALCAO_SIMULATOR_CONTROL_URL: `http://127.0.0.1:${simulatorPort + 1}`,
  BALCAO_SIMULATOR_DATA: folder,
  BALCAO_SETUP_CODE: 'AAAA-BBBB-CCCC',
  BALCAO_TRUSTED_PROXIES: '127.0.0.1',
}
const servers = [1, 2].map((n) => cluster.balcao(n, program, env))

const shop = new Shop(() => cluster.web)
const { call } = shop
const cashiers = new Cashiers(call)

async function setUp() {
  say('etcd, Patroni, HAProxy, pgbouncer, nginx')
  for (const part of [...cluster.etcd, ...cluster.patroni, cluster.haproxy]) part.start()
  await cluster.whole()
  const asPostgres = { user: 'postgres', password: 'change-this-one', database: 'postgres' }
  await until('the primary is led to', () => cluster.psql('select 1', asPostgres))
  cluster.psql("create role balcao login password 'change-this-four'; grant pg_monitor to balcao", asPostgres)
  cluster.psql('create database balcao owner balcao', asPostgres)
  for (const part of [cluster.pgbouncer, cluster.nginx, simulator]) part.start()
  await until('the simulator listens', () => readFileSync(simulator.log, 'utf8').includes('https://'))
  say('two servers, a shop')
  for (const server of servers) {
    server.start()
    await until('it is ready', async () => (await call('GET', '/readyz')).status === 200)
  }
  return shop.open(env.BALCAO_SETUP_CODE)
}

/** Every sale that was acknowledged is there once, with its number, and no number twice. */
async function check() {
  const { sales, lost, doubled, twice } = cashiers.account((statement) => cluster.psql(statement))
  say(`${sales} sales acknowledged: ${lost.length} lost, ${doubled.length} doubled, ${twice} numbers twice`)
  if (lost.length + doubled.length + twice > 0) fault(`lost ${JSON.stringify(lost.slice(0, 5))}, doubled ${JSON.stringify(doubled.slice(0, 5))}`)
  await until('SEFAZ has all', () => cluster.psql("select count(*) from nfce where estado in ('enviando', 'indefinida', 'contingencia')") === '0', 120)
  const states = cluster.psql('select estado, count(*) from nfce group by estado order by estado')
  say(`receipts: ${states.replaceAll('\n', ', ').replaceAll('|', ' ')}`)
  if (/rejeitada/.test(states)) fault('SEFAZ refused some: a number was used before')
  const checked = execFileSync(program, ['receipts', 'check'], {
    env: { ...process.env, ...env, ...servers[0].options.env },
    encoding: 'utf8',
  })
  say(checked.trim().split('\n').at(-1))
}

/** What is done to the cluster gets this; `direct` asks one server, without nginx. */
const context = {
  cluster,
  servers,
  say,
  fault,
  call,
  direct: (n, method, path, body) => call(method, path, body, { at: `http://${cluster.address(n)}:8080` }),
  acknowledgedCount: () => cashiers.acknowledged.size,
}

try {
  const { at, product } = await setUp()
  context.at = at
  const { acknowledged } = cashiers
  cashiers.start(tills, at, product).catch((error) => fault(error.message))
  await pause(10_000)
  say(`${(acknowledged.size / 10).toFixed(1)} sales a second`)
  const table = []
  for (const kill of kills) {
    if (chosen.length > 0 && !chosen.includes(kill.name)) continue
    await cluster.whole()
    await pause(3000)
    say(`${kill.name}: ${kill.what}`)
    const from = Date.now()
    const before = acknowledged.size
    try {
      await kill.run(context)
      const count = acknowledged.size
      await until('sales go on', () => acknowledged.size > count + tills, 120)
    } catch (error) {
      fault(`${kill.name}: ${error.stack}`) // what was acknowledged is counted all the same
    }
    const seconds = cashiers.gap(from)
    const row = `${kill.name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s  ${acknowledged.size - before} sales   ${kill.what}`
    table.push(row)
    say(`  ${row}`)
    if (!kill.mayStop && seconds > longest_gap_s) fault(`${kill.name}: ${seconds.toFixed(1)} s without a sale`)
  }
  await cluster.whole()
  await cashiers.stop()
  await check()
  console.error(`longest time without a sale acknowledged:\n  ${table.join('\n  ')}`)
  console.error(`  answers: ${[...cashiers.answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
} catch (error) {
  fault(error.stack)
} finally {
  cluster.stop(...servers, simulator)
}
if (faults.length > 0 && process.env.CLUSTER_KEEP) {
  spawn('cp', ['-r', work, `${work}.kept`], { stdio: 'inherit' }).on('exit', () => process.exit(1))
} else {
  process.exit(faults.length > 0 ? 1 : 0)
}
