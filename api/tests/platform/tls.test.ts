// HTTPS by the server itself: a certificate of its own, plain HTTP led to it, files read again when they change.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractText } from '../helpers/contract.ts'
import { email, password } from '../helpers/data.ts'
import { exchange } from '../helpers/http.ts'
import { freePort, ownServer, runCommand, until } from '../helpers/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'balcao-tls-'))
const [certificate, key, authority] = ['servidor.crt', 'servidor.key', 'autoridade.crt'].map((name) =>
  join(folder, name),
)
const env = { PATH: process.env.PATH ?? '', BALCAO_DATA_DIR: folder }
const selfSigned = (...more: string[]) =>
  runCommand(['tls', 'self-signed', 'localhost', '127.0.0.1', '--folder', folder, ...more], env)
let redirectPort = 0
/** The cookie of the first account. */
let admin = ''

beforeAll(async () => {
  redirectPort = await freePort()
  expect((await selfSigned()).stderr).toBe('')
})
afterAll(() => rmSync(folder, { recursive: true }))
const server = ownServer({
  env: () => ({
    BALCAO_TLS_CERT: certificate!,
    BALCAO_TLS_KEY: key!,
    BALCAO_TLS_REDIRECT_PORT: String(redirectPort),
    BALCAO_TEST_TIME_SCALE: '0.2',
  }),
})

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

function send(options: RequestOptions, body?: string): Promise<Answer> {
  return new Promise((done, failed) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, ca: readFileSync(authority!), agent: false, ...options },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        incoming.on('end', () => done({ status: incoming.statusCode!, headers: incoming.headers, body: text }))
        incoming.on('error', failed)
      },
    )
    sent.on('error', failed)
    sent.end(body)
  })
}
const signUp = (origin: string, body: object = { email: email(), password }) =>
  send(
    { method: 'POST', path: '/api/auth/sign-up', headers: { origin, 'content-type': 'application/json' } },
    JSON.stringify(body),
  )

function handshake(options: object): Promise<TLSSocket> {
  return new Promise((done, failed) => {
    const socket = connectTls({ port: server.port, host: '127.0.0.1', ca: readFileSync(authority!), ...options }, () =>
      done(socket),
    )
    socket.on('error', failed)
  })
}

describe('a certificate of one’s own', () => {
  test('is made with its authority, whose key nobody keeps', () => {
    const text = execFileSync('openssl', ['x509', '-in', certificate!, '-noout', '-text'], { encoding: 'utf8' })
    expect(text).toContain('DNS:localhost, IP Address:127.0.0.1')
    expect(text).toContain('CA:FALSE')
    expect(readFileSync(authority!, 'utf8')).not.toContain('PRIVATE KEY')
    expect(statSync(key!).mode & 0o777).toBe(0o600)
  })

  test('is not replaced by mistake', async () => {
    const before = readFileSync(certificate!)
    const { code, stderr } = await selfSigned()
    expect([code, stderr]).toEqual([1, expect.stringContaining('Com --replace ele é trocado')])
    expect(readFileSync(certificate!)).toEqual(before)
  })

  test.each(['', 'dois nomes', 'a,DNS:outro', '*.local', '300.1.2.3/8'])('is not made for “%s”', async (name) => {
    const { code, stderr } = await runCommand(['tls', 'self-signed', name, '--folder', join(folder, 'none')], env)
    expect([code, stderr]).toEqual([1, expect.stringContaining('não é um nome nem um endereço IP')])
  })
})

