// One HTTP exchange, with full control over path, headers and bytes.
import { request as start, type IncomingMessage } from 'node:http'

export interface Sent {
  method: string
  /** Path and query exactly as they go over the wire. */
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface Received {
  status: number
  headers: Record<string, string>
  setCookies: string[]
  bytes: Buffer
}

export function open(port: number, sent: Sent): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const request = start(
      {
        host: '127.0.0.1',
        port,
        method: sent.method,
        path: sent.path,
        headers: sent.headers,
        agent: false,
        timeout: 60_000,
      },
      done,
    )
    request.on('timeout', () => request.destroy(new Error(`no answer to ${sent.method} ${sent.path} within 60 s`)))
    request.on('error', failed)
    request.end(sent.body)
  })
}

export async function exchange(port: number, sent: Sent): Promise<Received> {
  const incoming = await open(port, sent)
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(incoming.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  return {
    status: incoming.statusCode!,
    headers,
    setCookies: incoming.headers['set-cookie'] ?? [],
    bytes: Buffer.concat(chunks),
  }
}
