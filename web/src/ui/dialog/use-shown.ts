import { useState } from 'react'

/**
 * What a dialog is about: `wanted` while it is open, and what it was while it closes, so that it does not empty before it is
 * gone. `round` grows with each opening: a key for content that starts anew.
 */
export function useShown<T>(wanted: T | null): { shown: T | null; round: number; isOpen: boolean } {
  const [last, setLast] = useState<{ wanted: T | null; shown: T | null; round: number }>({
    wanted,
    shown: wanted,
    round: 0,
  })
  if (wanted !== last.wanted) {
    const isOpening = last.wanted === null
    setLast({ wanted, shown: wanted ?? last.shown, round: last.round + (isOpening ? 1 : 0) })
  }
  return { shown: last.shown, round: last.round, isOpen: wanted !== null }
}
