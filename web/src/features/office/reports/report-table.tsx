import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button, TableCard } from '@/ui'
import classes from './reports.module.css'
import { texts } from './texts'

type TableProps<Row> = {
  title: string
  note?: ReactNode
  /** The first is the row's name; all others are numbers, at the right. */
  columns: readonly { title: string; help?: ReactNode; cell: (row: Row) => ReactNode; isText?: boolean }[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Where the rows are that make this one. */
  rowTo?: (row: Row) => string | undefined
  /** Below all others: the sum, a cell for each column. */
  total?: readonly ReactNode[]
  /** So many at first. */
  first?: number
}

/** A section of a report as a table; of many rows the first, and a button for the others. */
export function ReportTable<Row>(props: TableProps<Row>) {
  const { title, note, columns, rows, rowId, rowTo, total, first = 20 } = props
  const [isAll, setAll] = useState(false)
  if (rows.length === 0) return null
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {note && <span className={classes.note}>{note}</span>}
        {rows.length > first && (
          <Button kind="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? texts.fewer : `${texts.all} (${rows.length})`}
          </Button>
        )}
      </header>
      <TableCard label={`${title}: tabela`}>
        <thead>
          <tr>
            {columns.map(({ title: name, help, isText }, index) => (
              <th key={name} scope="col" data-align={index > 0 && !isText ? 'right' : undefined}>
                {name} {help}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isAll ? rows : rows.slice(0, first)).map((row) => {
            const to = rowTo?.(row)
            return (
              <tr key={rowId(row)}>
                {columns.map(({ title: name, cell, isText }, index) => (
                  <td
                    key={name}
                    className={index === 0 ? classes.name : classes.number}
                    data-align={index > 0 && !isText ? 'right' : undefined}
                  >
                    {index === 0 && to ? <Link to={to}>{cell(row)}</Link> : cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
          {total && (
            <tr className={classes.total}>
              {columns.map(({ title: name, isText }, index) => (
                <td key={name} data-align={index > 0 && !isText ? 'right' : undefined}>
                  {total[index]}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </TableCard>
    </section>
  )
}

/** A class of the ABC, by its letter. */
export function AbcBadge({ name }: { name: 'A' | 'B' | 'C' }) {
  return (
    <span className={classes.abc} data-class={name}>
      {name}
    </span>
  )
}

/** Which of several views of a chart is shown. */
export function ViewChoice<View extends string>({
  views,
  current,
  onChoose,
}: {
  views: Readonly<Record<View, string>>
  current: View
  onChoose: (view: View) => void
}) {
  return (
    <span role="group" aria-label="Ver por" className={classes.views}>
      {(Object.keys(views) as View[]).map((view) => (
        <button
          key={view}
          type="button"
          className={classes.view}
          aria-pressed={view === current}
          onClick={() => onChoose(view)}
        >
          {views[view]}
        </button>
      ))}
    </span>
  )
}
