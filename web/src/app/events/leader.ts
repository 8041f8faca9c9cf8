const LOCK = 'balcao-events'

/**
 * Runs `lead` while this tab is the one that leads, again each time it becomes so, until `signal` ends.
 * With Web Locks exactly one tab of the browser leads. Plain http on a local network has none: there each visible
 * tab leads and a hidden one lets go, which still stays far from the six connections a browser allows.
 * `lead` must return soon after the signal it is given aborts.
 */
export async function whileLeading(signal: AbortSignal, lead: (until: AbortSignal) => Promise<void>): Promise<void> {
  if ('locks' in navigator) {
    await navigator.locks
      .request(LOCK, { signal }, () => lead(signal))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    return
  }
  const isOver = () => signal.aborted
  while (!isOver()) {
    await becomes('visible', signal)
    if (isOver()) return
    const hidden = new AbortController()
    void becomes('hidden', signal).then(() => hidden.abort())
    await lead(AbortSignal.any([signal, hidden.signal]))
  }
}

function becomes(state: DocumentVisibilityState, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      document.removeEventListener('visibilitychange', check)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const check = () => {
      if (document.visibilityState === state) done()
    }
    document.addEventListener('visibilitychange', check)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
    else check()
  })
}
