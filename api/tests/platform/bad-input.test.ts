// Whatever comes over the wire: a clear answer, the process lives, nothing is written.
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { company, email, password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { exchange } from '../helpers/http.ts'
import { sharedServer } from '../helpers/shared.ts'

const server = sharedServer()
let admin: Caller

beforeAll(async () => {
  admin = (await office(server)).admin
})

const post = (raw: string | Buffer, contentType = 'application/json', headers: Record<string, string> = {}) =>
  admin.call('createCompany', { raw, contentType, headers })
const total = async () => (await api.listCompanies(admin)).expect(200).total
const good = () => JSON.stringify(company())

/** Sends bytes as they are and returns all that comes back until the server closes or `milliseconds` pass. */
function raw(bytes: string | Buffer, milliseconds = 3000): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(server.port, '127.0.0.1')
    let answer = ''
    const finish = () => {
      socket.destroy()
      done(answer)
    }
    const timer = setTimeout(finish, milliseconds)
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : failed(error),
    )
    socket.on('close', () => {
      clearTimeout(timer)
      finish()
    })
  })
}

describe('a body that is not a JSON object', () => {
  test.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['cut off', '{"razao_social":"La'],
    ['two values', '{}{}'],
    ['a comma too many', '{"razao_social":"x",}'],
    ['single quotes', "{'razao_social':'x'}"],
    ['a list', '[1,2]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['NaN', '{"crt":NaN}'],
    ['a comment', '{/* x */}'],
    ['a byte order mark', '\ufeff{}'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d])],
    [
      'an overlong slash in UTF-8',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    [
      'half a surrogate in UTF-8',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
    ['half a surrogate escaped', '{"razao_social":"\\ud800"}'],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['the same key twice', '{"crt":1,"crt":2}'],
    ['the same key twice, once escaped', '{"crt":1,"\\u0063rt":2}'],
    ['nested 100000 deep', '['.repeat(100_000)],
    ['an object nested 1000 deep', '{"a":'.repeat(1000) + '1' + '}'.repeat(1000)],
  ])('%s', async (_, body) => {
    const problem = (await post(body)).problem(400, 'unreadable')
    expect(problem.detail).toMatch(/\S{4,}/)
  })

  test('a form', async () => {
    ;(await post('razao_social=x', 'application/x-www-form-urlencoded')).problem(415, 'unsupported_media_type')
    ;(await post(good(), 'text/plain')).problem(415, 'unsupported_media_type')
  })

  test('JSON without saying so', async () => {
    const answer = await exchange(server.port, {
      method: 'POST',
      path: '/api/companies',
      headers: admin.headers(),
      body: good(),
    })
    expect(answer.status).toBe(415)
  })

  test('JSON with a charset is fine', async () => {
    ;(await post(good(), 'application/json; charset=utf-8')).expect(201)
  })
})

describe('too much', () => {
  test('a body of 10 MB', async () => {
    const before = await total()
    ;(await post(`{"razao_social":"${'x'.repeat(10 * 1024 * 1024)}"}`)).problem(413, 'too_large')
    expect(await total()).toBe(before)
  })

  test('a body of 10 MB in pieces, its length never said', async () => {
    const head = `POST /api/companies HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookie}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    expect(await raw(head + piece.repeat(160) + '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a header of 1 MB', async () => {
    expect(await raw(`GET /api/session HTTP/1.1\r\nHost: x\r\nX-Junk: ${'x'.repeat(1024 * 1024)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 |^$/,
    )
  })

  test('a header just over the limit says so', async () => {
    const answer = await exchange(server.port, {
      method: 'GET',
      path: '/healthz',
      headers: { 'x-junk': 'x'.repeat(15 * 1024 + 1100) },
    })
    expect(answer.status).toBe(431)
    expect(JSON.parse(answer.bytes.toString())).toMatchObject({ status: 431, code: 'header_too_large' })
  })

  test('ten thousand header lines', async () => {
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: x\r\n' + 'X-A: b\r\n'.repeat(10_000) + '\r\n')).toMatch(
      /^HTTP\/1\.1 (431|400) |^$/,
    )
  })

  test('a path of 1 MB', async () => {
    expect(await raw(`GET /${'a'.repeat(1024 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 (414|431|400) |^$/,
    )
  })

  test('the server lives through all of it', async () => {
    ;(await api.getHealth(admin)).expect(200)
    ;(await api.getSession(admin)).expect(200)
  })
})

describe('not HTTP as it should be', () => {
  test.each([
    ['nonsense', 'hello\r\n\r\n'],
    ['no version', 'GET /healthz\r\n\r\n'],
    ['two lengths', 'POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x'],
    [
      'length and pieces',
      'POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a negative length', 'POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['a header without colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a null in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
    ['a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00])],
  ])('%s', async (_, bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.[01] (400|505) |^$/)
    ;(await api.getHealth(admin)).expect(200)
  })

  test.each([
    '/%',
    '/%zz',
    '/api/companies/%ff%fe',
    '/api/companies?search=%c3%28',
    '/api/companies?search=%00',
    '/%00',
    '/api/../../etc/passwd',
    '/..%2f..%2fetc/passwd',
  ])('the path %s', async (path) => {
    const answer = await exchange(server.port, { method: 'GET', path, headers: admin.headers() })
    expect([400, 404, 422, 200]).toContain(answer.status)
    expect(answer.bytes.toString()).not.toContain('root:')
  })

  test('a method the path does not know is told which it does', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/api/companies', ['GET', 'POST']],
      ['POST', '/api/session', ['GET']],
      ['PUT', '/api/auth/sign-in', ['POST']],
    ] as const) {
      const answer = await exchange(server.port, {
        method,
        path,
        headers: { ...admin.headers(), 'content-type': 'application/json' },
        body: '{}',
      })
      expect(answer.status).toBe(405)
      for (const allowed of allow) expect(answer.headers.allow).toContain(allowed)
      expect(JSON.parse(answer.bytes.toString()).code).toBe('method_not_allowed')
    }
  })

  test('an unknown path below /api is a problem, not the web application', async () => {
    const answer = await exchange(server.port, { method: 'GET', path: '/api/nada', headers: admin.headers() })
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json'])
  })
})

describe('a page of another site', () => {
  const foreign = ['https://example.com', 'http://127.0.0.1:1', 'null', 'http://localhost.evil.example']

  test.each(foreign)('with Origin %s changes nothing', async (origin) => {
    const before = await total()
    ;(await post(good(), 'application/json', { origin })).problem(403, 'forbidden')
    ;(await api.signIn(new Caller(server), { email: email(), password }, { headers: { origin } })).problem(
      403,
      'forbidden',
    )
    expect(await total()).toBe(before)
  })

  test('our own may', async () => {
    ;(await post(good(), 'application/json', { origin: `http://127.0.0.1:${server.port}` })).expect(201)
  })

  test('gets no leave to read', async () => {
    const answer = await admin.call('getSession', { headers: { origin: 'https://example.com' } })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a form that a browser marks as cross-site changes nothing', async () => {
    ;(await post(good(), 'application/json', { 'sec-fetch-site': 'cross-site' })).problem(403, 'forbidden')
  })
})

test('many bad requests at once do not keep a good one from its answer', async () => {
  const bad = Array.from({ length: 100 }, (_, at) => (at % 2 ? raw('x\r\n\r\n', 1000) : post('{')))
  const answer = await api.getSession(admin)
  answer.expect(200)
  await Promise.all(bad)
})
