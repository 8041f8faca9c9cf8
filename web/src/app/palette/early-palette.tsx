import { useRef } from 'react'
import { useLayer, useReturnFocus } from '@/ui'
import { texts } from '../texts'
import classes from './early-palette.module.css'

type Props = { text: string; onType: (text: string) => void; onEnter: () => void; onClose: () => void }

/** In the place of the palette until its file is there: takes the keys that are meant for it. */
export function EarlyPalette({ text, onType, onEnter, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const zIndex = useLayer(true, onClose)
  useReturnFocus(true, input)
  return (
    <div className={classes.box} style={{ zIndex }} role="dialog" aria-modal="true" aria-label={texts.search}>
      <input
        ref={input}
        className={classes.input}
        aria-label={texts.search}
        placeholder={texts.search}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter()
        }}
      />
    </div>
  )
}