describe('HTTPS', () => {
  test('serves large and small answers, and keeps its cookie to itself', async () => {
    expect((await send({ path: '/api/openapi.yaml' })).body).toBe(contractText)
    const { status, headers } = await signUp(`https://127.0.0.1:${server.port}`)
    expect(status).toBe(201)
    admin = headers['set-cookie']![0]!.split(';')[0]!
    expect(headers['set-cookie']![0]).toMatch(/^__Host-.*Secure/i)
    // A certificate alone must not bar who has not accepted it yet.
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  test('takes large requests', async () => {
    const origin = `https://127.0.0.1:${server.port}`
    const { status, body } = await send(
      {
        method: 'POST',
        path: '/api/companies',
        headers: { origin, cookie: admin, 'content-type': 'application/json' },
      },
      JSON.stringify({ razao_social: 'a'.repeat(1_500_000) }),
    )
    expect([status, body]).toEqual([422, expect.stringContaining('razao_social')])
  })

  test('takes nothing from a page over plain HTTP', async () => {
    expect((await signUp(`http://127.0.0.1:${server.port}`)).status).toBe(403)
  })

  test('carries events, and ends with the server’s patience', async () => {
    const cookie = (await signUp(`https://127.0.0.1:${server.port}`)).headers['set-cookie']![0]!.split(';')[0]!
    const socket = await handshake({})
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    socket.write(`GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nCookie: ${cookie}\r\n\r\n`)
    await until('a heartbeat', () => /text\/event-stream/.test(text) && /\n: \n/.test(text.replaceAll('\r', '')))
    socket.destroy()
  })

  test('is TLS 1.2 or newer, and HTTP/1.1', async () => {
    await expect(handshake({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow()
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
      const socket = await handshake({ maxVersion, ALPNProtocols: ['h2', 'http/1.1'] })
      expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([maxVersion, 'http/1.1'])
      socket.end()
    }
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half a handshake', Buffer.from([0x16, 3, 1, 2, 0, 1])],
    ['noise', Buffer.concat([Buffer.from([0x16, 3, 1, 0, 200]), Buffer.alloc(200, 0xa5)])],
  ])('ends a connection that sends %s, and serves the next', async (_, bytes) => {
    const ended = await new Promise<boolean>((done) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes))
      socket.on('error', () => done(true)).on('close', () => done(true))
      socket.resume()
    })
    expect(ended).toBe(true)
    expect((await send({ path: '/healthz' })).status).toBe(200)
  })
})

describe('plain HTTP', () => {
  const there = `https://127.0.0.1:`
  test.each([
    ['at the same port', () => server.port],
    ['at the port for it', () => redirectPort],
  ])('is led to HTTPS %s, but for probes', async (_, port) => {
    const get = (path: string, host = `127.0.0.1:${port()}`) =>
      exchange(port(), { method: 'GET', path, headers: { host } })
    const { status, headers } = await get('/app/products?q=laje')
    expect([status, headers.location]).toEqual([308, `${there}${server.port}/app/products?q=laje`])
    expect((await get('/', 'balcao.local')).headers.location).toBe(`https://balcao.local:${server.port}/`)
    expect((await get('/', '[::1]:80')).headers.location).toBe(`https://[::1]:${server.port}/`)
    expect((await get('/', 'a b')).status).toBe(400)
    expect((await get('/readyz')).status).toBe(200)
    expect((await get('/api/session')).status).toBe(308)
  })

  test('does not read what is posted there', async () => {
    const { status } = await exchange(server.port, {
      method: 'POST',
      path: '/api/auth/sign-in',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: email(), password }),
    })
    expect(status).toBe(308)
  })
})

test('`balcao status` names the address', async () => {
  expect((await server.command(['status'])).stdout).toContain(`em execução em https://127.0.0.1:${server.port}`)
})

test('a new certificate is taken up without a restart, a wrong one is not', async () => {
  const serial = async () => {
    const socket = await handshake({ rejectUnauthorized: false })
    const { serialNumber } = socket.getPeerCertificate()
    socket.end()
    return serialNumber
  }
  const before = await serial()
  copyFileSync(certificate!, join(folder, 'before.crt'))
  writeFileSync(certificate!, 'nothing of the kind')
  await until(
    'the wrong one is logged',
    async () => (await serial()) && server.log.includes('tls_certificate_not_loaded'),
    30_000,
  )
  expect(await serial()).toBe(before)
  expect((await selfSigned('--replace')).code).toBe(0)
  await until('the new one', async () => (await serial()) !== before, 30_000)
  expect((await send({ path: '/healthz' })).status).toBe(200)
})

test.each([
  ['no key', { BALCAO_TLS_CERT: 'servidor.crt' }, /vêm juntas/],
  ['a file that is not there', { BALCAO_TLS_CERT: 'none.crt', BALCAO_TLS_KEY: 'servidor.key' }, /none\.crt não pôde/],
  ['a key for a certificate', { BALCAO_TLS_CERT: 'servidor.key', BALCAO_TLS_KEY: 'servidor.key' }, /não pôde ser lido/],
  ['the key of another', { BALCAO_TLS_CERT: 'before.crt', BALCAO_TLS_KEY: 'servidor.key' }, /se é a do certificado/],
  ['a port without a certificate', { BALCAO_TLS_REDIRECT_PORT: '8081' }, /só serve com BALCAO_TLS_CERT/],
])('with %s the server says so and does not start', async (_, names, sentence) => {
  const files = Object.fromEntries(
    Object.entries(names).map(([name, file]) => [name, name.endsWith('PORT') ? file : join(folder, file)]),
  )
  const { code, stderr } = await runCommand(['serve'], {
    ...env,
    BALCAO_DATABASE_URL: `sqlite:${join(folder, 'other.db')}`,
    BALCAO_WEB_DIR: server.env.BALCAO_WEB_DIR!,
    BALCAO_PORT: String(await freePort()),
    ...files,
  })
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)])
  expect(existsSync(join(folder, 'other.db'))).toBe(false)
})
