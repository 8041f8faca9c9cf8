// Called by long/load: people and troublemakers against one server for some seconds.
//   load.mjs ADDRESS PID SECONDS EMAIL PASSWORD [SMALL_DISK]
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { connect } from 'node:net'

const [address, pid, seconds, email, password, smallDisk] = process.argv.slice(2)
const { port } = new URL(address)
const end = Date.now() + Number(seconds) * 1000
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const goesOn = () => Date.now() < end

/** What was answered, by who asked and with what status. */
const seen = new Map()
const surprises = []
function note(who, status, text = '') {
  const key = `${who} ${status}`
  seen.set(key, (seen.get(key) ?? 0) + 1)
  if (status === 500) surprises.push(`${who}: 500 ${text.slice(0, 200)}`)
}

let cookie = ''
async function call(who, method, path, body, headers = {}) {
  const type = typeof body === 'string' ? {} : { 'content-type': 'application/json' }
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  try {
    const answer = await fetch(address + path, { method, body: sent, headers: { cookie, ...(sent ? type : {}), ...headers } })
    const text = await answer.text()
    note(who, answer.status, text)
    return { status: answer.status, headers: answer.headers, json: text.startsWith('{') ? JSON.parse(text) : undefined }
  } catch (error) {
    note(who, error.cause?.code ?? 'cut off')
    return { status: 0 }
  }
}

/** Bytes as they are; the first line of the answer. */
const raw = (who, pieces, ms = 3000) =>
  new Promise((done) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1')
    const finish = () => {
      socket.destroy()
      note(who, Number(answer.match(/^HTTP\/1.1 (\d+)/)?.[1] ?? 0) || 'cut off', answer)
      done()
    }
    const timer = setTimeout(finish, ms)
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text
      if (answer.includes('\r\n\r\n')) {
        clearTimeout(timer)
        finish()
      }
    })
    socket.on('error', () => undefined)
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.destroyed) return
        socket.write(piece)
        await pause(1)
      }
    })
  })

const signedIn = await call('sign-in', 'POST', '/api/auth/sign-in', { email, password })
cookie = signedIn.headers.get('set-cookie').split(';')[0]
const address_of = { municipio: 'Campinas', logradouro: 'Rua', numero: '1', bairro: 'Centro', cep: '13010001', uf: 'SP' }
const company = await call('clerk', 'POST', '/api/companies', {
  ...address_of,
  ...{ razao_social: 'Lajes', cnpj: '11222333000181', inscricao_estadual: '110042490114', crt: 1 },
  ...{ codigo_municipio: '3509502', telefone: '1932321010', fuso_horario: 'America/Sao_Paulo' },
})
const person = await call('clerk', 'POST', '/api/people', {
  ...{ ...address_of, municipio: '3509502' },
  ...{ pessoa_tipo: 1, cpf_cnpj: '52998224725', razao_social: 'José Aparecido Ramos' },
})
if (company.status !== 201 || person.status !== 201) throw new Error(`not set up: ${company.status} ${person.status}`)
const at = `/api/companies/${company.json.id}`

