import type { ReactNode } from 'react'
import classes from './drawer.module.css'
import { Window } from './window'

type Props = { opened: boolean; onClose: () => void; label: string; children: ReactNode }

/** A panel over the page's left edge. Escape and a click beside it close it. */
export function Drawer({ opened, onClose, label, children }: Props) {
  return (
    <Window isOpen={opened} onClose={onClose} label={label} place={classes.place} box={classes.box}>
      {children}
    </Window>
  )
}
