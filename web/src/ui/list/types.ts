import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Action } from '../actions/types'

export type Column<T> = {
  id: string
  title: string
  cell: (row: T) => ReactNode
  /** The field the server sorts by. */
  sort?: string
  align?: 'right'
  /** Offered under 'Colunas', not shown until chosen. */
  isOptional?: boolean
  /** In px ('150px'); without it the column shares what is left. */
  width?: string
  /** The smaller, the sooner it leaves a list that has no room for all; default: last, from right to left. */
  leaves?: number
  /** The record's name: bold, a link to it, always shown. Exactly one column has it. */
  isName?: boolean
}

/** One thing to do with a record: in the row, its menu, its right-click menu and Ctrl+K alike. */
export type RowAction = Action & {
  /** Also a button in the row, not only in the menu. */
  isInRow?: boolean
  /** The label where the record is named by it: 'Transformar 201 em pedido'; default 'Imprimir 201'. */
  labelOf?: (name: string) => string
}

/** A sentence under a row that needs somebody, with what to do about it. */
export type RowNote = { text: string; actions: readonly Action[] }

/** Beside the tabs, at the right: a screen that belongs to the list. */
export type TabLink = { label: string; icon: Icon; to: string; isCurrent?: boolean }

/** One thing to do with all selected records; the label says how many: 'Inativar 3'. After true nothing is selected. */
export type BulkAction = { id: string; label: string; icon: Icon; run: () => Promise<boolean> }

export type StatusTab<Tab extends string> = {
  id: Tab
  label: string
  /** Undefined while not known. */
  count: number | undefined
  /** False: there are more than `count`. */
  isExact?: boolean
}
