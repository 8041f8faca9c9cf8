import { useQuery } from '@tanstack/react-query'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../use-debounced'

export type FoundRow = {
  id: string
  label: string
  /** Under the name: its code. */
  detail: string
  /** At the right end: price and unit. */
  aside: string
  /** What was typed is its code, all of it. */
  isExact: boolean
}

export type FindRows<Row extends FoundRow, Key extends QueryKey> = (
  text: string,
) => UseQueryOptions<Row[], Error, Row[], Key>

const DELAY_MS = 150

/** What fits a text while it is typed, and which row of it is marked: none until one says so. */
export function useFound<Row extends FoundRow, Key extends QueryKey>(
  find: FindRows<Row, Key>,
  text: string,
  /** It is awaited, and no longer being typed. */
  isWanted: boolean,
) {
  const [mark, setMark] = useState<{ of: string; id: string } | null>(null)
  const debounced = useDebounced(text, DELAY_MS)
  const settled = isWanted ? text : debounced
  const { data, error } = useQuery({ ...find(settled), enabled: text !== '' && settled !== '' })
  const answer = text !== '' && settled === text ? data : undefined
  // Those of the text before stay until the answer is there.
  const [kept, setKept] = useState<Row[]>([])
  const rows = answer ?? (text === '' ? [] : kept)
  if (rows !== kept && rows.length + kept.length > 0) setKept(rows)
  const markAt = (at: number) => {
    const row = rows[at]
    setMark(row ? { of: text, id: row.id } : null)
  }
  const at = mark?.of === text ? rows.findIndex(({ id }) => id === mark.id) : -1
  return {
    rows,
    /** The rows are those of this text. */
    isAnswer: answer !== undefined,
    problem: settled === text ? error : null,
    at,
    marked: rows[at],
    markAt,
    /** The next row, or the one before; from the end one comes out of the list again. */
    step: (by: 1 | -1) => {
      const size = rows.length + 1
      markAt(((at + 1 + by + size) % size) - 1)
    },
  }
}