let made = 0
const people = {
  async clerk() {
    made += 1
    await call('clerk', 'POST', `${at}/products`, { prod_cProd: `P${made}`, prod_xProd: `Laje número ${made}` })
    const budget = { data_orcamento: '2026-11-25', cliente_id: person.json.id }
    const { json } = await call('clerk', 'POST', `${at}/budgets`, budget)
    if (json?.id) await call('clerk', 'GET', `${at}/budgets/${json.id}`)
    await pause(100)
  },
  async reader() {
    for (const path of ['products?search=laje%20n', 'budgets', 'products?search=LAJE&sort=-prod_xProd&page_size=100'])
      await call('reader', 'GET', `${at}/${path}`)
    await pause(50)
  },
  async printer() {
    const { json } = await call('printer', 'GET', `${at}/budgets?page_size=1`)
    const [first] = json?.items ?? []
    if (first) await call('printer', 'GET', `${at}/budgets/${first.id}/pdf`)
    await pause(500)
  },
  async listener() {
    const ended = new AbortController()
    const stream = fetch(`${address}/api/events`, { headers: { cookie }, signal: ended.signal })
    await pause(300)
    ended.abort()
    await stream.catch(() => undefined)
  },
  async guesser() {
    const guess = { email: made % 2 ? email : `${made}@example.com`, password: `senha errada ${made}` }
    await call('guesser', 'POST', '/api/auth/sign-in', guess, { cookie: '' })
    await pause(200)
  },
  async painter() {
    const bombs = [
      '<filter id="f"><feConvolveMatrix order="99" kernelMatrix="1"/></filter><rect width="9" height="9" filter="url(#f)"/>',
      '<filter id="f"><feTurbulence numOctaves="2000000000"/></filter><rect width="9" height="9" filter="url(#f)"/>',
      '<g id="a"><use href="#b"/><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    ]
    for (const inside of bombs) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">${inside}</svg>`
      await call('painter', 'PUT', `${at}/logos/system`, svg, { 'content-type': 'image/svg+xml' })
    }
    await pause(500)
  },
  async liar() {
    await call('liar', 'GET', `${at}/products?page=1&page=2`)
    await call('liar', 'GET', `${at}/products?page=-1&sort=%00&search=${'%F0%9F%98%80'.repeat(300)}`)
    await call('liar', 'POST', `${at}/products`, { prod_cProd: 'X\uFFFF', prod_xProd: 'a\u0001b' })
    await call('liar', 'PUT', at, { razao_social: 1 }, { 'if-match': '"99999999999999999999"' })
    const head = `POST /api/people HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n`
    await raw('liar', [`GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\nX-A: b\r\n c\r\n\r\n`])
    await raw('liar', [...`${head}Transfer-Encoding: chunked\r\n\r\n`, ...'2\r\n{}\r\n0\r\n\r\n'])
    await raw('liar', [`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`])
    await raw('liar', [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`])
    await pause(200)
  },
  async flood() {
    const head = `POST /api/people HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`
    await Promise.all(Array.from({ length: 20 }, () => raw('flood', [head, ...Array(20).fill('x'.repeat(65_536))])))
    await pause(1000)
  },
  /** The disk is full for a moment: what is saved meanwhile is refused, and nothing else happens. */
  async disk() {
    await pause(4000)
    if (!smallDisk || !goesOn()) return
    const filler = `${smallDisk}/filler`
    const file = openSync(filler, 'w')
    const block = Buffer.alloc(1024 * 1024)
    try {
      for (;;) writeSync(file, block)
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
    }
    closeSync(file)
    await pause(1500)
    rmSync(filler)
    await pause(Math.min(30_000, Math.max(0, end - Date.now())))
  },
  async sleeper() {
    const sockets = Array.from({ length: 400 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
    await pause(5000)
    for (const socket of sockets) socket.destroy()
  },
}
const many = { clerk: 3, reader: 3 }
const workers = Object.entries(people).flatMap(([name, work]) =>
  Array.from({ length: many[name] ?? 1 }, async () => {
    while (goesOn()) await work()
  }),
)

const resident = () => Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024
const memory = []
while (goesOn()) {
  await pause(1000)
  memory.push(resident())
}
await Promise.all(workers)

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
const fifth = Math.floor(memory.length / 5)
const [early, late] = [median(memory.slice(fifth, 2 * fifth)), median(memory.slice(-fifth))]
console.error([...seen].sort().map(([key, count]) => `  ${key}: ${count}`).join('\n'))
console.error(`  memory: ${Math.round(early)} MiB, then ${Math.round(late)} MiB; most ${Math.round(Math.max(...memory))} MiB`)
for (const surprise of surprises.slice(0, 5)) console.error(surprise)
// SQLite's and PostgreSQL's caches, and what malloc keeps, fill up in the first fifth.
if (late > early * 1.25 + 32) surprises.push('memory grows')
const wanted = ['clerk 201', 'reader 200', 'printer 200', 'guesser 401', 'painter 422', 'liar 400', 'liar 422', 'flood 401']
if (smallDisk) wanted.push('clerk 503')
for (const who of wanted) if (!seen.has(who)) surprises.push(`nobody was answered: ${who}`)
if (surprises.length > 0) console.error(surprises.slice(-10).join('\n'))
process.exit(surprises.length > 0 ? 1 : 0)
