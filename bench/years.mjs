// What a shop waits for, or must not notice, after years: start, the files of a month, a backup while it sells, and the checks.
// BENCH_ROWS (1,000,000 otherwise) receipts with their documents, one a minute, so a month has some 44,000.
//   node years.mjs FOLDER PORT DATABASE
import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Server, median, row } from './server.mjs'
import { after, ms, percentile, sell, shop, simulator } from './till.mjs'

const [folder, port, database] = process.argv.slice(2)
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
/** Cashiers as they are: they pause. */
const tills = 4
const pause = 100

const sefaz = await simulator(folder)
Object.assign(process.env, sefaz.env)
const server = new Server({ folder, database, port })
const engine = server.isSqlite ? 'SQLite' : 'PostgreSQL'
const seconds = (from) => (performance.now() - from) / 1000
const p99 = ({ times }) => percentile(times, 0.99)

/** What the shell command of that name prints, and how many seconds it takes. */
async function command(...args) {
  const env = { ...process.env, BALCAO_DATA_DIR: folder, BALCAO_DATABASE_URL: database }
  const from = performance.now()
  const child = spawn(process.env.BALCAO_PROGRAM, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (part) => (text += part))
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}`)
  return { took: seconds(from), text }
}

/** Peak of the server's memory in MB since it was last asked. */
function peak() {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5')
  return Number(/VmHWM:\s+(\d+)/.exec(status)[1]) / 1024
}

/** Sells while `work` goes on: what it gives, and the tills' figures. */
async function whileSelling(made, work) {
  let isOver = false
  const tillsClose = sell(server, made, tills, () => isOver, pause)
  const result = await work()
  isOver = true
  return { result, sold: await tillsClose }
}

try {
  await server.start()
  const made = await shop(server, 2)
  await sell(server, made, 1, after(1))
  const company = server.uuid(made.base.split('/').at(-1))
  const { items } = await server.get(`${made.base}/receipts?page_size=1`)
  const sold = server.uuid(items[0].id)
  await server.stop()
  server.seed('seed-receipts.sql', { rows, company })
  server.seed('seed-documents.sql', { company, sold })

  const starts = []
  for (let i = 0; i < 3; i += 1) {
    await server.start()
    starts.push(server.readyAfter)
    if (i < 2) await server.stop()
  }
  row(`Start, ${engine}`, ms(median(starts)), `${(server.size() / 1e9).toFixed(1)} GB, ${rows} receipts`, '', '≤ 1 s')

  await sell(server, made, tills, after(3), pause) // warm
  const alone = p99(await sell(server, made, tills, after(15), pause))
  const besideAlone = `alone p99 ${ms(alone)}`

  const mes = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 7)
  peak()
  const before = peak()
  let from = performance.now()
  const zip = await whileSelling(made, async () => {
    let month = await server.post(`${made.base}/receipts/xml-month`, { mes, ambiente: 'simulador' })
    while (month.estado === 'preparando') {
      await new Promise((done) => setTimeout(done, 200))
      month = await server.get(`${made.base}/receipts/xml-month/${month.id}`)
    }
    return { month, took: seconds(from) }
  })
  const { month, took } = zip.result
  if (month.estado !== 'pronta') throw new Error(`no files: ${month.erro}`)
  const bytes = month.arquivos.reduce((sum, { tamanho }) => sum + tamanho, 0)
  row(
    `ZIP of a month of ${month.notas}, while ${tills} cashiers sell, ${engine}`,
    `${took.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB; tills p99 ${ms(p99(zip.sold))}; memory ${(peak() - before).toFixed(0)} MB more`,
    besideAlone,
    `${(p99(zip.sold) / alone).toFixed(1)} times`,
    '≤ 2 times, ≤ 150 MB',
  )

  const file = `${folder}/years.backup`
  from = performance.now()
  const backup = await whileSelling(made, () => command('backup', file))
  row(
    `Backup while ${tills} cashiers sell, ${engine}`,
    `${backup.result.took.toFixed(0)} s for ${(statSync(file).size / 1e9).toFixed(1)} GB; tills p99 ${ms(p99(backup.sold))}`,
    besideAlone,
    `${(p99(backup.sold) / alone).toFixed(1)} times`,
    '≤ 2 times',
  )
  rmSync(file)
  await server.stop()

  const count = (table) => Number(server.shell(`select count(*) from ${table};`))
  for (const [args, table] of [
    [['receipts', 'check'], 'nfce'],
    [['audit', 'verify'], 'action_logs'],
  ]) {
    const checked = await command(...args)
    row(`${args.join(' ')}, ${engine}`, `${checked.took.toFixed(1)} s for ${count(table)} rows`, '', '', '')
  }
} finally {
  if (server.child?.exitCode === null) await server.stop()
  sefaz.stop()
}
