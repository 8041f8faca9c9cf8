import { afterEach, describe, expect, it, vi } from 'vitest'
import { whileLeading } from './leader'

/** Stays until told to stop, like an open stream. */
function lead(until: AbortSignal): Promise<void> {
  return new Promise((resolve) => until.addEventListener('abort', () => resolve()))
}

/** Web Locks with what the leader uses: one holder at a time, the next in line follows. */
function fakeLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      const mine = last.then(() => {
        if (signal.aborted) throw new DOMException('aborted', 'AbortError')
        return hold()
      })
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('the leading tab', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(navigator, 'locks')
  })

  it('is one of several, and the next takes over when it ends', async () => {
    Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true })
    const first = new AbortController()
    const second = new AbortController()
    const leadFirst = vi.fn(lead)
    const leadSecond = vi.fn(lead)
    void whileLeading(first.signal, leadFirst)
    const ended = whileLeading(second.signal, leadSecond)
    await settle()
    expect(leadFirst).toHaveBeenCalledOnce()
    expect(leadSecond).not.toHaveBeenCalled()

    first.abort()
    await settle()
    expect(leadSecond).toHaveBeenCalledOnce()
    second.abort()
    await ended
  })

  it('gives up its place in line without an error when it ends before leading', async () => {
    Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true })
    const first = new AbortController()
    const second = new AbortController()
    void whileLeading(first.signal, lead)
    const leadSecond = vi.fn(lead)
    const ended = whileLeading(second.signal, leadSecond)
    second.abort()
    first.abort()
    await ended
    expect(leadSecond).not.toHaveBeenCalled()
  })

  it('without Web Locks is the visible one', async () => {
    setVisibility('hidden')
    const stop = new AbortController()
    const leading = vi.fn(lead)
    const ended = whileLeading(stop.signal, leading)
    await settle()
    expect(leading).not.toHaveBeenCalled()

    setVisibility('visible')
    await settle()
    expect(leading).toHaveBeenCalledOnce()
    setVisibility('hidden')
    await settle()
    expect(leading.mock.calls[0]?.[0].aborted).toBe(true)
    setVisibility('visible')
    await settle()
    expect(leading).toHaveBeenCalledTimes(2)
    stop.abort()
    await ended
  })
})
