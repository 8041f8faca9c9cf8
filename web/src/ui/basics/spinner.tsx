import classes from './spinner.module.css'

/** Turns beside its text. Appears after 150 ms, so that a fast answer shows no flicker. */
export function Spinner({ label = 'Carregando…' }: { label?: string }) {
  return (
    <span className={classes.root} role="status">
      <span className={classes.ring} aria-hidden="true" />
      {label}
    </span>
  )
}

/** A grey bar in place of a text that is on its way. Appears after 150 ms. `width` is a CSS length. */
export function Skeleton({ width }: { width: string }) {
  return <span className={classes.bar} style={{ width }} aria-hidden="true" />
}
