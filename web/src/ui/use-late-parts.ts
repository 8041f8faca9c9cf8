import { useEffect, useSyncExternalStore } from 'react'

const AGAIN_MS = 2_000
/** The first view has been drawn and read by then. */
const UNASKED_MS = 5_000
const FIRST_SIGNS = ['keydown', 'pointerdown'] as const

/**
 * What a first view does not draw, so that its file comes later: at the first key or touch, whichever it is, or some
 * seconds after. Without a line to the server it is asked for again until it has come. `bring` imports it. Returns two
 * hooks: what has come (null: not yet), and the one that a view calls to have it brought, at once when it `isNeeded`.
 */
export function lateParts<Parts>(bring: () => Promise<Parts>) {
  let parts: Parts | null = null
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** False: the server did not give it, so it may be asked again. */
  async function load(): Promise<boolean> {
    try {
      parts = await bring()
    } catch {
      return false
    }
    for (const listener of listeners) listener()
    return true
  }

  function useLateParts(): Parts | null {
    return useSyncExternalStore(subscribe, () => parts)
  }

  function useLoadLateParts(isNeeded = false): void {
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let isStopped = false
      const attempt = async () => {
        if (!(await load()) && !isStopped) timer = setTimeout(() => void attempt(), AGAIN_MS)
      }
      const stopListening = () => {
        for (const sign of FIRST_SIGNS) window.removeEventListener(sign, begin, { capture: true })
      }
      const begin = () => {
        stopListening()
        clearTimeout(timer)
        if (!parts) void attempt()
      }
      timer = setTimeout(begin, isNeeded ? 0 : UNASKED_MS)
      for (const sign of FIRST_SIGNS) window.addEventListener(sign, begin, { capture: true })
      return () => {
        isStopped = true
        clearTimeout(timer)
        stopListening()
      }
    }, [isNeeded])
  }

  return [useLateParts, useLoadLateParts] as const
}
