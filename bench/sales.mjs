// What a till waits for: sales by 1, 8 and 32 cashiers against the simulator, beside what the machine needs for the signature and
// the two commits of a sale alone, and the NF-e of an order. Processor time is the server's own.
//   node sales.mjs FOLDER PORT DATABASE
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Server, median, row } from './server.mjs'
import { after, authorised, ms, percentile, sell, send, shop, signature, simulator } from './till.mjs'

const [folder, port, database] = process.argv.slice(2)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)

/** Milliseconds of two transactions that store a receipt's 9 kB, by the engine's own shell. */
function commits(server) {
  const count = 300
  const text = randomBytes(4500).toString('hex')
  const rows = Array.from({ length: count }, () => `begin; insert into bench_bytes values ('${text}'); commit;\n`).join(
    '',
  )
  server.shell('create table bench_bytes (text text)')
  const pragmas = server.isSqlite ? 'pragma synchronous = full;\n' : ''
  const from = performance.now()
  server.shell(pragmas + rows)
  const commit = (performance.now() - from) / count
  server.shell('drop table bench_bytes')
  return 2 * commit
}

/** Pages that a sale adds to SQLite's write-ahead log, which grows while somebody reads as of before. */
async function pagesOfSale(server, made) {
  const file = server.database.slice('sqlite:'.length)
  server.shell('pragma wal_checkpoint(truncate)')
  const reader = spawn('sqlite3', [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  reader.stdin.write('begin; select count(*) from nfce;\n')
  await once(reader.stdout, 'data')
  const { times } = await sell(server, made, 8, after(seconds))
  const [header, frame] = [32, 4096 + 24]
  const pages = (statSync(`${file}-wal`).size - header) / frame
  reader.stdin.end()
  await once(reader, 'exit')
  return pages / times.length
}

/** A client with a CNPJ, whose orders become NF-e. */
async function builder(server, base) {
  await server.send('PUT', `${base}/readiness/credenciamento_nfe`, { marcado: true })
  return server.post('/api/people', {
    pessoa_tipo: 2,
    cpf_cnpj: '11444777000161',
    razao_social: 'Construtora Horizonte Ltda',
    logradouro: 'Avenida Brasil',
    numero: '100',
    bairro: 'Centro',
    municipio: '3509502',
    uf: 'SP',
    cep: '13010000',
  })
}

/** Milliseconds until the NF-e of an order of ten items is accepted, by one clerk who pauses between two. In practice: the order itself stays as it is. */
async function invoiceOrders(server, { base, products }, count) {
  const client = await builder(server, base)
  const itens = [...products, ...products].map(({ id }) => ({ composicao_id: id, quantidade: '4.0000' }))
  const times = []
  for (let made = -10; made < count; made += 1) {
    const order = { tipo: 'Pedido', data_orcamento: '2026-11-21', cliente_id: client.id, itens }
    const { id: bid } = await server.post(`${base}/budgets`, order)
    const { venda } = await server.post(`${base}/budgets/${bid}/sale`, { id: randomUUID() })
    const { id, version, orcamento_id, cliente_id, observacao, nfe, total } = venda
    const body = {
      ...{ id, version, orcamento_id, cliente_id, observacao, nfe, total_visto: total, emitir: true },
      itens: venda.itens.map(({ produto_id, quantidade, valor, preco_lido, orcamento_item_id }) => ({
        ...{ produto_id, quantidade, valor, preco_lido, orcamento_item_id },
      })),
      pagamentos: [{ tPag: '15', valor: total }],
    }
    const from = performance.now()
    const { status, text } = await send(server, 'POST', `${base}/sales`, body)
    if (made >= 0) times.push(performance.now() - from)
    if (status !== 201 || JSON.parse(text).nota.modelo !== 55) throw new Error(`no NF-e: ${status} ${text}`)
    await new Promise((done) => setTimeout(done, 30))
  }
  await authorised(server, base)
  return times
}

const sefaz = await simulator(folder)
Object.assign(process.env, sefaz.env)
const server = new Server({ folder, database, port })
const engine = server.isSqlite ? 'SQLite' : 'PostgreSQL'
try {
  await server.start()
  const made = await shop(server)
  await sell(server, made, 1, after(1)) // warm
  const rsa = signature()
  const twoCommits = commits(server)
  const beside = `a signature ${ms(rsa)}, two commits ${ms(twoCommits)}`

  let sold = 0
  let rate = 0
  const sizeBefore = server.size()
  for (const cashiers of [1, 8, 32]) {
    const { times, rate: perSecond, processor } = await sell(server, made, cashiers, after(seconds))
    sold += times.length
    rate = Math.max(rate, perSecond)
    const [p50, p99] = [0.5, 0.99].map((share) => percentile(times, share) - rsa)
    row(
      `Sale of 5 items accepted, ${cashiers === 1 ? '1 cashier' : `${cashiers} cashiers`}, ${engine}`,
      `p50 ${ms(p50)}, p99 ${ms(p99)} without RSA; ${ms(processor)} of processor a sale`,
      beside,
      '',
      cashiers === 8 ? `p99 ≤ 25 ms, ≤ ${server.isSqlite ? '2.4' : '2.6'} ms of processor` : '',
    )
  }
  const grown = server.size() - sizeBefore
  if (server.isSqlite)
    row(
      `Pages a sale writes to the log, 8 cashiers, ${engine}`,
      (await pagesOfSale(server, made)).toFixed(0),
      '',
      '',
      '≤ 40',
    )
  const most = 1000 / (rsa + twoCommits)
  row(
    `Sales until authorised, ${engine}`,
    `${rate.toFixed(0)}/s`,
    `1 / (signature + two commits): ${most.toFixed(0)}/s`,
    `${((100 * rate) / most).toFixed(0)} %`,
    server.isSqlite ? '≥ 60 %' : '',
  )
  const [handled, slowest] = handling(server)
  row(
    `A receipt's answer kept, without the simulator's own time, ${engine}`,
    `p50 ${ms(handled)}, p99 ${ms(slowest)}, from its announcement on`,
    '',
    '',
    'p99 < 10 ms',
  )
  row(`A receipt in the database, ${engine}`, `${(grown / sold / 1000).toFixed(1)} kB`, '', '', '≤ 15 kB')

  const get = async (path, count = 200) => {
    const times = []
    for (let i = 0; i < count; i += 1) {
      const from = performance.now()
      const { status, text } = await send(server, 'GET', path)
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
      times.push(performance.now() - from)
    }
    return times
  }
  const looked = await get(`${made.base}/products/lookup?code=L-3`)
  row(
    `Product by its code, ${engine}`,
    `p50 ${ms(median(looked))}, p99 ${ms(percentile(looked, 0.99))}`,
    '',
    '',
    'p99 ≤ 5 ms',
  )
  const [{ id }] = JSON.parse((await send(server, 'GET', `${made.base}/receipts?page_size=1`)).text).items
  const empty = median(await get('/healthz'))
  const pdf = median(await get(`${made.base}/receipts/${id}/danfe?papel=80`, 50)) - empty
  const escpos = median(await get(`${made.base}/receipts/${id}/danfe?papel=80&formato=escpos`)) - empty
  row(
    `DANFE as PDF, ${engine}`,
    ms(pdf),
    `a signature ${ms(rsa)}`,
    `${(pdf / rsa).toFixed(1)} signatures`,
    '≤ 12 signatures',
  )
  row(`DANFE as ESC/POS, ${engine}`, ms(escpos), `an empty request ${ms(empty)}`, '', '≤ 1 ms')

  const invoiced = await invoiceOrders(server, made, 70)
  const now = signature() // beside it: the machine may be slower than it was
  row(
    `NF-e of an order of 10 items accepted, one clerk, ${engine}`,
    `p50 ${ms(median(invoiced))}, p99 ${ms(percentile(invoiced, 0.99))}`,
    `a signature ${ms(now)}`,
    `${(median(invoiced) / now).toFixed(1)} signatures`,
    'p50 ≤ 10 ms',
  )

  const lines = Array.from(
    { length: 50_000 },
    (_, i) => `IMP-${i};Bloco de concreto ${i};68101100;UN;${(i % 90) + 1},5000;5102`,
  )
  const file = ['Código;Descrição;NCM;Unidade comercial;Valor unitário comercial;CFOP', ...lines].join('\r\n')
  const { id: iid } = await server.post(`${made.base}/imports?file_name=produtos.csv`, file, 'text/csv')
  const state = async () => (await server.get(`${made.base}/imports/${iid}`)).state
  while ((await state()) === 'lendo') await new Promise((done) => setTimeout(done, 50))
  await server.post(`${made.base}/imports/${iid}/apply`)
  const during = []
  while ((await state()) === 'aplicando') during.push(...(await sell(server, made, 2, after(1))).times)
  row(
    `Sale during an import of 50,000 rows, ${engine}`,
    `p50 ${ms(median(during))}, p99 ${ms(percentile(during, 0.99))}`,
    '',
    '',
    'p99 < 300 ms, no 503',
  )
} finally {
  if (server.child) await server.stop()
  sefaz.stop()
}

/** Of all authorisations so far, from the announcement to the answer's transaction, less what the exchange itself took: median and 99th percentile in ms. */
function handling(of) {
  const times = of
    .shell(
      `select (respondida_em - anunciada_em) / 1000.0 - ms from sefaz_troca where servico = 'NFeAutorizacao4' and resultado = 'respondida';`,
    )
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(Number)
  if (times.length === 0) throw new Error('no receipt was answered')
  return [median(times), percentile(times, 0.99)]
}
