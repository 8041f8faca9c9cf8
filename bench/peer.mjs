// Reads, searches and writes at 32 connections beside a hand-written API on the same rows (peer/server.mjs), in turns, on SQLite:
// beside two of its processes, which share the port, and for writes beside one (SQLite has one writer).
//   node peer.mjs FOLDER PORT
import { spawn } from 'node:child_process'
import { Server, load, median, row } from './server.mjs'

const [folder, port] = process.argv.slice(2)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const turns = 3
const pageSize = 25

const server = new Server({ folder, database: `sqlite:${folder}/balcao.sqlite3`, port })
await server.start()
const company = await server.newCompany()
await server.stop()
server.seed('seed-products.sql', { rows: 10_000, companies: `select ${server.uuid(company)} as id` })
server.shell('analyze')
await server.start()

const peerPort = Number(port) + 1
const peerAddress = `http://127.0.0.1:${peerPort}`
async function startPeer(workers) {
  const child = spawn(process.execPath, [new URL('peer/server.mjs', import.meta.url).pathname], {
    env: {
      ...process.env,
      ...{ PORT: peerPort, SOURCE: `${folder}/balcao.sqlite3`, DB: `${folder}/peer.sqlite3`, WORKERS: workers },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((done) => child.on('exit', done))
  const token = () => fetch(`${peerAddress}/token/${company.replaceAll('-', '')}`).then((answer) => answer.json())
  for (const from = performance.now(); ;) {
    const found = await token().catch(() => undefined) // not listening yet
    if (found)
      return { pid: child.pid, login: { Authorization: `Bearer ${found.token}` }, stop: () => (child.kill(), ended) }
    if (performance.now() - from > 60_000) throw new Error('the peer does not listen')
    await new Promise((done) => setTimeout(done, 50))
  }
}

const ours = { pid: server.child.pid, headers: { Cookie: server.cookie }, seconds }
const middle = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((each) => each[key]))]))
function told(name, mine, theirs, goal) {
  const each = ({ rate, p99, processor }) =>
    `${rate.toFixed(0)}/s, p99 ${p99.toFixed(1)} ms, ${processor.toFixed(0)} µs of processor each`
  row(name, each(mine), `Fastify: ${each(theirs)}`, `${(mine.rate / theirs.rate).toFixed(2)} times`, goal)
}
async function beside(name, mine, theirs, goal) {
  const runs = { mine: [], theirs: [] }
  for (let turn = 0; turn < turns; turn += 1) {
    runs.mine.push(mine(turn))
    runs.theirs.push(theirs(turn))
  }
  told(name, middle(runs.mine), middle(runs.theirs), goal)
}

const products = `/api/companies/${company}/products`
let peer = await startPeer(2)
try {
  const get = async (path) => (await fetch(peerAddress + path, { headers: peer.login })).json()
  const both = (name, path, theirPath, goal) =>
    beside(
      name,
      () => load(server.address + path, ours),
      () => load(peerAddress + theirPath, { pid: peer.pid, headers: peer.login, seconds }),
      goal,
    )
  const [{ id }] = (await server.get(`${products}?page_size=1`)).items
  await both('Product by id', `${products}/${id}`, `/products/${id.replaceAll('-', '')}`, '')

  const texts = {
    'a common word': 'laje',
    'two words': 'laje trelicada',
    '1 in 1,000': 'granilite',
    'no hit': 'marmorite',
    digits: '10077',
    'two letters': 'q1',
  }
  for (const [what, text] of Object.entries(texts)) {
    const query = `page_size=${pageSize}&search=${encodeURIComponent(text)}`
    const [mine, theirs] = [await server.get(`${products}?${query}`), await get(`/products?${query}`)]
    const least = (total) => Math.min(total, 1000)
    if (least(mine.total) !== least(theirs.total) || mine.items.length !== theirs.items.length)
      throw new Error(`'${text}' finds ${mine.total} here and ${theirs.total} there`)
    await both(
      `Search of ${what}, ${mine.total_exact ? mine.total : 'over 1,000'} of 10,000`,
      `${products}?${query}`,
      `/products?${query}`,
      '≥ 1.5 times',
    )
  }
  await peer.stop()
  peer = await startPeer(1)
  const person = (address, path, pid, [[name, value]], from) =>
    load(address, {
      ...{ pid, seconds, script: 'new-person.lua' },
      env: { ADDRESS: path, LOGIN: `${name}: ${value}`, FROM: String(from) },
    })
  await beside(
    'Person created, committed for certain',
    (turn) =>
      person(server.address, '/api/people', ours.pid, Object.entries(ours.headers), 100_000_000 + turn * 1_000_000),
    (turn) => person(peerAddress, '/people', peer.pid, Object.entries(peer.login), 100_000_000 + turn * 1_000_000),
    '≥ 1 times',
  )
} finally {
  await peer.stop()
  await server.stop()
}
