import { useEffect, useRef } from 'react'

/** Puts the focus into the first field to type in, once; not where `isWanted` is false. */
export function useFirstFocus(id: string, isWanted: boolean): void {
  const wasFocused = useRef(false)
  useEffect(() => {
    if (!isWanted || wasFocused.current) return
    wasFocused.current = true
    document.getElementById(id)?.focus()
  }, [isWanted, id])
}
