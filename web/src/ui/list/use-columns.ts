import { useState } from 'react'
import type { Column } from './types'

function read(key: string): string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(stored) && stored.every((id) => typeof id === 'string') ? stored : null
  } catch {
    return null // blocked, or not ours: the defaults serve
  }
}

/** Which columns are shown, remembered per list in this browser. */
export function useColumns<T>(listName: string, columns: readonly Column<T>[]) {
  const key = `balcao-colunas-${listName}`
  const [chosen, setChosen] = useState(() => read(key))
  const isShown = ({ id, isName, isOptional }: Column<T>) => isName || (chosen ? chosen.includes(id) : !isOptional)
  const toggle = (column: Column<T>) => {
    const ids = columns.filter((each) => isShown(each) !== (each === column)).map(({ id }) => id)
    setChosen(ids)
    try {
      localStorage.setItem(key, JSON.stringify(ids))
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  return { shown: columns.filter(isShown), isShown, toggle }
}
