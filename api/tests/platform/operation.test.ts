// What an operator sees: health, metrics, the contract, logs, a clean stop.
import { connect, createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { account, office } from '../helpers/builders.ts'
import { Caller } from '../helpers/caller.ts'
import { contractText } from '../helpers/contract.ts'
import { company, email, password } from '../helpers/data.ts'
import * as api from '../helpers/endpoints.ts'
import { exchange } from '../helpers/http.ts'
import { pause, runCommand, Server, until, ownServer } from '../helpers/server.ts'

const server = ownServer()

test('the contract is served as it is written', async () => {
  expect((await api.getContract(new Caller(server))).expect(200)).toBe(contractText)
})

test('alive and ready', async () => {
  expect((await api.getHealth(new Caller(server))).expect(200)).toEqual({ status: 'ok' })
  expect((await api.getReadiness(new Caller(server))).expect(200)).toMatchObject({
    checks: { database: 'ok', clock: 'ok', jobs: 'ok' },
  })
})

describe('metrics', () => {
  const read = (headers: Record<string, string> = {}) =>
    exchange(server.port, { method: 'GET', path: '/metrics', headers })

  test('are for who stands on the machine', async () => {
    await api.getHealth(new Caller(server))
    const answer = await read()
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain/)])
    const text = answer.bytes.toString()
    expect(text).toMatch(/^# TYPE \w+ (counter|histogram|gauge)$/m)
    expect(text).toMatch(/\/healthz/)
    ;(await api.getMetrics(new Caller(server))).problem(404)
  })

  test('or for who has the token', async () => {
    const guarded = new Server({ env: { BALCAO_METRICS_TOKEN: 'segredo-das-metricas' } })
    await guarded.start()
    const from = new Caller(guarded)
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    ;(await api.getMetrics(from, bearer('segredo-das-metricas'))).expect(200)
    ;(await api.getMetrics(from, bearer('segredo-das-metricaz'))).problem(404)
    ;(await api.getMetrics(from)).problem(404)
    await guarded.stop()
    guarded.remove()
  })

  test('do not grow with the ids in paths', async () => {
    const nobody = new Caller(server)
    for (let count = 0; count < 20; count += 1)
      await exchange(server.port, { method: 'GET', path: `/api/nada/${count}`, headers: nobody.headers() })
    expect((await read()).bytes.toString()).not.toContain('/api/nada/')
  })
})

describe('the log', () => {
  test('has one JSON line per request, with the id that the answer carries', async () => {
    const known = await account(server)
    const answer = await api.getSession(known.caller)
    const line = await until('line of the request', () =>
      server.logLines.find(({ request_id }) => request_id === answer.headers['x-request-id']),
    )
    expect(line).toMatchObject({ route: '/api/session', status: expect.anything(), ms: expect.anything() })
    expect(String(line.status)).toBe('200')
    expect(JSON.stringify(line)).toContain(known.id)
  })

  test('ids differ from request to request', async () => {
    const nobody = new Caller(server)
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await api.getHealth(nobody)).headers['x-request-id']),
    )
    expect(new Set(ids).size).toBe(20)
  })

  test('never has a password, a session or a body', async () => {
    const known = await account(server)
    await api.signIn(new Caller(server), { email: known.email, password: 'senha errada do log' })
    const marker = 'corpo que ninguém deve ver no log'
    await api.createCompany(known.caller, company({ razao_social: marker }))
    const last = await api.getHealth(known.caller)
    await until('last line', () => server.log.includes(last.headers['x-request-id']!))
    for (const secret of [password, 'senha errada do log', known.caller.cookie!.split('=')[1]!, marker])
      expect(server.log).not.toContain(secret)
  })

  test('takes a request id from a trusted proxy only, and only if it looks like one', async () => {
    const ask = async (of: Server, id: string) =>
      (await new Caller(of).call('getHealth', { headers: { 'x-request-id': id } })).headers['x-request-id']
    expect(await ask(server, 'proxy-4711')).toBe('proxy-4711')
    for (const id of ['two words', 'quote"', 'x'.repeat(500)]) expect(await ask(server, id)).not.toBe(id)

    const direct = new Server({ env: { BALCAO_TRUSTED_PROXIES: '' } })
    await direct.start()
    expect(await ask(direct, 'forged-id')).not.toBe('forged-id')
    await direct.stop()
    direct.remove()
  })
})

