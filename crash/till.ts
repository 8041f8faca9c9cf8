// A till: calls whichever server answers, as a browser behind a round robin does.
import { type Operation, problemsOfAnswer, routes } from '../api/tests/helpers/contract.ts'
import { exchange, type Received } from '../api/tests/helpers/http.ts'
import { pause } from '../api/tests/helpers/server.ts'
import type { World } from './world.ts'

export interface Answered {
  status: number
  /** The JSON of the body. */
  body: any
}

/** Nobody answered for so long that the test is broken, not the server dead. */
const longest_silence_ms = 60_000

const isDead = (error: unknown) => /ECONN|EPIPE|socket hang up|no answer to/.test(String(error))

export class Till {
  private turn: number
  private readonly world: World
  private readonly cashier: number
  constructor(world: World, cashier: number) {
    this.world = world
    this.cashier = cashier
    this.turn = cashier
  }

  /** One attempt. Undefined: no answer, and nobody knows what was done. */
  async once(operation: Operation, params: Record<string, string>, json?: unknown, key?: string): Promise<Answered | undefined> {
    const { method, path } = routes[operation]!
    const caller = this.world.cashiers[this.cashier]!
    this.turn += 1
    const { port } = this.world.servers[this.turn % this.world.servers.length]!
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => ({ id: this.world.company.id, ...params })[name]!)
    let received: Received
    try {
      const [route, query] = [target, params.query ?? '']
      received = await exchange(port, {
        method,
        path: query ? `${route}?${query}` : route,
        headers: caller.headers({
          ...(json === undefined ? {} : { json }),
          ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
        }),
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
    } catch (error) {
      if (isDead(error)) return undefined
      throw error
    }
    const problems = problemsOfAnswer(operation, received)
    if (problems.length > 0)
      throw new Error(`${operation} answered ${received.status} ${received.bytes.toString('utf8')}: ${problems.join('; ')}`)
    return { status: received.status, body: received.bytes.length ? JSON.parse(received.bytes.toString('utf8')) : null }
  }

  /** The same again until somebody answers and knows: for what may be repeated, by its Idempotency-Key or by itself. */
  async call(operation: Operation, params: Record<string, string>, json?: unknown, key?: string): Promise<Answered> {
    const deadline = Date.now() + longest_silence_ms
    for (;;) {
      const answered = await this.once(operation, params, json, key)
      if (answered && answered.status < 500 && answered.status !== 429) return answered
      if (Date.now() > deadline)
        throw new Error(`nobody answers ${operation}: ${JSON.stringify(answered)} ${JSON.stringify(params)}`)
      await pause(answered ? 60 : 30)
    }
  }
}
