import type { Column } from './types'

/** In CSS px. */
const CHECK_WIDTH = 42
const MENU_WIDTH = 56
const ACTIONS_WIDTH = 200
/** Of a column that names none, and so shares what is left with the name. */
const SHARED_WIDTH = 220
/** Below it all that can be done with a row folds into its menu; of fewer actions than usual later. */
const ROOM_FOR_ACTIONS = 1100
const ROOM_FOR_LONG_NAMES = 740

const pixels = (length: string | undefined) => (length === undefined ? SHARED_WIDTH : Number.parseFloat(length))

type Room = {
  /** Of the list; undefined while it is not laid out: then there is room for everything. */
  width: number | undefined
  canSelect: boolean
  actionsWidth: string | undefined
}

/** What of a table there is room for, with at least 220 px for the name, 160 in a narrow list. */
export function fitting<T>(columns: readonly Column<T>[], { width, canSelect, actionsWidth }: Room) {
  if (width === undefined) return { columns, areActionsFolded: false }
  const wanted = actionsWidth === undefined ? ACTIONS_WIDTH : pixels(actionsWidth)
  const areActionsFolded = width < ROOM_FOR_ACTIONS - Math.max(0, ACTIONS_WIDTH - wanted)
  const actions = areActionsFolded ? MENU_WIDTH : wanted
  let room = width - (canSelect ? CHECK_WIDTH : 0) - actions - (width < ROOM_FOR_LONG_NAMES ? 160 : 220)
  const kept = new Set<Column<T>>()
  for (const column of columns.filter(({ isName }) => !isName).toSorted(byImportance)) {
    room -= pixels(column.width)
    if (room < 0) break
    kept.add(column)
  }
  return { columns: columns.filter((column) => column.isName || kept.has(column)), areActionsFolded }
}

/** What leaves last comes first; those that say nothing leave last, from right to left. */
const byImportance = <T>(a: Column<T>, b: Column<T>) => (b.leaves ?? Infinity) - (a.leaves ?? Infinity) || 0