describe('stopping', () => {
  test('lets the running request finish, takes no new one, and ends with 0', async () => {
    const own = new Server()
    await own.start()
    const socket = connect(own.port, '127.0.0.1')
    let received = ''
    socket.on('data', (data: Buffer) => (received += data.toString('latin1')))
    const body = JSON.stringify({ email: email(), password })
    socket.write(
      `POST /api/auth/sign-up HTTP/1.1\r\nHost: 127.0.0.1:${own.port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 10)}`,
    )
    await pause(300)
    const ended = own.end()
    await pause(300)
    await expect(exchange(own.port, { method: 'GET', path: '/healthz' })).rejects.toThrow(
      /ECONNREFUSED|ECONNRESET|socket hang up/,
    )
    socket.write(body.slice(10))
    const { code } = await ended
    expect(received).toMatch(/^HTTP\/1\.1 201 /)
    expect(code).toBe(0)
    socket.destroy()
    own.remove()
  })

  test('does not wait for event streams or idle connections', async () => {
    const own = new Server()
    await own.start()
    const { admin } = await office(own)
    const idle = connect(own.port, '127.0.0.1')
    const stream = connect(own.port, '127.0.0.1')
    stream.write(`GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookie}\r\n\r\n`)
    for (const socket of [idle, stream]) socket.on('error', () => undefined) // the end of the server
    await pause(300)
    expect((await own.end()).code).toBe(0)
    const events = own.logLines.map(({ event }) => event)
    expect(events).toContain('server_stopping')
    expect(events, 'the time for running requests ran out').not.toContain('drain_time_over')
    own.remove()
  })
})

