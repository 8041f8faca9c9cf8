import type { Icon } from '@tabler/icons-react'
import classes from './status-badge.module.css'

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'grey' | 'plum' | 'outline'

/** A status: always colour, icon and word together. */
export function StatusBadge({ tone, icon: Icon, children }: { tone: Tone; icon: Icon; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      {children}
    </span>
  )
}
