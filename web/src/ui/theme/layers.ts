import { useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Above all of the page itself and under the toasts: base.css. */
const FIRST = 1_000

let newest = 0
const nextOrder = () => ++newest
let open: readonly number[] = []
const listeners = new Set<() => void>()

function change(next: readonly number[]): void {
  open = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Where a window over the page lies among the others: over all that were opened before it, whichever part of the page each
 * belongs to. Keys that close one are only of the one that `isTop`.
 */
export function useLayer(isOpen: boolean): { zIndex: number; isTop: boolean } {
  const [order, setOrder] = useState(0)
  // While drawing, which goes from the outside in: of two that open at once the inner one is the newer.
  if (isOpen !== order > 0) setOrder(isOpen ? nextOrder() : 0)
  useLayoutEffect(() => {
    if (order === 0) return
    change([...open, order])
    return () => change(open.filter((one) => one !== order))
  }, [order])
  const top = useSyncExternalStore(subscribe, () => Math.max(0, ...open))
  return { zIndex: FIRST + order, isTop: order >= top }
}
