import { IconInbox } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = {
  title: string
  text?: ReactNode
  /** What would stand on the counter if there were something. */
  icon?: Icon
  /** One or two buttons. */
  children?: ReactNode
}

/** Says what is missing and what to do about it, over the drawing of an empty counter. */
export function EmptyState({ title, text, icon: Icon = IconInbox, children }: Props) {
  return (
    <div className={classes.root}>
      <div className={classes.drawing} aria-hidden="true">
        <div className={classes.frame}>
          <Icon size={44} stroke={1.25} />
        </div>
        <div className={classes.edge} />
        <div className={classes.front} />
      </div>
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
