import { useEffect, useEffectEvent, useState } from 'react'
import { TextInput } from '../inputs/text-inputs'
import { useDebounced } from '../use-debounced'
import classes from './list.module.css'

type Props<Filter extends string> = {
  list: { filters: Readonly<Record<Filter, string>>; setFilter: (name: Filter, value: string) => void }
  name: Filter
  /** 'NCM' */
  label: string
  placeholder: string
  /** The filter of what is typed; null while it is none yet. */
  parse: (text: string) => string | null
  format: (value: string) => string
}

const DELAY_MS = 400

/** A text, such as the beginning of a code, to filter a list by; taken a moment after the last key. */
export function FilterText<Filter extends string>(props: Props<Filter>) {
  const { list, name, label, placeholder, parse, format } = props
  const value = list.filters[name]
  const [text, setText] = useState(() => format(value))
  const [seen, setSeen] = useState(value)
  const settled = useDebounced(text, DELAY_MS)
  const next = settled.trim() === '' ? '' : parse(settled)
  // The address changed by other means, such as Back; what came from here must not undo what is typed since.
  if (value !== seen) {
    setSeen(value)
    if (value !== next) setText(format(value))
  }
  const changeLatest = useEffectEvent((changed: string) => list.setFilter(name, changed))
  useEffect(() => {
    if (settled === text && next !== null && next !== value) changeLatest(next)
  }, [settled, text, next, value])
  return (
    <div className={classes.filterSelect}>
      <TextInput
        label={label}
        isLabelHidden
        placeholder={placeholder}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </div>
  )
}
