import { IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../basics/button'
import { Skeleton } from '../basics/spinner'
import { TableCard } from '../basics/table-card'
import { Checkbox } from '../inputs/checkbox'
import { InPlaceCell, InPlaceProblem } from './in-place-cell'
import { useLateMenu, useLoadLateMenu } from './late-menu'
import classes from './list.module.css'
import { NoteWords } from './note-actions'
import { rowLink } from './row-focus'
import type { Column, RowAction, RowNote } from './types'
import type { InPlaceState } from './use-in-place'
import type { Selection } from './use-selection'

type Props<T> = {
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  rowName: (row: T) => string
  rowTo: (row: T) => string
  onOpen: (row: T) => void
  /** Something in the row was pressed that may lead to the record. */
  onLeave: (row: T) => void
  actions: (row: T) => readonly RowAction[]
  rowNote?: ((row: T) => RowNote | null) | undefined
  sort: string
  onSort: (sort: string) => void
  selection: Selection<T> | undefined
  isLoading: boolean
  /** Rows of another page, tab or search than asked for: they cannot be selected, for the selection is of what was asked for. */
  isStale: boolean
  actionsWidth?: string | undefined
  /** Values changed where they stand. */
  editing: InPlaceState<T>
  /** All that can be done with a row is in its menu. */
  areActionsFolded: boolean
}

const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => index)
const SKELETON_WIDTHS = ['62%', '80%', '48%', '70%']

export function TableRows<T>(props: Props<T>) {
  const { label, rows, columns, selection, isLoading } = props
  const [menu, setMenu] = useState<{ row: T; at: { x: number; y: number } } | null>(null)
  useLoadLateMenu()
  const parts = useLateMenu()
  const selectedHere = rows.filter((row) => selection?.has(row)).length
  return (
    <>
      <TableCard label={label} isBusy={isLoading} className={classes.table}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.checkCell}>
                <Checkbox
                  label="Selecionar todos desta página"
                  isLabelHidden
                  disabled={rows.length === 0 || props.isStale}
                  checked={rows.length > 0 && selectedHere === rows.length}
                  indeterminate={selectedHere > 0 && selectedHere < rows.length}
                  onChange={(isSelected) => selection.set(rows, isSelected)}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            <th
              scope="col"
              className={classes.actionsCell}
              data-folded={props.areActionsFolded || undefined}
              style={props.areActionsFolded ? undefined : { width: props.actionsWidth }}
            >
              <span className={classes.actionsTitle}>Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {isLoading
            ? SKELETON_ROWS.map((row) => (
                <tr key={row} aria-hidden="true">
                  {selection && <td />}
                  {columns.map((column, index) => (
                    <td key={column.id}>
                      <Skeleton width={SKELETON_WIDTHS[(row + index) % SKELETON_WIDTHS.length] ?? '60%'} />
                    </td>
                  ))}
                  <td />
                </tr>
              ))
            : rows.map((row) => (
                <Row key={props.rowId(row)} {...props} row={row} onMenu={(at) => setMenu({ row, at })} />
              ))}
        </tbody>
      </TableCard>
      {menu && parts && (
        <parts.RowMenu
          key={`${props.rowId(menu.row)}-${menu.at.x}-${menu.at.y}`}
          at={menu.at}
          label={props.rowName(menu.row)}
          actions={props.actions(menu.row)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}

function HeadCell<T>({ column, sort, onSort }: { column: Column<T>; sort: string; onSort: (sort: string) => void }) {
  const { title, align, width, sort: field } = column
  const direction = field && sort === field ? 'ascending' : field && sort === `-${field}` ? 'descending' : undefined
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={direction} data-align={align} style={{ width }}>
      {field ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}
        >
          {title}
          {direction && <Arrow size={14} stroke={1.75} aria-hidden="true" />}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

type RowProps<T> = Props<T> & { row: T; onMenu: (at: { x: number; y: number }) => void }

function Row<T>(props: RowProps<T>) {
  const { row, columns, rowId, rowName, rowTo, onOpen, actions, selection, onMenu, areActionsFolded } = props
  const name = rowName(row)
  const all = actions(row)
  const buttons = areActionsFolded ? [] : all.filter(({ isInRow }) => isInRow)
  const isSelected = selection?.has(row) ?? false
  const note = props.rowNote?.(row) ?? null
  const problem = props.editing.cellOf(row)?.problem ?? null

  const click = (event: MouseEvent) => {
    const isControl = (event.target as Element).closest('a, button, input, label') !== null
    const isSelectingText = String(getSelection()) !== ''
    if (isControl || isSelectingText) return
    if (event.ctrlKey || event.metaKey) window.open(rowTo(row), '_blank', 'noopener')
    else onOpen(row)
  }
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    onMenu({ x: event.clientX, y: event.clientY })
  }

  const cells = (
    // Keys open the record by the link in it; the rest of the row only makes the target larger.
    <tr
      className={classes.row}
      data-selected={isSelected || undefined}
      data-noted={note !== null || problem !== null || undefined}
      onClickCapture={(event) => (event.target as Element).closest('a') && props.onLeave(row)}
      onClick={click}
      onContextMenu={openMenu}
    >
      {selection && (
        <td className={classes.checkCell}>
          <Checkbox
            label={`Selecionar ${name}`}
            isLabelHidden
            disabled={props.isStale}
            checked={isSelected}
            onChange={(checked) => selection.set([row], checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-align={column.align} data-name={column.isName}>
          {column.isName ? (
            <Link to={rowTo(row)} className={classes.link} {...rowLink(rowId(row))}>
              {column.cell(row)}
            </Link>
          ) : column.id === props.editing.column ? (
            <InPlaceCell row={row} inPlace={props.editing}>
              {column.cell(row)}
            </InPlaceCell>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      <td className={classes.actionsCell}>
        {buttons.map(({ id, label, icon, isDanger, to, run }) => (
          <IconButton
            key={id}
            label={label}
            of={name}
            icon={icon}
            kind={isDanger ? 'danger' : 'plain'}
            to={to}
            onClick={run}
          />
        ))}
        {all.length > buttons.length && (
          <IconButton
            label="Mais ações"
            of={name}
            icon={IconDots}
            aria-haspopup="menu"
            onClick={(event) => {
              const { left, bottom } = event.currentTarget.getBoundingClientRect()
              onMenu({ x: left, y: bottom })
            }}
          />
        )}
      </td>
    </tr>
  )
  if (problem !== null) {
    return (
      <>
        {cells}
        <tr className={classes.note}>
          <td colSpan={columns.length + (selection ? 2 : 1)} data-align="right">
            <InPlaceProblem text={problem} />
          </td>
        </tr>
      </>
    )
  }
  if (note === null) return cells
  // Under the column that names the record.
  const before = columns.findIndex(({ isName }) => isName) + (selection ? 1 : 0)
  return (
    <>
      {cells}
      <tr className={classes.note}>
        {before > 0 && <td colSpan={before} />}
        <td colSpan={columns.length + (selection ? 2 : 1) - before}>
          <span className={classes.noteLine}>
            <span className={classes.noteText}>{note.text}</span>
            <span className={classes.noteActions}>
              <NoteWords actions={note.actions} onLeave={() => props.onLeave(row)} />
            </span>
          </span>
        </td>
      </tr>
    </>
  )
}
