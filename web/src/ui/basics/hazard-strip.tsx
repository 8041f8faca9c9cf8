import type { ReactNode } from 'react'
import classes from './hazard-strip.module.css'

type Props = {
  /** What the strip is about, for screen readers. */
  label: string
  name: string
  text: string
  /** In place of `text` on a phone. */
  shortText: string
  /** What can be done about it, at the end. */
  children?: ReactNode
}

/** The hazard tape over every screen where nothing is for real. */
export function HazardStrip({ label, name, text, shortText, children }: Props) {
  return (
    <section className={classes.strip} aria-label={label}>
      <span className={classes.tape} aria-hidden="true" />
      <strong className={classes.name}>{name}</strong>
      <span className={classes.text}>{text}</span>
      <span className={classes.shortText}>{shortText}</span>
      {children}
    </section>
  )
}
