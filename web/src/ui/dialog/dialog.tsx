import { IconX } from '@tabler/icons-react'
import { useId } from 'react'
import type { KeyboardEventHandler, ReactNode } from 'react'
import classes from './dialog.module.css'
import { Window } from './window'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  /** What or whom it is about, under the title. */
  subtitle?: string | undefined
  /** 440 asks, 560 lists, 720 holds a form. */
  size?: 440 | 560 | 720
  /** Buttons, the main one last. */
  foot?: ReactNode
  /** Keys pressed in it, and not in a window over it. */
  onKeyDownCapture?: KeyboardEventHandler | undefined
  children?: ReactNode
}

/** A window over the page; on the phone a sheet from below. Escape and a click beside it close it. */
export function Dialog({ opened, onClose, title, subtitle, size = 440, foot, onKeyDownCapture, children }: Props) {
  const titleId = useId()
  const bodyId = useId()
  return (
    <Window
      isOpen={opened}
      onClose={onClose}
      labelledBy={titleId}
      describedBy={bodyId}
      place={classes.place}
      box={classes.box}
      width={size}
      onKeyDownCapture={onKeyDownCapture}
    >
      <div className={classes.header}>
        <div className={classes.titles}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
        </div>
        <button type="button" className={classes.close} aria-label="Fechar" onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div id={bodyId} className={classes.body}>
        <div className={classes.main}>{children}</div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </div>
    </Window>
  )
}
