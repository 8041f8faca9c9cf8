import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
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
  const card = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(card)
  // Who cannot drag a scroll bar scrolls with the arrows, and so has to be able to get there.
  const scrollable = isWide ? ({ tabIndex: 0, role: 'region', 'aria-label': label } as const) : {}
  return (
    <div ref={card} className={classes.card} data-stale={isStale || undefined} {...scrollable}>
      <table className={`${classes.table} ${className ?? ''}`} aria-label={label} aria-busy={isBusy}>
        {children}
      </table>
    </div>
  )
}

/** Whether the table is wider than its place. */
function useIsWide(card: RefObject<HTMLDivElement | null>): boolean {
  const [isWide, setIsWide] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element) return
    const look = () => setIsWide(element.scrollWidth > element.clientWidth)
    const observer = new ResizeObserver(look)
    for (const each of [element, ...element.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [card])
  return isWide
}
