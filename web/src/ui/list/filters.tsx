import { useId } from 'react'
import { parseDate } from '../format/date'
import { DateInput } from '../inputs/date-input'
import { Select } from '../inputs/select'
import type { Choice } from '../inputs/select'
import { useTypedText } from '../use-typed-text'
import classes from './list.module.css'

type SelectProps<Filter extends string> = {
  list: FilterState<Filter>
  name: Filter
  /** 'Tipo' */
  label: string
  /** While nothing is chosen: 'Todos os tipos'. */
  all: string
  choices: readonly Choice[]
}

type FilterState<Filter extends string> = {
  filters: Readonly<Record<Filter, string>>
  setFilter: (name: Filter, value: string) => void
}

/** One of a few words to filter a list by. */
export function FilterSelect<Filter extends string>({ list, name, label, all, choices }: SelectProps<Filter>) {
  return (
    <div className={classes.filterSelect}>
      <Select
        label={label}
        isLabelHidden
        placeholder={all}
        clearable
        choices={choices}
        value={list.filters[name] || null}
        onChange={(value) => list.setFilter(name, value ?? '')}
      />
    </div>
  )
}

type PeriodProps<Filter extends string> = {
  list: FilterState<Filter>
  /** Names of the filters with the first and the last day. */
  from: Filter
  to: Filter
  /** What happened in it: 'Data' gives 'Data: de' and 'Data: até'. */
  label: string
}

/** Days to filter a list by, from and to; each may be empty. */
export function FilterPeriod<Filter extends string>({ list, from, to, label }: PeriodProps<Filter>) {
  const id = useId()
  return (
    <div className={classes.period} role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <Day label={`${label}: de`} value={list.filters[from]} onChange={(day) => list.setFilter(from, day)} />
      <span aria-hidden="true">até</span>
      <Day label={`${label}: até`} value={list.filters[to]} onChange={(day) => list.setFilter(to, day)} />
    </div>
  )
}

const DELAY_MS = 400

/** Takes a day a moment after the last key: 20/11/20 is one on the way to 20/11/2026. */
function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  const parse = (typed: string) => (typed === '' || parseDate(typed) === typed ? typed : null)
  const [text, setText] = useTypedText({ value, delayMs: DELAY_MS, parse, onChange })
  return (
    <div>
      <DateInput label={label} isLabelHidden value={text} onChange={setText} />
    </div>
  )
}
