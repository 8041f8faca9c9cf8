import { useId, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { useFieldProblem } from '../form/field-problems'
import classes from './input.module.css'
import { TextInput } from './text-inputs'
import type { FieldProps } from './text-inputs'

export type ParsedFieldProps = FieldProps & {
  /** As the API writes it; '' is empty. A text that cannot be read stays here as it was typed. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

/** How a field's texts and values belong together. */
export type Notation = {
  /** The value of a text that is not blank; null when it cannot be read. */
  parse: (text: string) => string | null
  format: (value: string) => string
  /** Whether it is a value, not a text that could not be read. No text for which `parse` gives null is one. */
  isValue: (value: string) => boolean
  /** What to do about a text that cannot be read. */
  sentence: (text: string) => string
}

type Props = ParsedFieldProps & {
  notation: Notation
  inputMode: 'decimal' | 'numeric'
  /** Numbers to compare are aligned at their end. */
  align?: 'right'
  prefix?: string
  /** A unit after the text. */
  suffix?: string
  /** A button at the end of the field. */
  aside?: ReactNode
}

/**
 * A field whose value is another text than the typed one. While one types, the text stays as typed; on leaving, it is
 * formatted. A text that cannot be read stays in sight and in the value, says what is wrong with it, and keeps the form
 * around it from being saved.
 */
export function ParsedInput(props: Props) {
  const { notation, value, onChange, onBlur, error, align, prefix, suffix, aside, ...rest } = props
  const ownId = useId()
  const id = rest.id ?? ownId
  // What is typed, as long as the value is the one that came of it.
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null)
  const isTyping = typed !== null && typed.value === value
  const isUnreadable = value !== '' && !notation.isValue(value)
  const problem = isUnreadable ? notation.sentence(value) : null
  useFieldProblem(id, problem)

  const change = (text: string) => {
    const next = text.trim() === '' ? '' : (notation.parse(text) ?? text)
    setTyped({ text, value: next })
    onChange(next)
  }
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      id={id}
      data-align={align}
      icon={prefix && <span className={classes.unit}>{prefix}</span>}
      aside={suffix ? <span className={classes.unit}>{suffix}</span> : aside}
      asideWidth={suffix ? widthOf(suffix) : undefined}
      error={error ?? (isTyping ? undefined : problem)}
      value={isTyping ? typed.text : isUnreadable ? value : notation.format(value)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}

/** Room for a unit at the end of the field, in pixels. */
function widthOf(unit: string): number {
  return Math.max(36, 20 + 8 * unit.length)
}
