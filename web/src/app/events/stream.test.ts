import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { delayAfter, keepStream } from './stream'

class FakeEventSource {
  static opened: FakeEventSource[] = []
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  closed = false
  constructor(readonly url: string) {
    FakeEventSource.opened.push(this)
  }
  close() {
    this.closed = true
  }
}

function hooks() {
  return { opened: vi.fn(), event: vi.fn(), refused: vi.fn() }
}

describe('the event stream', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    FakeEventSource.opened = []
    vi.stubGlobal('EventSource', FakeEventSource)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('hands on each event', () => {
    const stop = new AbortController()
    const told = hooks()
    void keepStream(stop.signal, told)
    const event = { topic: 'companies', company_id: null, id: null, version: 3 }
    FakeEventSource.opened[0]?.onopen?.()
    FakeEventSource.opened[0]?.onmessage?.({ data: JSON.stringify(event) })
    expect(told.opened).toHaveBeenCalledOnce()
    expect(told.event).toHaveBeenCalledWith(event)
    stop.abort()
  })

  it('comes back after a loss, later after each failure, and says when it never opened', async () => {
    const stop = new AbortController()
    const told = hooks()
    void keepStream(stop.signal, told)
    FakeEventSource.opened[0]?.onopen?.()
    FakeEventSource.opened[0]?.onerror?.()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(FakeEventSource.opened).toHaveLength(2)
    expect(told.refused).not.toHaveBeenCalled()

    FakeEventSource.opened[1]?.onerror?.()
    await vi.advanceTimersByTimeAsync(1_400)
    expect(told.refused).toHaveBeenCalledOnce()
    expect(FakeEventSource.opened).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(600)
    expect(FakeEventSource.opened).toHaveLength(3)
    stop.abort()
  })

  it('ends with its signal, closing the line and waiting for nothing', async () => {
    const stop = new AbortController()
    const kept = keepStream(stop.signal, hooks())
    stop.abort()
    await kept
    expect(FakeEventSource.opened[0]?.closed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits at most a minute', () => {
    expect(delayAfter(1, 0)).toBe(1_000)
    expect(delayAfter(4, 0)).toBe(8_000)
    expect(delayAfter(4, 1)).toBe(6_000)
    expect(delayAfter(40, 0)).toBe(60_000)
  })
})
