import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from './use-debounced'

type Options = {
  /** What was taken last, or came by other means such as Back. */
  value: string
  /** How long after the last key it is taken. */
  delayMs: number
  /** The value a text stands for; null while it is none yet. */
  parse: (text: string) => string | null
  /** How a value is written; default as it is. */
  format?: (value: string) => string
  onChange: (value: string) => void
}

/** The text of a field whose value is taken a moment after the last key, and how to change it. */
export function useTypedText({ value, delayMs, parse, format = (text) => text, onChange }: Options) {
  const [text, setText] = useState(() => format(value))
  const [seen, setSeen] = useState(value)
  const settled = useDebounced(text, delayMs)
  const next = parse(settled)
  // Changed by other means; what came from here must not undo what is typed since.
  if (value !== seen) {
    setSeen(value)
    if (value !== next) setText(format(value))
  }
  const changeLatest = useEffectEvent(onChange)
  useEffect(() => {
    if (settled === text && next !== null && next !== value) changeLatest(next)
  }, [settled, text, next, value])
  return [text, setText] as const
}
