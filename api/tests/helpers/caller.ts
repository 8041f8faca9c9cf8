// Somebody who calls the API: every answer is judged by the contract, every call counts for the coverage check.
import { appendFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect } from 'vitest'
import { type Operation, problemsOfAnswer, routes } from './contract.ts'
import { exchange, type Received } from './http.ts'
import type { components, operations } from './schema.d.ts'
import { engine, type Server } from './server.ts'

export type Schemas = components['schemas']
export type Problem = Schemas['Problem']

/** Where a caller stands towards what is called, as the access matrix knows it. */
export type Who = 'nobody' | 'unlinked' | 'foreign' | 'operador' | 'user' | 'admin'

type Content<R> = R extends { content: infer C } ? C[keyof C] : undefined
type Responses<O extends Operation> = operations[O]['responses']
export type BodyOf<O extends Operation> = operations[O] extends {
  requestBody: { content: { 'application/json': infer B } }
}
  ? B
  : never

export interface CallOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is. */
  raw?: string | Buffer
  contentType?: string
}

export class Answer<O extends Operation> {
  readonly received: Received
  readonly operation: O
  private readonly server: Server
  constructor(operation: O, received: Received, server: Server) {
    this.operation = operation
    this.received = received
    this.server = server
  }
  get status() {
    return this.received.status
  }
  get headers() {
    return this.received.headers
  }
  get bytes() {
    return this.received.bytes
  }
  get text() {
    return this.bytes.toString('utf8')
  }
  get etag() {
    return this.headers.etag!
  }
  /** What to read when the answer is not the expected one. */
  private get story() {
    const lines = this.server.log.split('\n').filter((line) => line.includes(this.headers['x-request-id']!))
    return [`${this.operation}: ${this.text.slice(0, 1000)}`, ...lines].join('\n')
  }
  private expectStatus(status: unknown) {
    if (this.status !== status) expect(this.status, this.story).toBe(status) // the log is read only for a failure
  }
  /** The body of the answer, which must have this status. */
  expect<S extends keyof Responses<O>>(status: S): Content<Responses<O>[S]> {
    this.expectStatus(status)
    const isJson = /\bjson\b/.test(this.headers['content-type'] ?? '')
    return (isJson ? JSON.parse(this.text) : this.text) as Content<Responses<O>[S]>
  }
  /** The problem of an answer that must have this status. */
  problem(status: number, code?: Problem['code']): Problem {
    this.expectStatus(status)
    const problem = JSON.parse(this.text) as Problem
    if (code) expect(problem.code).toBe(code)
    return problem
  }
  /** Field -> message of a refusal for its fields. */
  fields(status = 422): Record<string, string> {
    return Object.fromEntries((this.problem(status).errors ?? []).map(({ field, message }) => [field, message]))
  }
}

let addresses = 0

export class Caller {
  readonly server: Server
  readonly who: Who
  /** The session cookie as `name=value`; undefined when nobody is signed in. */
  cookie: string | undefined
  /** The server trusts the tests as its proxy: everybody comes from an address of their own, so rate limits do not mix. */
  address: string
  /** Who took the counter of this session by PIN (takeCounter). */
  counterPerson: string | undefined
  constructor(server: Server, who: Who = 'nobody', cookie?: string) {
    this.server = server
    this.who = who
    this.cookie = cookie
    addresses += 1
    this.address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  }

  /** The same session, standing differently towards what is called. */
  as(who: Who): Caller {
    const other = new Caller(this.server, who, this.cookie)
    other.address = this.address
    return other
  }

  headers(options: CallOptions = {}): Record<string, string> {
    return {
      'x-forwarded-for': this.address,
      ...(this.cookie ? { cookie: this.cookie } : {}),
      ...(this.counterPerson ? { 'balcao-operador': this.counterPerson } : {}),
      ...(options.json !== undefined ? { 'content-type': 'application/json' } : {}),
      ...(options.contentType ? { 'content-type': options.contentType } : {}),
      ...options.headers,
    }
  }

  target(operation: Operation, options: CallOptions): { method: string; path: string } {
    const route = routes[operation]!
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(options.params![name]!))
    const asked = Object.entries(options.query ?? {}).filter(([, value]) => value !== undefined)
    const query = asked.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
    return { method: route.method, path: [path, ...(query.length ? [query.join('&')] : [])].join('?') }
  }

  /** One call of an operation. Fails when the answer breaks the contract. */
  async call<O extends Operation>(operation: O, options: CallOptions = {}): Promise<Answer<O>> {
    const body = options.json !== undefined ? JSON.stringify(options.json) : options.raw
    const received = await exchange(this.server.port, {
      ...this.target(operation, options),
      headers: this.headers(options),
      ...(body !== undefined ? { body } : {}),
    })
    cover(operation, received.status)
    const problems = problemsOfAnswer(operation, received)
    if (problems.length > 0)
      expect(problems, `${operation} answered ${received.status} ${received.bytes.toString('utf8', 0, 600)}`).toEqual(
        [],
      )
    return new Answer(operation, received, this.server)
  }
}

/** Notes for the coverage check which test file got which answer. */
export function cover(operation: Operation, status: number): void {
  const file = basename(expect.getState().testPath!)
  appendFileSync(`${process.env.BALCAO_TEST_COVERAGE}/${process.pid}`, `${file} ${engine} ${operation} ${status}\n`)
}
