import { IconDotsVertical } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../basics/button'
import { Skeleton } from '../basics/spinner'
import { useLateMenu, useLoadLateMenu } from './late-menu'
import classes from './phone-rows.module.css'
import { NoteButtons } from './note-actions'
import { rowLink } from './row-focus'
import type { RowAction, RowNote } from './types'

/** Two lines, and at the right what matters most. */
export type PhoneRow = { title: ReactNode; detail: ReactNode; aside?: ReactNode; asideDetail?: ReactNode }

type Props<T> = {
  label: string
  rows: readonly T[]
  rowId: (row: T) => string
  rowName: (row: T) => string
  rowTo: (row: T) => string
  phoneRow: (row: T) => PhoneRow
  actions: (row: T) => readonly RowAction[]
  rowNote?: ((row: T) => RowNote | null) | undefined
  onLeave: (row: T) => void
  isLoading: boolean
}

const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => index)

/** The list on a narrow screen. */
export function PhoneRows<T>(props: Props<T>) {
  const { label, rows, rowId, rowName, rowTo, phoneRow, actions, isLoading } = props
  const [menu, setMenu] = useState<{ row: T; at: { x: number; y: number } } | null>(null)
  useLoadLateMenu()
  const parts = useLateMenu()
  if (isLoading) {
    return (
      <div aria-hidden="true">
        {SKELETON_ROWS.map((row) => (
          <div key={row} className={classes.row}>
            <span className={classes.link}>
              <Skeleton width="60%" />
              <Skeleton width="40%" />
            </span>
          </div>
        ))}
      </div>
    )
  }
  return (
    <>
      <ul aria-label={label}>
        {rows.map((row) => {
          const { title, detail, aside, asideDetail } = phoneRow(row)
          const note = props.rowNote?.(row) ?? null
          return (
            <li
              key={rowId(row)}
              className={classes.row}
              data-noted={note !== null || undefined}
              onContextMenu={(event) => {
                event.preventDefault()
                setMenu({ row, at: { x: event.clientX, y: event.clientY } })
              }}
            >
              <Link
                to={rowTo(row)}
                className={classes.link}
                onClick={() => props.onLeave(row)}
                {...rowLink(rowId(row))}
              >
                <span className={classes.title}>{title}</span>
                <span className={classes.detail}>{detail}</span>
              </Link>
              {(aside ?? asideDetail) !== undefined && (
                <span className={classes.aside}>
                  <span>{aside}</span>
                  <span className={classes.detail}>{asideDetail}</span>
                </span>
              )}
              <IconButton
                label="Ações"
                of={rowName(row)}
                icon={IconDotsVertical}
                aria-haspopup="menu"
                onClick={(event) => {
                  const { left, bottom } = event.currentTarget.getBoundingClientRect()
                  setMenu({ row, at: { x: left, y: bottom } })
                }}
              />
              {note && (
                <div className={classes.note}>
                  <p>{note.text}</p>
                  <div className={classes.noteActions}>
                    <NoteButtons actions={note.actions} />
                  </div>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {menu && parts && (
        <parts.RowMenu
          key={`${rowId(menu.row)}-${menu.at.x}-${menu.at.y}`}
          at={menu.at}
          label={rowName(menu.row)}
          actions={actions(menu.row)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}
