import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { spendOpeningKey } from './opening-key'

/** So long what follows may take to get the focus by itself. */
const HAND_OVER_MS = 20

// What was before the one that has just closed: another that takes its place, such as the dialog of a menu's item or a form
// that has loaded by now, gives the focus back to it.
let handedOver: Element | null = null

/**
 * Gives the focus back, once a dialog or a menu closes, to what had it before: unless something else has taken it by then.
 * One that is mounted already open, anew for each opening, does so too. `first` has the focus at once, so that the next key
 * is already its own.
 */
export function useReturnFocus(opened: boolean, first?: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!opened) return
    const page = document // kept, since a test's page may be gone before its last dialog has given the focus back
    const before = page.activeElement === page.body ? handedOver : page.activeElement
    spendOpeningKey()
    first?.current?.focus()
    return () => {
      const atClose = page.activeElement
      const back = before instanceof HTMLElement ? before : null
      handedOver = before
      setTimeout(() => {
        handedOver = null
        const now = page.activeElement
        const isLost = now === null || now === page.body || now === atClose
        if (isLost) back?.focus({ preventScroll: true })
      }, HAND_OVER_MS)
    }
  }, [opened, first])
}
