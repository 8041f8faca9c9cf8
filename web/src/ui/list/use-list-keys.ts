import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHotkeys } from '../hotkeys/hotkeys'
import { rememberOpened, rememberShown, takeOpened } from './list-address'
import type { ShownPage } from './list-address'
import { hasNext } from './list-words'
import type { ListPage } from './list-words'
import { focusedRow, focusRow, moveRowFocus } from './row-focus'
import type { RowAction } from './types'
import type { Selection } from './use-selection'

type Options<T> = {
  rows: RefObject<HTMLElement | null>
  page: ListPage<T> | undefined
  isStale: boolean
  rowId: (row: T) => string
  rowTo: (row: T) => string
  actions: (row: T) => readonly RowAction[]
  selection: Selection<T> | undefined
  onPage: (page: number) => void
  /** Reads another page, for going from record to record beyond the end of this one. */
  readPage: ((page: number) => Promise<ListPage<T>>) | undefined
}

/** The keys of a list, and the focus on the row one has come back to. */
export function useListKeys<T>(options: Options<T>): void {
  const { rows, page, isStale, rowId, rowTo, actions, selection, onPage } = options
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isTurning = useRef(false)

  const rowWith = (id: string | null) => page?.items.find((row) => rowId(row) === id)
  const act = (name: string) => {
    const row = rowWith(focusedRow(rows))
    const action = row && actions(row).find(({ id }) => id === name)
    if (!action) return false
    action.run?.()
    if (action.to === undefined) return true
    rememberOpened(pathname, rowTo(row))
    void navigate(action.to)
    return true
  }
  const select = () => {
    const row = rowWith(focusedRow(rows, true))
    if (!row || !selection || isStale) return false
    selection.set([row], !selection.has(row))
    return true
  }
  const turn = (step: 1 | -1) => {
    if (!page || isStale || (step === 1 ? !hasNext(page) : page.page <= 1)) return false
    isTurning.current = true
    onPage(page.page + step)
    return true
  }
  useHotkeys([
    { key: 'ArrowDown', label: 'Próxima linha', run: () => moveRowFocus(rows, 1) },
    { key: 'ArrowUp', label: 'Linha anterior', run: () => moveRowFocus(rows, -1) },
    ...(selection ? [{ key: ' ', label: 'Selecionar a linha', run: select }] : []),
    { key: 'e', label: 'Editar a linha', run: () => act('edit') },
    { key: 'Delete', label: 'Excluir a linha', run: () => act('delete') },
    { key: 'PageDown', label: 'Próxima página', run: () => turn(1) },
    { key: 'PageUp', label: 'Página anterior', run: () => turn(-1) },
  ])

  const arrive = useEffectEvent(() => {
    if (!page || isStale) return
    rememberShown(pathname, shownPage(page, options))
    if (isTurning.current) focusRow(rows)
    isTurning.current = false
    // Wherever else the focus is by now, somebody has put it there.
    const { activeElement } = document
    const isFree = activeElement === document.body || activeElement?.matches('h1, main') === true
    const opened = takeOpened(pathname)
    const row = opened !== null && isFree ? page.items.find((each) => rowTo(each) === opened) : undefined
    if (row) focusRow(rows, rowId(row))
  })
  useEffect(() => arrive(), [page, isStale, pathname])
}

function shownPage<T>(page: ListPage<T>, options: Options<T>): ShownPage {
  const { page_size, total, total_exact, ends_at_total } = page
  return {
    to: page.items.map(options.rowTo),
    page: page.page,
    page_size,
    total,
    total_exact,
    ...(ends_at_total && { ends_at_total }),
    read: async (number) => shownPage((await options.readPage?.(number)) ?? { ...page, items: [] }, options),
  }
}
