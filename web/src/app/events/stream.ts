import type { ServerEvent } from '@/api'

const ADDRESS = '/api/events'
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 60_000

export type StreamHooks = {
  opened: () => void
  event: (event: ServerEvent) => void
  /** An attempt failed before it opened: no line, or the session is over. The browser does not say which. */
  refused: () => void
}

/** Keeps one event stream open until `until` aborts, waiting longer after each failure. */
export async function keepStream(until: AbortSignal, hooks: StreamHooks): Promise<void> {
  let failures = 0
  const isOver = () => until.aborted
  while (!isOver()) {
    const opened = await connection(until, hooks)
    if (isOver()) return
    failures = opened ? 1 : failures + 1
    if (!opened) hooks.refused()
    await pause(delayAfter(failures), until)
  }
}

/** Doubles from 1 s to 60 s; spread by up to a quarter, so that not all browsers come back in the same instant. */
export function delayAfter(failures: number, random = Math.random()): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS)
  return delay * (1 - random / 4)
}

/** One connection from open to loss; whether it ever opened. */
function connection(until: AbortSignal, hooks: StreamHooks): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource(ADDRESS)
    let opened = false
    const close = () => {
      source.close()
      until.removeEventListener('abort', close)
      resolve(opened)
    }
    until.addEventListener('abort', close)
    source.onopen = () => {
      opened = true
      hooks.opened()
    }
    source.onmessage = (message: MessageEvent<string>) => {
      hooks.event(JSON.parse(message.data) as ServerEvent)
    }
    source.onerror = close
  })
}

function pause(ms: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      until.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    until.addEventListener('abort', done)
  })
}
