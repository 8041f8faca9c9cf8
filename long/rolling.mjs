// Called by long/rolling.   rolling.mjs FOLDER
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Cashiers } from './cashiers.mjs'
import { pause, until } from './cluster-nodes.mjs'
import { Shop } from './shop.mjs'

const [work] = process.argv.slice(2)
const { BALCAO_BEFORE: before, BALCAO_BINARY: after, BALCAO_DATABASE_URL: database } = process.env
const tills = 8
const together_s = 20

const began = Date.now()
const say = (text) => console.error(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)
const faults = new Set()
const fault = (text) => {
  if (!faults.has(text)) say(`NOT SO: ${text}`)
  faults.add(text)
}
const psql = (statement) =>
  execFileSync('psql', ['--quiet', '--no-psqlrc', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1', database], {
    ...{ input: statement, encoding: 'utf8', maxBuffer: 1 << 28 },
  }).trim()
const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })

const children = new Set()
function run(program, args, env, log) {
  const out = openSync(join(work, log), 'a')
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', out, out] })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

const simulator = { folder: join(work, 'simulador'), port: await freePort(), control: await freePort() }
mkdirSync(simulator.folder)
const simulatorArgs = ['--port', String(simulator.port), '--control-port', String(simulator.control), '--data', simulator.folder]
const env = {
  BALCAO_SIMULATOR_URL: `https://127.0.0.1:${simulator.port}`,
  BALCAO_SIMULATOR_CONTROL_URL: `http://127.0.0.1:${simulator.control}`,
  BALCAO_SIMULATOR_DATA: simulator.folder,
  BALCAO_SETUP_CODE: 'AAAA-BBBB-CCCC',
}

/** One of the two places behind the proxy; `inService`: the proxy gives it requests. */
class Place {
  inService = false
  constructor(n, port) {
    Object.assign(this, { n, port, address: `http://127.0.0.1:${port}` })
    this.env = { ...env, BALCAO_PORT: String(port), BALCAO_DATA_DIR: join(work, `data${n}`) }
  }
  async start(program) {
    mkdirSync(this.env.BALCAO_DATA_DIR, { recursive: true })
    this.child = run(program, ['serve'], this.env, `balcao${this.n}.log`)
    await until(`server ${this.n} is ready`, async () => {
      if (this.child.exitCode !== null) throw new Error(`it ended with ${this.child.exitCode}, see balcao${this.n}.log`)
      return (await fetch(`${this.address}/readyz`)).status === 200
    })
    this.inService = true
  }
  /** As `systemctl stop` does it, while requests are on their way. */
  async stop() {
    this.inService = false
    const ended = new Promise((done) => this.child.once('exit', (code, signal) => done(code ?? signal)))
    this.child.kill('SIGTERM')
    const how = await ended
    if (how !== 0) fault(`server ${this.n} ended with ${how}`)
  }
}
const places = [new Place(1, await freePort()), new Place(2, await freePort())]
let turn = 0
/** Each request goes to the next place that is in service. */
const next = () => {
  const open = places.filter(({ inService }) => inService)
  return open[turn++ % open.length].address
}
const shop = new Shop(next)
const cashiers = new Cashiers(shop.call)

/** Everything that the version before reads of a company, from its own contract. */
async function reads(company) {
  const contract = await (await fetch(`${places[0].address}/api/openapi.yaml`)).text()
  const all = [...contract.matchAll(/^ {2}(\/api\/[^:\n]+):\n {4}get:/gm)].map(([, path]) => path.replace('/companies/{id}/', `/companies/${company}/`))
  return all.filter((path) => !path.includes('{') && path !== '/api/events')
}

/** While tables are changed a request that waited for one of them in vain is answered 503, which screens repeat by themselves. */
let migrates = false
let putOff = 0
/** People who read and write at both places, one version now and the other the next moment. */
let open = true
let asked = 0
async function ask(at, method, path, body) {
  const { status, json } = await shop.call(method, path, body, { at }).catch((error) => ({ status: 0, json: String(error.cause ?? error) }))
  asked += 1
  const goes = places.some((place) => place.inService && place.address === at) // else it was stopped meanwhile
  if (status === 503 && migrates) putOff += 1
  else if (status >= 500 || (status === 0 && goes)) fault(`${method} ${path} is answered ${status} ${JSON.stringify(json)?.slice(0, 300)}`)
  return { status, json }
}
async function reader(paths) {
  while (open) for (const path of paths) await ask(next(), 'GET', path)
}
async function clerk(base) {
  for (let n = 1; open; n += 1) {
    await ask(next(), 'POST', `${base}/products`, { prod_cProd: `P${n}`, prod_xProd: `Vigota ${n}` })
    const { json: people } = await ask(next(), 'GET', '/api/people?page_size=1')
    const [person] = people?.items ?? []
    const { json: budget } = await ask(next(), 'POST', `${base}/budgets`, { data_orcamento: '2026-11-25', cliente_id: person?.id })
    if (budget?.id) await ask(next(), 'GET', `${base}/budgets/${budget.id}`)
    const { json: receipts } = await ask(next(), 'GET', `${base}/receipts?page_size=1`)
    const [receipt] = receipts?.items ?? []
    if (receipt) for (const { address } of places.filter(({ inService }) => inService)) await ask(address, 'GET', `${base}/receipts/${receipt.id}`)
    if (receipt && n % 5 === 0) await ask(next(), 'POST', `${base}/receipts/${receipt.id}/cancel`, { xJust: 'Cliente desistiu da compra' })
    await pause(100)
  }
}

const refusedSales = () => [...cashiers.answers].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0)
async function whileSelling(what, seconds) {
  const [from, sold, requests, refused] = [Date.now(), cashiers.acknowledged.size, asked, refusedSales()]
  await what()
  await pause(seconds * 1000)
  if (migrates) putOff += refusedSales() - refused
  else if (refusedSales() > refused) fault(`${refusedSales() - refused} sales were answered with a status from 500 on`)
  const counts = `${cashiers.acknowledged.size - sold} sales, ${asked - requests} other requests, longest pause ${cashiers.gap(from).toFixed(1)} s`
  say(`  ${counts}${migrates ? `, ${putOff} put off` : ''}`)
}

