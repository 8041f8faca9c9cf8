import { TextInput } from '../inputs/text-inputs'
import { useTypedText } from '../use-typed-text'
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
  const [text, setText] = useTypedText({
    value: list.filters[name],
    delayMs: DELAY_MS,
    parse: (typed) => (typed.trim() === '' ? '' : parse(typed)),
    format,
    onChange: (value) => list.setFilter(name, value),
  })
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
