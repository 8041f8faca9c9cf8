import { HttpResponse } from 'msw'
import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { toast } from '@/ui'

/** A refusal as the server writes it. */
export function problem(status: number, code: string, detail: string, more: object = {}, headers = {}) {
  const body = { type: 'about:blank', title: 'Título', status, code, detail, request_id: 'r1', ...more }
  return HttpResponse.json(body, { status, headers })
}

/** A page of a list that has no more than these items. */
export function pageOf(items: readonly object[], changes: object = {}) {
  return HttpResponse.json({ items, page: 1, page_size: 10, total: items.length, total_exact: true, ...changes })
}

/** How many each tab of a list has. */
export const tabTotals = <Tab extends string>(totals: Readonly<Record<Tab, number>>) =>
  Object.fromEntries(
    Object.entries<number>(totals).map(([tab, total]) => [tab, { total, total_exact: true }]),
  ) as Record<Tab, { total: number; total_exact: boolean }>

/** A record, with the tag of its version. */
export function tagged(record: object, etag = '"7"', status = 200) {
  return HttpResponse.json(record, { status, headers: { ETag: etag } })
}

export const done = () => new HttpResponse(null, { status: 204 })

export type Question = { path: string; query: Record<string, string> }
export type Call = { method: string; path: string; headers: Headers; body: string }

/**
 * A server for the tests of a file, which each replace what they are about; anything else asked of it is an error. `calls`
 * holds every writing request of a test, `asked` every other.
 */
export function startServer(...handlers: RequestHandler[]) {
  const calls: Call[] = []
  const asked: Question[] = []
  const server = setupServer(...handlers)
  server.events.on('request:start', async ({ request }) => {
    const { pathname: path, searchParams } = new URL(request.url)
    const { method, headers } = request
    if (method === 'GET') asked.push({ path, query: Object.fromEntries(searchParams) })
    else calls.push({ method, path, headers, body: await request.clone().text() })
  })
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    calls.length = 0
    asked.length = 0
    toast.close()
  })
  afterAll(() => server.close())
  return { server, calls, asked }
}
