import { useCallback } from 'react'
import type { Cell } from './item-keys'

/** What one can do with a row, whichever way the rows are drawn. Both stay the same from one rendering to the next. */
export type RowDeeds = {
  remove: (index: number) => void
  move: (cell: Cell, by: -1 | 1) => void
}

/** The deeds of one row, the same from one rendering to the next, so that its buttons are not drawn at each key. */
export function useRowDeeds({ remove, move }: RowDeeds, index: number) {
  return {
    moveUp: useCallback(() => move({ row: index, column: 'quantidade' }, -1), [move, index]),
    moveDown: useCallback(() => move({ row: index, column: 'quantidade' }, 1), [move, index]),
    remove: useCallback(() => remove(index), [remove, index]),
  }
}
