// A shop that sells against the simulator, for what is measured at its tills.
import { spawn } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import http from 'node:http'
import { processorTime } from './server.mjs'

export const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]
export const ms = (value) => `${value.toFixed(2)} ms`

/** The simulator as an operator starts it; its judgements are committed before it answers. */
export async function simulator(folder) {
  const data = `${folder}/simulador`
  mkdirSync(folder, { recursive: true })
  const child = spawn(
    process.env.BALCAO_PROGRAM,
    ['sefaz-simulator', '--port', '0', '--control-port', '0', '--data', data],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (told += text))
  for (const from = performance.now(); !/https:\/\/127\.0\.0\.1:\d+/.test(told) || !told.includes('http://127');) {
    if (performance.now() - from > 15_000) throw new Error(`the simulator does not listen: ${told}`)
    await new Promise((done) => setTimeout(done, 20))
  }
  return {
    env: { BALCAO_SIMULATOR_URL: /https:\/\/127\.0\.0\.1:\d+/.exec(told)[0], BALCAO_SIMULATOR_DATA: data },
    stop: () => child.kill('SIGTERM'),
  }
}

/** Milliseconds of a signature. */
export function signature() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const bytes = randomBytes(900)
  const signing = () => sign('sha1', bytes, key)
  for (let i = 0; i < 50; i += 1) signing()
  const from = performance.now()
  for (let i = 0; i < 500; i += 1) signing()
  return (performance.now() - from) / 500
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
export function send(server, method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((done, failed) => {
    const headers = { cookie: server.cookie, ...(text && { 'content-type': 'application/json' }) }
    const asked = http.request({ host: '127.0.0.1', port: server.port, method, path, agent, headers }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => done({ status: answer.statusCode, text: Buffer.concat(parts).toString('utf8') }))
    })
    asked.on('error', failed)
    asked.end(text)
  })
}

/** A company that issues in the simulator, with five products. */
export async function shop(server, serie = 1) {
  const company = await server.newCompany()
  const base = `/api/companies/${company}`
  const { headers } = await server.send('GET', `${base}/sefaz-settings`)
  const settings = {
    ambiente: 'homologacao',
    destino: 'simulador',
    serie,
    numero_inicial: 1,
    csc_id: '1',
    csc: 'A'.repeat(36),
  }
  const saved = await fetch(`${server.address}${base}/sefaz-settings`, {
    method: 'PUT',
    headers: { cookie: server.cookie, 'content-type': 'application/json', 'if-match': headers.get('etag') },
    body: JSON.stringify(settings),
  })
  if (!saved.ok) throw new Error(`sefaz-settings: ${saved.status} ${await saved.text()}`)
  const products = []
  for (let i = 0; i < 5; i += 1)
    products.push(
      await server.post(`${base}/products`, {
        prod_cProd: `L-${i}`,
        prod_xProd: `Laje treliçada H${i}`,
        prod_NCM: '68109100',
        prod_CFOP: '5102',
        prod_uCOM: 'UN',
        prod_vUnCOM: '41.00',
        icms_orig: 0,
        icms_CST: '102',
      }),
    )
  return { base, products }
}

const sale = (products) => ({
  id: randomUUID(),
  itens: products.map(({ id }) => ({ produto_id: id, quantidade: '1', valor: '41.00', preco_lido: '41.00' })),
  pagamentos: [{ tPag: '01', valor: '205.00' }],
  total_visto: '205.00',
  emitir: true,
})

/** `count` cashiers who sell until `isOver()`, each with a pause of so many ms after a sale. */
export async function sell(server, { base, products }, count, isOver, pause = 0) {
  const times = []
  const refusals = new Map()
  const used = processorTime(server.child.pid)
  const started = performance.now()
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (!isOver()) {
        const from = performance.now()
        const { status, text } = await send(server, 'POST', `${base}/sales`, sale(products))
        times.push(performance.now() - from)
        if (pause > 0) await new Promise((done) => setTimeout(done, pause))
        if (status !== 201) refusals.set(text, (refusals.get(text) ?? 0) + 1)
      }
    }),
  )
  if (refusals.size > 0) throw new Error(`sales were refused: ${[...refusals].slice(0, 3).join('\n')}`)
  await authorised(server, base)
  const lasted = (performance.now() - started) / 1000
  return {
    times,
    rate: times.length / lasted,
    processor: ((processorTime(server.child.pid) - used) / times.length) * 1000,
  }
}

/** Waits until nothing is under way. */
export async function authorised(server, base) {
  for (const from = performance.now(); ;) {
    const { total } = JSON.parse((await send(server, 'GET', `${base}/receipts?situacao=enviando`)).text)
    if (total === 0) return
    if (performance.now() - from > 120_000) throw new Error(`${total} receipts are not authorised`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** For `sell`: over after so long. */
export function after(seconds) {
  const end = performance.now() + seconds * 1000
  return () => performance.now() > end
}
