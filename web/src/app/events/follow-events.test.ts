import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { madeOf, sessionKey } from '@/api'
import { followEvents } from './follow-events'

class FakeEventSource {
  static all: FakeEventSource[] = []
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  close = vi.fn()
  constructor() {
    FakeEventSource.all.push(this)
  }
}

/** A lock nobody else gets, as long as it is held. */
function onlyFirst() {
  let isTaken = false
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      if (isTaken) return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      isTaken = true
      return hold()
    },
  }
}

function clientWith(...keys: string[]) {
  const client = new QueryClient()
  for (const key of keys) client.setQueryData([key, 'list'], [])
  return client
}

const isInvalid = (client: QueryClient, key: string) => client.getQueryState([key, 'list'])?.isInvalidated

describe('following the events', () => {
  let stops: (() => void)[] = []
  beforeEach(() => {
    FakeEventSource.all = []
    vi.stubGlobal('EventSource', FakeEventSource)
    Object.defineProperty(navigator, 'locks', { value: onlyFirst(), configurable: true })
  })
  afterEach(() => {
    for (const stop of stops) stop()
    stops = []
    vi.useRealTimers()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'locks')
  })

  it('makes old what is made of the topic, too', async () => {
    const client = new QueryClient()
    for (const [key, topics] of [
      ['dashboard', ['budgets', 'products']],
      ['notifications', ['imports']],
    ] as const) {
      client
        .getQueryCache()
        .build(client, { queryKey: [key, 'list'], meta: madeOf(...topics) })
        .setData([])
    }
    stops = [followEvents(client)]
    const event = { topic: 'budgets', company_id: 'c1', id: 'b1', version: 1 }
    FakeEventSource.all[0]?.onmessage?.({ data: JSON.stringify(event) })
    await vi.waitFor(() => expect(isInvalid(client, 'dashboard')).toBe(true))
    expect(isInvalid(client, 'notifications')).toBe(false)
  })

  it('needs one stream for two tabs, and an event reaches the queries of its topic in both', async () => {
    const first = clientWith('companies', 'versions')
    const second = clientWith('companies', 'versions')
    stops = [followEvents(first), followEvents(second)]
    expect(FakeEventSource.all).toHaveLength(1)
    const event = { topic: 'companies', company_id: null, id: null, version: 1 }
    FakeEventSource.all[0]?.onmessage?.({ data: JSON.stringify(event) })
    await vi.waitFor(() => expect(isInvalid(first, 'companies')).toBe(true))
    expect(isInvalid(first, 'versions')).toBe(false)
    await vi.waitFor(() => expect(isInvalid(second, 'companies')).toBe(true))
    expect(isInvalid(second, 'versions')).toBe(false)
  })

  it('asks for everything anew after a reconnect, not after the first connection', async () => {
    vi.useFakeTimers()
    const client = clientWith('companies')
    stops = [followEvents(client)]
    FakeEventSource.all[0]?.onopen?.()
    expect(isInvalid(client, 'companies')).toBe(false)
    FakeEventSource.all[0]?.onerror?.()
    await vi.advanceTimersByTimeAsync(1_000)
    FakeEventSource.all[1]?.onopen?.()
    expect(isInvalid(client, 'companies')).toBe(true)
  })

  it('checks the session when the stream is refused, and ends with it', async () => {
    const client = new QueryClient()
    const refetch = vi.spyOn(client, 'refetchQueries')
    const stop = followEvents(client)
    FakeEventSource.all[0]?.onerror?.()
    await vi.waitFor(() => expect(refetch).toHaveBeenCalledWith({ queryKey: sessionKey }, { cancelRefetch: false }))
    stop()
    expect(FakeEventSource.all).toHaveLength(1)
  })
})
