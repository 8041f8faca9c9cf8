import { useState } from 'react'

export type Selection<T> = {
  rows: T[]
  has: (row: T) => boolean
  set: (rows: readonly T[], isSelected: boolean) => void
  clear: () => void
}

/** Selected records, over several pages. Another search or tab (`scope`) starts anew: one never acts on the unseen. */
export function useSelection<T>(scope: string, idOf: (row: T) => string): Selection<T> {
  const [state, setState] = useState({ scope, rows: new Map<string, T>() })
  if (state.scope !== scope) setState({ scope, rows: new Map() })
  return {
    rows: [...state.rows.values()],
    has: (row) => state.rows.has(idOf(row)),
    set: (rows, isSelected) => {
      const next = new Map(state.rows)
      for (const row of rows) {
        if (isSelected) next.set(idOf(row), row)
        else next.delete(idOf(row))
      }
      setState({ scope, rows: next })
    },
    clear: () => setState({ scope, rows: new Map() }),
  }
}