describe('the command line', () => {
  test('tells its version and its help', async () => {
    const version = await server.command(['--version'])
    expect([version.code, version.stdout]).toEqual([0, expect.stringMatching(/\b\d+\.\d+\.\d+\b/)])
    const help = await server.command(['serve', '--help'])
    expect(help.code).toBe(0)
    for (const name of [
      'LISTEN',
      'PORT',
      'DATA_DIR',
      'DATABASE_URL',
      'WEB_DIR',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'CONNECTIONS_PER_ADDRESS',
      'REGISTRATION',
      'SETUP_CODE',
      'REQUIRE_TOTP',
      'SECRET_KEY',
      'METRICS_TOKEN',
    ]) {
      expect(help.stdout).toContain(`BALCAO_${name}`)
    }
  })

  test.each([[[]], [['nada']], [['serve', 'nada']], [['backup']], [['user', 'create-admin']]])(
    '%j is not a command',
    async (args) => {
      const { code, stderr } = await server.command(args)
      expect(code).not.toBe(0)
      expect(stderr).toMatch(/\S{4,}/)
    },
  )

  test.each([
    ['BALCAO_PORT', 'x'],
    ['BALCAO_PORT', '70000'],
    ['BALCAO_PUBLIC_URL', 'balcao.exemplo.com.br'],
    ['BALCAO_REGISTRATION', 'maybe'],
    ['BALCAO_TRUSTED_PROXIES', '300.1.1.1'],
    ['BALCAO_CONNECTIONS_PER_ADDRESS', '0'],
    ['BALCAO_DATABASE_URL', 'mysql://x'],
    ['BALCAO_LISTEN', 'not-an-address'],
    ['BALCAO_TEST_PASSWORDS', 'slow'],
    ['BALCAO_TEST_TIME_SCALE', '0'],
    ['BALCAO_TEST_TIME_SCALE', '1,5'],
    ['BALCAO_TEST_STATEMENTS', '/nowhere/at/all'],
    ['BALCAO_SECRET_KEY', 'short'],
    ['BALCAO_SETUP_CODE', 'a1-b2 c3'],
    ['BALCAO_WEB_DIR', '/nowhere/at/all'],
  ])('%s=%s is refused with a sentence', async (name, value) => {
    const own = new Server()
    const { code, stderr } = await runCommand(['serve'], { ...own.env, [name]: value })
    expect(code).toBe(1)
    expect(stderr).toMatch(/\S+ \S+/)
    own.remove()
  })

  test('a PostgreSQL of version 13 is refused with a sentence', async () => {
    const part = (type: string, content: Buffer) => {
      const head = Buffer.alloc(5)
      head.write(type)
      head.writeInt32BE(content.length + 4, 1)
      return Buffer.concat([head, content])
    }
    const [authenticated, idle] = [part('R', Buffer.alloc(4)), part('Z', Buffer.from('I'))]
    const settings = Buffer.from('server_version\x0013.14\0')
    const startUp = 0x30000
    const old = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', (sent) => {
        // Neither TLS nor Kerberos, which are asked for before.
        if (sent.length === 8) socket.write('N')
        else if (sent.length > 8 && sent.readInt32BE(4) === startUp)
          socket.write(Buffer.concat([authenticated, part('S', settings), idle]))
      })
    })
    await new Promise<void>((done) => old.listen(0, '127.0.0.1', done))
    const own = new Server()
    const url = `postgresql://balcao@127.0.0.1:${(old.address() as AddressInfo).port}/balcao`
    const { code, stderr } = await runCommand(['serve'], { ...own.env, BALCAO_DATABASE_URL: url })
    expect([code, stderr]).toEqual([1, expect.stringContaining('é da versão 13, e o Balcão precisa da 15')])
    own.remove()
    await new Promise((done) => old.close(done))
  })

  test.each([
    ['BALCAO_TEST_PASSWORDS', 'quick'],
    ['BALCAO_TEST_TIME_SCALE', '0.5'],
    ['BALCAO_TEST_STATEMENTS', '/tmp/statements'],
  ])('%s=%s is for tests: refused when others could reach the server', async (name, value) => {
    const own = new Server()
    const none = { BALCAO_TEST_PASSWORDS: '', BALCAO_TEST_STATEMENTS: '' }
    const beyond = { ...own.env, BALCAO_LISTEN: '0.0.0.0', ...none, [name]: value }
    const { code, stderr } = await runCommand(['serve'], beyond)
    expect([code, stderr]).toEqual([1, expect.stringContaining('BALCAO_LISTEN')])
    own.remove()
  })

  test('creates an admin once', async () => {
    const address = email()
    expect((await server.command(['user', 'create-admin', address], `${password}\n`)).code).toBe(0)
    expect((await api.signIn(new Caller(server), { email: address, password })).expect(200).role).toBe('admin')
    const again = await server.command(['user', 'create-admin', address], `${password}\n`)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(address)])
  })

  test('resets a password, which ends the sessions', async () => {
    const known = await account(server)
    const done = await server.command(['user', 'reset-password', known.email], 'senha nova e longa\n')
    expect([done.code, done.stdout + done.stderr]).toEqual([0, expect.not.stringContaining('senha nova')])
    ;(await api.getSession(known.caller)).problem(401)
    ;(await api.signIn(new Caller(server), { email: known.email, password })).problem(401)
    ;(await api.signIn(new Caller(server), { email: known.email, password: 'senha nova e longa' })).expect(200)
  })

  test.each([
    ['an unknown account', ['user', 'reset-password', 'ninguem@exemplo.com.br'], 'senha nova e longa\n'],
    ['a short password', ['user', 'create-admin', 'novo@exemplo.com.br'], 'curta\n'],
    ['no password at all', ['user', 'create-admin', 'novo@exemplo.com.br'], ''],
    ['no e-mail address', ['user', 'create-admin', 'novo'], 'senha nova e longa\n'],
  ])('%s is refused with a sentence', async (_, args, input) => {
    const { code, stderr } = await server.command(args, input)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/\S+ \S+ \S+/)])
  })
})
