import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useHotkeys } from '../hotkeys/hotkeys'
import { toast } from '../toast/toast-store'
import { focusedRow, focusField, focusRow } from './row-focus'

/** A value that is changed where the list shows it: by its key on the marked row, or by a click on it. */
export type InPlace<T> = {
  /** Id of the column. */
  column: string
  /** 'p' */
  key: string
  /** What the key does: 'Mudar o preço da linha'. */
  label: string
  /** Name of the field: 'Preço de Laje H8'. */
  nameOf: (row: T) => string
  /** What the row shows; '' for nothing. */
  shownOf: (row: T) => string
  /** False: the value of this row is only shown. */
  canChange: (row: T) => boolean
  /** What the field begins with. */
  textOf: (row: T) => string
  /** What to do about a text that cannot be sent; null: it can. */
  problemOf: (text: string) => string | null
  /** The field of this row was opened. */
  onBegin: (row: T) => void
  /** Done when the list shows it. Throws an Error with the sentence to show at the row. */
  save: (row: T, text: string) => Promise<void>
}

type Cell = { text: string; isSaving: boolean; problem: string | null }

type Options<T> = {
  rows: RefObject<HTMLElement | null>
  items: readonly T[]
  rowId: (row: T) => string
  /** Of the columns in sight. */
  columns: readonly { id: string }[]
  inPlace: InPlace<T> | undefined
}

/**
 * The open fields of a list, by row. What is being saved or was refused stays open with what was typed, while one goes on in
 * the next row.
 */
export function useInPlace<T>({ rows, items, rowId, columns, inPlace }: Options<T>) {
  const [cells, setCells] = useState<ReadonlyMap<string, Cell>>(new Map())
  // One key can do two things before the list is drawn again: Enter saves and moves the focus, which saves too.
  const newest = useRef(cells)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const set = (id: string, cell: Cell | null) => {
    const next = new Map(newest.current)
    if (cell) next.set(id, cell)
    else next.delete(id)
    newest.current = next
    setCells(next)
  }
  const mayOpen = (row: T | undefined): row is T =>
    row !== undefined && (inPlace?.canChange(row) ?? false) && columns.some(({ id }) => id === inPlace?.column)

  const begin = (row: T) => {
    if (!inPlace) return
    const id = rowId(row)
    // Of what was refused the field is open still.
    if (focusField(rows, id)) return
    inPlace.onBegin(row)
    set(id, { text: inPlace.textOf(row), isSaving: false, problem: null })
  }
  /** Saves what was typed; what is as it was is only closed. False: it cannot be sent so. */
  const finish = (row: T): boolean => {
    const id = rowId(row)
    const cell = newest.current.get(id)
    if (!inPlace || !cell || cell.isSaving) return true
    const text = cell.text.trim()
    if (text === inPlace.textOf(row) && cell.problem === null) {
      set(id, null)
      return true
    }
    const problem = inPlace.problemOf(text)
    if (problem !== null) {
      set(id, { ...cell, problem })
      return false
    }
    set(id, { ...cell, isSaving: true, problem: null })
    inPlace.save(row, text).then(
      () => set(id, null),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        set(id, { text: cell.text, isSaving: false, problem: message })
        // The list was left meanwhile: the row cannot say it any more.
        if (!isHere.current) toast.error(inPlace.nameOf(row), message)
      },
    )
    return true
  }

  useHotkeys(
    inPlace
      ? [
          {
            key: inPlace.key,
            label: inPlace.label,
            run: () => {
              const marked = focusedRow(rows)
              const row = items.find((each) => rowId(each) === marked)
              if (!mayOpen(row)) return false
              begin(row)
              return true
            },
          },
        ]
      : [],
  )

  return {
    column: inPlace?.column,
    idOf: rowId,
    nameOf: (row: T) => inPlace?.nameOf(row) ?? '',
    /** Of the button that opens the field; what is seen on it is part of its name. */
    buttonNameOf: (row: T) => [inPlace?.nameOf(row), inPlace?.shownOf(row)].filter(Boolean).join(': '),
    canChange: (row: T) => mayOpen(row),
    cellOf: (row: T) => cells.get(rowId(row)),
    begin,
    change: (row: T, text: string) => set(rowId(row), { text, isSaving: false, problem: null }),
    /** Enter: saved, and on to the next row; from the last back to its name. */
    confirm: (row: T) => {
      if (!finish(row)) return
      const next = items[items.findIndex((each) => rowId(each) === rowId(row)) + 1]
      if (mayOpen(next)) begin(next)
      else focusRow(rows, rowId(row))
    },
    /** Esc: as it was. */
    leave: (row: T) => {
      set(rowId(row), null)
      focusRow(rows, rowId(row))
    },
    /** The focus went elsewhere: nothing typed is lost. */
    blur: (row: T) => void finish(row),
  }
}

export type InPlaceState<T> = ReturnType<typeof useInPlace<T>>
