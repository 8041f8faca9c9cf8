import { useEffect, useRef } from 'react'

/** Puts the focus into the first field to type in, once; not where `isWanted` is false. */
export function useFirstFocus(id: string, isWanted: boolean): void {
  const wasFocused = useRef(false)
  useEffect(() => {
    if (!isWanted || wasFocused.current) return
    wasFocused.current = true
    const field = document.getElementById(id)
    // Nor from a dialog that was opened while the page loaded, such as Ctrl+K.
    const dialog = document.activeElement?.closest('[aria-modal="true"]')
    if (!dialog || dialog.contains(field)) field?.focus()
  }, [isWanted, id])
}
