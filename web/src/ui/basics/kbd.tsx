import type { ReactNode } from 'react'
import classes from './kbd.module.css'

/** A key as it is printed on the keyboard. Decoration: the control it stands on has its own name. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={classes.key}>{children}</kbd>
}
