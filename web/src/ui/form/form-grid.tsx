import type { ReactNode } from 'react'
import classes from './form.module.css'

type CellProps = {
  /** Twelfths of the row, from 640 px. */
  span: number
  /** Twelfths on the phone; default the whole row. */
  phoneSpan?: number
  /** Tooltip over the field. */
  title?: string | undefined
  children: ReactNode
}

/** Twelve columns for fields. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}

function Cell({ span, phoneSpan = 12, title, children }: CellProps) {
  return (
    <div
      className={classes.cell}
      title={title}
      style={{ '--span': span, '--phoneSpan': phoneSpan } as React.CSSProperties}
    >
      {children}
    </div>
  )
}

FormGrid.Cell = Cell
