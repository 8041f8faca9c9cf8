import type { Icon } from '@tabler/icons-react'
import classes from './timeline.module.css'

export type TimelineEntry = {
  id: string
  icon: Icon
  /** Green: what everything else led to; red: what stopped it. */
  tone?: 'green' | 'red'
  title: string
  /** When, and by whom. */
  detail: string
}

/** What happened, in the order given. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol className={classes.line} aria-label={label}>
      {entries.map(({ id, icon: EntryIcon, tone, title, detail }) => (
        <li key={id} className={classes.entry}>
          <span className={classes.mark} data-mark={tone} aria-hidden="true">
            <EntryIcon size={12} stroke={1.75} />
          </span>
          <span className={classes.words}>
            <span className={classes.title}>{title}</span>
            <span className={classes.detail}>{detail}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