try {
  run(after, ['sefaz-simulator', ...simulatorArgs], {}, 'simulator.log')
  await until('the simulator listens', () => readFileSync(join(work, 'simulator.log'), 'utf8').includes('https://'))
  say('two servers of the version before, a shop, eight cashiers')
  for (const place of places) await place.start(before)
  const migration = () => Number(psql('select max(number) from schema_migrations'))
  const old = migration()
  const { at, product } = await shop.open(env.BALCAO_SETUP_CODE)
  const paths = await reads(at.split('/').at(-1))
  cashiers.start(tills, at, product).catch((error) => fault(error.message))
  const others = [reader(paths), clerk(at)]
  await whileSelling(() => pause(0), 5)
  say('the first is stopped, and the new version takes its place')
  migrates = true
  await whileSelling(async () => {
    await places[0].stop()
    await places[0].start(after)
  }, 0)
  migrates = false
  say(`old and new work side by side; migrations ${old} → ${migration()}, ${paths.length} addresses are read`)
  await whileSelling(() => pause(0), together_s)
  say('the second follows')
  await whileSelling(async () => {
    await places[1].stop()
    await places[1].start(after)
  }, 5)
  open = false
  await Promise.all([cashiers.stop(), ...others])

  const { sales, lost, doubled, twice } = cashiers.account(psql)
  say(`${sales} sales acknowledged: ${lost.length} lost, ${doubled.length} doubled, ${twice} numbers twice`)
  if (lost.length + doubled.length + twice > 0) fault(`lost ${JSON.stringify(lost.slice(0, 5))}, doubled ${JSON.stringify(doubled.slice(0, 5))}`)
  await until('SEFAZ has all', () => psql("select count(*) from nfce where estado in ('enviando', 'indefinida', 'contingencia')") === '0', 120)
  say(`receipts: ${psql('select estado, count(*) from nfce group by estado order by estado').replaceAll('\n', ', ').replaceAll('|', ' ')}`)
  for (const command of [['receipts', 'check'], ['audit', 'verify']])
    say(execFileSync(after, command, { env: { ...process.env, ...places[0].env }, encoding: 'utf8' }).trim().split('\n').at(-1))
  say(`answers to the cashiers: ${[...cashiers.answers].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
} catch (error) {
  fault(error.stack)
} finally {
  for (const child of children) child.kill('SIGKILL')
}
process.exit(faults.size > 0 ? 1 : 0)
