import type { ReactNode } from 'react'
import classes from './row-list.module.css'

/** A short list without columns. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

type RowProps = {
  name: string
  badges?: ReactNode
  detail: string
  /** Buttons for what can be done with it. */
  children?: ReactNode
}

/** One entry of a RowList. */
export function ListRow({ name, badges, detail, children }: RowProps) {
  return (
    <li>
      <div className={classes.what}>
        <p className={classes.name}>
          {name}
          {badges}
        </p>
        <p className={classes.detail}>{detail}</p>
      </div>
      {children && <div className={classes.acts}>{children}</div>}
    </li>
  )
}
