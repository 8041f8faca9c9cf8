import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../basics/button'
import { TableCard } from '../basics/table-card'
import classes from './charts.module.css'

export type ChartTable = {
  head: readonly string[]
  /** The first cell names the row; with `to` it leads to what makes the row. */
  rows: readonly { cells: readonly string[]; to?: string | undefined }[]
}

type Props = {
  title: string
  /** Grey beside the title: 'o traço é o mesmo dia da semana anterior'. */
  note?: ReactNode
  /** Beside 'Ver em tabela'. */
  tools?: ReactNode
  /** The numbers of the chart. Not in sight, they are still there for who cannot see the chart. */
  table?: ChartTable
  /** In place of a chart that has nothing to show. */
  empty?: string | undefined
  children: ReactNode
}

/** A card with a chart, or with the same numbers as a table. */
export function ChartCard({ title, note, tools, table, empty, children }: Props) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {note && <span className={classes.headNote}>{note}</span>}
        <span className={classes.tools}>
          {tools}
          {table && empty === undefined && (
            <Button
              kind="quiet"
              onClick={() => setTable(!isTable)}
              aria-label={`${isTable ? 'Ver o gráfico' : 'Ver em tabela'}: ${title}`}
            >
              {isTable ? 'Ver o gráfico' : 'Ver em tabela'}
            </Button>
          )}
        </span>
      </header>
      {empty !== undefined ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <>
          {!isTable && <div className={classes.body}>{children}</div>}
          {table && (
            <div className={isTable ? classes.table : classes.unseen}>
              <Numbers label={title} table={table} isSeen={isTable} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Numbers({ label, table: { head, rows }, isSeen }: { label: string; table: ChartTable; isSeen: boolean }) {
  const content = (
    <>
      <thead>
        <tr>
          {head.map((name, index) => (
            <th key={name} scope="col" data-align={index > 0 ? 'right' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells: [name = '', ...cells], to }, row) => (
          <tr key={row}>
            {/* Out of sight it is no stop of the Tab key. */}
            <th scope="row" className={classes.rowHead}>
              {to && isSeen ? <Link to={to}>{name}</Link> : name}
            </th>
            {cells.map((cell, index) => (
              <td key={index} data-align="right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  )
  // Out of sight it needs no card that scrolls, which would be another landmark.
  const name = `${label}: tabela`
  return isSeen ? <TableCard label={name}>{content}</TableCard> : <table aria-label={name}>{content}</table>
}
