// People without a session, and many of one address: neither fills the memory nor keeps others out.
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { office } from '../helpers/builders.ts'
import * as api from '../helpers/endpoints.ts'
import { Server, ownServer } from '../helpers/server.ts'

const server = ownServer()
let made: Awaited<ReturnType<typeof office>>

beforeAll(async () => {
  made = await office(server)
})

/** Sends `bytes` and gives all that came until the server closed or an answer's head was there. */
function send(
  port: number,
  bytes: string | Buffer,
  localAddress = '127.0.0.1',
): Promise<{ socket: Socket; head: string }> {
  return new Promise((done, failed) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    let head = ''
    socket.on('data', (data) => {
      head += data.toString('latin1')
      if (head.includes('\r\n\r\n')) done({ socket, head })
    })
    socket.on('close', () => done({ socket, head }))
    socket.on('error', failed)
    socket.write(bytes)
  })
}

const importHead = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: ${length}\r\n${more}\r\n`

/** Resident memory in MB. */
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

describe('a body', () => {
  const length = 19 * 1024 * 1024

  test('is not waited for from somebody without a session', async () => {
    const { head, socket } = await send(server.port, importHead('/api/people/imports', length))
    expect(head).toMatch(/^HTTP\/1\.1 401 /)
    socket.destroy()
  })

  test('of forty strangers stays out of the memory', async () => {
    const before = memoryOf(server.pid)
    const sockets = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const body = Buffer.concat([Buffer.from(importHead('/api/people/imports', length)), Buffer.alloc(length - 1)])
        const { head, socket } = await send(server.port, body)
        expect(head).toMatch(/^HTTP\/1\.1 401 /)
        return socket
      }),
    )
    expect(memoryOf(server.pid) - before).toBeLessThan(60)
    for (const socket of sockets) socket.destroy()
    ;(await api.getSession(made.admin)).expect(200)
  })

  test('is not waited for where the company is out of reach, or only an administrator may', async () => {
    const cookie = `Cookie: ${made.user.cookie}\r\n`
    const other = await send(server.port, importHead(`/api/companies/${made.other.id}/imports`, length, cookie))
    expect(other.head).toMatch(/^HTTP\/1\.1 404 /)
    const user = await send(
      server.port,
      `POST /api/companies HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n${cookie}\r\n`,
    )
    expect(user.head).toMatch(/^HTTP\/1\.1 403 /)
    for (const { socket } of [other, user]) socket.destroy()
  })
})

describe('connections of one address', () => {
  const own = new Server({ env: { BALCAO_TRUSTED_PROXIES: '', BALCAO_CONNECTIONS_PER_ADDRESS: '40' } })
  beforeAll(() => own.start())
  afterAll(async () => {
    await own.stop()
    own.remove()
  })

  test('end at their limit, and others come in', async () => {
    const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    const idle: Socket[] = []
    for (let count = 0; count < 40; count += 1) {
      const { head, socket } = await send(own.port, request, '127.0.0.9')
      expect(head).toMatch(/^HTTP\/1\.1 200 /)
      idle.push(socket)
    }
    const { head } = await send(own.port, request, '127.0.0.9')
    expect(head).toMatch(/^HTTP\/1\.1 503 /)
    expect(head).toMatch(/\r\nRetry-After: \d+\r\n/)
    expect((await send(own.port, request, '127.0.0.8')).head).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of idle) socket.destroy()
  })
})
