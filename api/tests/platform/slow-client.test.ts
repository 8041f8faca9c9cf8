// Clients that dawdle: they are cut off, everybody else is served.
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { office } from '../helpers/builders.ts'
import type { Caller } from '../helpers/caller.ts'
import * as api from '../helpers/endpoints.ts'
import { pause, ownServer } from '../helpers/server.ts'

// Half of the real limits, which are ten seconds for a header and fifteen for a body: less would cut off on a busy machine
// whoever must not be.
const server = ownServer({ env: { BALCAO_TEST_TIME_SCALE: '0.5' } })
let admin: Caller

beforeAll(async () => {
  admin = (await office(server)).admin
})

/** `closed`: all that came until the server closed the connection. A server that never does ends the test by its limit. */
function open(): { socket: Socket; received: () => string; closed: Promise<string> } {
  const socket = connect(server.port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => (text += data.toString('latin1')))
  socket.on('error', () => undefined) // being cut off is what is expected
  const closed = new Promise<string>((done) => socket.on('close', () => done(text)))
  return { socket, received: () => text, closed }
}

describe('a client that dawdles', () => {
  test.concurrent('a header that never ends is answered 408 and closed', async () => {
    const slow = open()
    slow.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    const drip = setInterval(() => slow.socket.write('X-A: b\r\n'), 500)
    const answer = await slow.closed
    clearInterval(drip)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.concurrent('a body that never comes is answered 408 and closed', async () => {
    const slow = open()
    slow.socket.write(
      'POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    expect(await slow.closed).toMatch(/^HTTP\/1\.1 408 /)
  })

  test.concurrent('three hundred of them do not keep others waiting', async () => {
    const slow = Array.from({ length: 300 }, open)
    for (const { socket } of slow) socket.write('GET /healthz HTTP/1.1\r\nHo')
    await pause(300)
    ;(await api.getSession(admin)).expect(200)
    const cutOff = slow.filter(({ socket, received }) => socket.closed || received() !== '')
    expect(cutOff.length, 'were cut off before the other was served').toBe(0)
    for (let count = 0; count < 20; count += 1) (await api.getSession(admin)).expect(200)
    for (const { socket } of slow) socket.destroy()
  })
})
