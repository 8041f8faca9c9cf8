import { useEffectEvent, useLayoutEffect, useState } from 'react'

/** Above all of the page itself and under the toasts: base.css. */
const FIRST = 1_000

type Layer = { order: number; close: () => void }

let newest = 0
const nextOrder = () => ++newest
const open = new Set<Layer>()

/**
 * Escape closes the newest window alone. One listener for all of them: with one for each, the browser draws between two of
 * them, and the window below would find itself the newest by the same key.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open list in the window takes Escape for itself, and Mantine marks its field so.
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return
  Array.from(open)
    .toSorted((a, b) => a.order - b.order)
    .at(-1)
    ?.close()
}

/**
 * The z-index of a window over the page: over all that were opened before it, whichever part of the page each belongs to.
 * Escape calls `onEscape` of the newest.
 */
export function useLayer(isOpen: boolean, onEscape: () => void): number {
  const [order, setOrder] = useState(0)
  // While drawing, which goes from the outside in: of two that open at once the inner one is the newer.
  if (isOpen !== order > 0) setOrder(isOpen ? nextOrder() : 0)
  const close = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    if (order === 0) return
    const layer = { order, close: () => close() }
    if (open.size === 0) window.addEventListener('keydown', onKeyDown, { capture: true })
    open.add(layer)
    return () => {
      open.delete(layer)
      if (open.size === 0) window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [order])
  return FIRST + order
}
