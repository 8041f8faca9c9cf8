import { useEffect, useRef } from 'react'
import classes from './found-list.module.css'
import type { FoundRow } from './use-found'

type Props<Row> = {
  id: string
  label: string
  rows: readonly Row[]
  /** The marked one; -1: none. */
  at: number
  optionId: (at: number) => string
  onPick: (row: Row) => void
}

/** What was found, under the field that keeps the focus. */
export function FoundList<Row extends FoundRow>({ id, label, rows, at, optionId, onPick }: Props<Row>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={classes.list}>
      {rows.map((row, index) => (
        // By keys it is picked in the field.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={row.id}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.row}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(row)}
        >
          <span className={classes.name}>{row.label}</span> <span className={classes.detail}>{row.detail}</span>{' '}
          <span className={classes.aside}>{row.aside}</span>
        </div>
      ))}
    </div>
  )
}
