// Called by long/cluster.   cluster.mjs FOLDER [WHAT…]
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kills } from './cluster-kills.mjs'
import { Cluster, Part, pause, until } from './cluster-nodes.mjs'

const [work, ...chosen] = process.argv.slice(2)
const program = process.env.BALCAO_BINARY
const longest_gap_s = 15
const cashiers = 8
const account = { email: 'maria@example.com', password: 'quatro gatos pretos dormem' }

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

let cookie = ''
async function call(method, path, body, { at = cluster.web, patience_ms = 30_000 } = {}) {
  const answer = await fetch(at + path, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : undefined,
    signal: AbortSignal.timeout(patience_ms),
  })
  const text = await answer.text()
  const isJson = /json/.test(answer.headers.get('content-type') ?? '')
  return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : undefined }
}
const expected = async (status, ...args) => {
  const answer = await call(...args)
  if (answer.status !== status) throw new Error(`${args[0]} ${args[1]}: ${answer.status} ${JSON.stringify(answer.json)}`)
  return answer
}

/** What was acknowledged: by the sale's id its number, and when. */
const acknowledged = new Map()
const acknowledgedAt = []
const answers = new Map()
let sells = true

async function sell(at, product) {
  const valor = '41.00'
  const sale = {
    id: crypto.randomUUID(),
    itens: [{ produto_id: product.id, quantidade: '1', valor, preco_lido: valor }],
    pagamentos: [{ tPag: '01', valor }],
    total_visto: valor,
    emitir: true,
  }
  // As the screens do: the same sale is sent until somebody says what became of it.
  for (;;) {
    let status, json
    try {
      ;({ status, json } = await call('POST', `${at}/sales`, sale))
    } catch {
      status = 0
    }
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (status === 201 || status === 200) {
      acknowledged.set(sale.id, json.nota.numero)
      acknowledgedAt.push(Date.now())
      return
    }
    // 409: a sale whose outcome was unknown is known by now, or is being made by another request.
    if (status !== 0 && status < 500 && status !== 409 && status !== 429)
      throw new Error(`a sale is answered ${status}: ${JSON.stringify(json)}`)
    await pause(200)
  }
}

/** The longest time without a sale that was acknowledged, in seconds. */
function gap(from, to) {
  const times = [from, ...acknowledgedAt.filter((at) => at >= from && at <= to), to]
  return Math.max(...times.slice(1).map((at, i) => at - times[i])) / 1000
}

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
  const { headers } = await expected(201, 'POST', '/api/auth/sign-up', { ...account, setup_code: env.BALCAO_SETUP_CODE })
  cookie = headers.get('set-cookie').split(';')[0]
  await expected(202, 'POST', '/api/example-shop')
  const shop = await until('the shop is there', async () => {
    const { json } = await call('GET', '/api/example-shop')
    return json.estado === 'pronta' && json
  }, 180)
  const at = `/api/companies/${shop.company_id}`
  const { json } = await expected(201, 'POST', `${at}/products`, {
    ...{ prod_cProd: 'CLUSTER', prod_xProd: 'Laje treliçada', prod_NCM: '68109100', prod_CFOP: '5102', prod_uCOM: 'UN' },
    ...{ prod_vUnCOM: '41.00', icms_orig: 0, icms_CST: '102' },
  })
  return { at, product: json }
}

/** Every sale that was acknowledged is there once, with its number, and no number twice. */
async function check() {
  const json = cluster.psql(`select coalesce(json_agg(t), '[]') from (
    select v.id, n.numero, n.serie, n.modelo, n.estado, n.ambiente from venda v
    join nfce n on n.venda_id = v.id and n.emitente_id = v.emitente_id) t`)
  const stored = JSON.parse(json)
  const notas = new Map()
  for (const one of stored) notas.set(one.id, [...(notas.get(one.id) ?? []), one])
  const lost = [...acknowledged].filter(([id, numero]) => !notas.get(id)?.some((one) => one.numero === numero))
  const doubled = [...acknowledged].filter(([id]) => (notas.get(id)?.length ?? 0) > 1)
  const numbers = stored.map(({ ambiente, modelo, serie, numero }) => `${ambiente} ${modelo} ${serie} ${numero}`)
  const twice = numbers.length - new Set(numbers).size
  say(`${acknowledged.size} sales acknowledged: ${lost.length} lost, ${doubled.length} doubled, ${twice} numbers twice`)
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
  acknowledgedCount: () => acknowledged.size,
}

try {
  const { at, product } = await setUp()
  context.at = at
  const tills = Array.from({ length: cashiers }, async () => {
    while (sells) await sell(at, product)
  })
  const failed = Promise.all(tills).catch((error) => fault(error.message))
  await pause(10_000)
  const rate = acknowledgedAt.length / 10
  say(`${rate.toFixed(1)} sales a second`)
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
      await until('sales go on', () => acknowledged.size > count + cashiers, 120)
    } catch (error) {
      fault(`${kill.name}: ${error.stack}`) // what was acknowledged is counted all the same
    }
    const seconds = gap(from, Date.now())
    const row = `${kill.name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s  ${acknowledged.size - before} sales   ${kill.what}`
    table.push(row)
    say(`  ${row}`)
    if (!kill.mayStop && seconds > longest_gap_s) fault(`${kill.name}: ${seconds.toFixed(1)} s without a sale`)
  }
  await cluster.whole()
  sells = false
  await failed
  await check()
  console.error(`longest time without a sale acknowledged:\n  ${table.join('\n  ')}`)
  console.error(`  answers: ${[...answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
} catch (error) {
  fault(error.stack)
} finally {
  sells = false
  cluster.stop(...servers, simulator)
}
if (faults.length > 0 && process.env.CLUSTER_KEEP) {
  spawn('cp', ['-r', work, `${work}.kept`], { stdio: 'inherit' }).on('exit', () => process.exit(1))
} else {
  process.exit(faults.length > 0 ? 1 : 0)
}
