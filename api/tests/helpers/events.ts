// An open event stream of one caller.
import type { IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { type Caller, cover, type Schemas } from './caller.ts'
import { problemsOfAnswer, problemsOfSchema } from './contract.ts'
import { open } from './http.ts'
import { until } from './server.ts'

export type Hint = Schemas['Event']

export class EventStream {
  readonly hints: Hint[] = []
  hasEnded = false
  private rest = ''
  private readonly incoming: IncomingMessage

  constructor(incoming: IncomingMessage) {
    this.incoming = incoming
    incoming.setEncoding('utf8')
    incoming.on('data', (text: string) => this.read(text))
    incoming.on('close', () => (this.hasEnded = true))
    incoming.on('error', () => (this.hasEnded = true))
  }

  /** Waits for a hint that fits. */
  hint = (what: string, fits: (hint: Hint) => boolean) => until(`hint: ${what}`, () => this.hints.find(fits))
  end = (milliseconds?: number) => until('end of the event stream', () => this.hasEnded, milliseconds)
  close = () => this.incoming.destroy()

  private read(text: string): void {
    this.rest += text
    const messages = this.rest.split('\n\n')
    this.rest = messages.pop()!
    for (const message of messages) {
      const data = message
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n')
      if (!data) continue
      const hint = JSON.parse(data)
      expect(problemsOfSchema('Event', hint), data).toEqual([])
      this.hints.push(hint)
    }
  }
}

/** Opens the stream, which must be granted. */
export async function streamEvents(as: Caller): Promise<EventStream> {
  const incoming = await open(as.server.port, { ...as.target('streamEvents', {}), headers: as.headers() })
  cover('streamEvents', incoming.statusCode!)
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  expect(problemsOfAnswer('streamEvents', { status: incoming.statusCode!, headers, bytes: Buffer.alloc(0) })).toEqual(
    [],
  )
  expect(incoming.statusCode).toBe(200)
  return new EventStream(incoming)
}
