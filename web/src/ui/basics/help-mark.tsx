import { IconHelpCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import classes from './help-mark.module.css'

/** A '?' beside a figure or a field; pressed, it says what that means. */
export function HelpMark({ about, text }: { about: string; text: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <span className={classes.root}>
      <button
        type="button"
        className={classes.button}
        aria-label={`O que é: ${about}`}
        aria-expanded={isOpen}
        aria-describedby={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          event.stopPropagation()
          setOpen(false)
        }}
      >
        <IconHelpCircle size={14} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen && (
        <span id={id} role="tooltip" className={classes.text}>
          {text}
        </span>
      )}
    </span>
  )
}
