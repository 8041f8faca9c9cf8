import type { ReactNode } from 'react'
import classes from './paper.module.css'

/** A receipt as it comes out of the printer: torn off below, white in both themes. Its parts are PaperPart. */
export function Paper({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.tray} aria-label={label}>
      <div className={classes.slot} aria-hidden="true" />
      <div className={classes.paper}>{children}</div>
    </section>
  )
}

type PartProps = { align?: 'centre'; isStrong?: boolean; children: ReactNode }

/** What stands between two dashed lines. */
export function PaperPart({ align, isStrong, children }: PartProps) {
  return (
    <div className={classes.part} data-align={align} data-strong={isStrong || undefined}>
      {children}
    </div>
  )
}

/** A name at the left and its value at the right. */
export function PaperRow({ label, value, isTotal }: { label: string; value: string; isTotal?: boolean }) {
  return (
    <div className={classes.row} data-total={isTotal || undefined}>
      <span>{label}</span>
      <span>{value}</span>
    </div>
  )
}
