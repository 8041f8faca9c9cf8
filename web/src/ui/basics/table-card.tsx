import type { ReactNode } from 'react'
import classes from './table-card.module.css'

type Props = {
  /** Accessible name of the table. */
  label: string
  /** The rows are on their way. */
  isBusy?: boolean
  /** The rows belong to the state before; the next ones are on their way. */
  isStale?: boolean
  /** Added to the table's own class. */
  className?: string | undefined
  /** thead and tbody. */
  children: ReactNode
}

/** The look of every table: a card with a sunken head and rows of 42 px. Too wide for its place, it scrolls sideways. */
export function TableCard({ label, isBusy, isStale, className, children }: Props) {
  return (
    <div className={classes.card} data-stale={isStale || undefined}>
      <table className={`${classes.table} ${className ?? ''}`} aria-label={label} aria-busy={isBusy}>
        {children}
      </table>
    </div>
  )
}
