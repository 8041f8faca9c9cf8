import { IconBarcode } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { Kbd } from '../basics/kbd'
import classes from './scan-field.module.css'

type Props = {
  label: string
  placeholder: string
  /** Key that leads here, printed in the field. */
  shortcut: string
  /** What was typed and sent off with Enter. A sentence: it was none, and stays in the field. */
  onEnter: (text: string) => string | null
  /** Keys while the field is empty, Enter included; true: taken. */
  onEmptyKey: (key: string) => boolean
  disabled?: boolean
  /** Beside the field on a wide screen: what can be typed. */
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/**
 * Where a reader types and a person too. Enter sends the text off and empties the field at once; nothing is ever waited for
 * here, so the next line can follow.
 */
export function ScanField({ label, placeholder, shortcut, onEnter, onEmptyKey, disabled, hint, ref }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const problemId = useId()

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    // The field's own text, since a reader is faster than a new rendering.
    const typed = event.currentTarget.value
    if (typed === '') {
      if (onEmptyKey(event.key)) event.preventDefault()
      return
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      setText('')
      setProblem(null)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const refused = onEnter(typed)
    setProblem(refused)
    if (refused === null) setText('')
  }
  return (
    <div>
      <div className={classes.field} data-problem={problem !== null || undefined}>
        <IconBarcode size={26} stroke={1.5} className={classes.icon} aria-hidden="true" />
        <input
          ref={ref}
          className={classes.input}
          type="text"
          aria-label={label}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          aria-keyshortcuts={shortcut}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          disabled={disabled}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(null)
          }}
          onKeyDown={press}
        />
        <Kbd>{shortcut}</Kbd>
      </div>
      {problem === null ? (
        hint && <div className={classes.hint}>{hint}</div>
      ) : (
        <p id={problemId} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
