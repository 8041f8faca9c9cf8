import { useInsertionEffect, useRef, useState } from 'react'

/**
 * A function that stays the same from one rendering to the next and does what the last one given does: what is given to many
 * controls, so that those in which nothing changed need not be rendered anew. For events, not while rendering.
 */
export function useStable<Args extends unknown[], Answer>(run: (...args: Args) => Answer): (...args: Args) => Answer {
  const latest = useRef(run)
  // Before any other effect, which may call it.
  useInsertionEffect(() => {
    latest.current = run
  })
  const [stable] = useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  )
  return stable
}
