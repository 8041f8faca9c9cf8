import { Link } from 'react-router'
import { formatMoney } from '../format/decimal'
import classes from './charts.module.css'
import { sizeOf } from './types'
import type { ChartPoint } from './types'

type Props = {
  label: string
  points: readonly ChartPoint[]
  format?: (value: string) => string
  /** What the mark on each bar is. */
  before?: string
}

/** Named things below each other, the most first: each with its bar and its value in words, so that it needs no axis. */
export function RowBars({ label, points, format = formatMoney, before }: Props) {
  const highest = Math.max(0, ...points.flatMap(({ value, before: mark }) => [sizeOf(value), sizeOf(mark)])) || 1
  const share = (value: string | null | undefined) => `${(Math.max(sizeOf(value), 0) / highest) * 100}%`
  return (
    <ol className={classes.rows} aria-label={label}>
      {points.map(({ name, value, before: mark, detail, to }) => {
        const words = (
          <>
            <span className={classes.rowName}>
              {name} {detail && <small>{detail}</small>}
            </span>
            <span className={classes.rowBar} aria-hidden="true">
              <i style={{ width: share(value) }} />
              {mark != null && <b style={{ left: share(mark) }} />}
            </span>
            <strong>{value === null ? '–' : format(value)}</strong>
            {mark != null && (
              <span className={classes.unseen}>
                , {before ?? 'antes'} {format(mark)}
              </span>
            )}
          </>
        )
        return (
          <li key={name}>
            {to ? (
              <Link className={classes.row} to={to}>
                {words}
              </Link>
            ) : (
              <span className={classes.row}>{words}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
