import { IconCalendar } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { formatDay, parseDate } from '../format/date'
import classes from './input.module.css'
import { ParsedInput } from './parsed-input'
import type { Notation, ParsedFieldProps } from './parsed-input'

const DAY: Notation = {
  parse: parseDate,
  format: formatDay,
  isValue: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && parseDate(value) !== null,
  sentence: () => 'Digite uma data que existe. Exemplo: 20/11/2026',
}

/** A day, typed (20/11/2026, 5/3/2026, 05032026, 05/03/26) or taken from a calendar; the value is 'YYYY-MM-DD' or ''. */
export const DateInput = memo(function DateInput(props: ParsedFieldProps) {
  const { label, value, onChange, disabled, readOnly } = props
  // The browser's own calendar: in its language, with its keys, and on phones the wheel people know.
  const calendar = useRef<HTMLInputElement>(null)
  const isFixed = disabled === true || readOnly === true
  return (
    <ParsedInput
      placeholder="dd/mm/aaaa"
      {...props}
      notation={DAY}
      inputMode="numeric"
      aside={
        !isFixed && (
          <>
            <input
              ref={calendar}
              type="date"
              className={classes.calendar}
              tabIndex={-1}
              aria-hidden="true"
              value={DAY.isValue(value) ? value : ''}
              min="1900-01-01"
              max="2199-12-31"
              onChange={(event) => onChange(event.currentTarget.value)}
            />
            <button
              type="button"
              className={classes.openButton}
              aria-label={`Abrir o calendário de ${label}`}
              title="Abrir o calendário"
              onClick={() => calendar.current?.showPicker()}
            >
              <IconCalendar size={18} stroke={1.75} aria-hidden="true" />
            </button>
          </>
        )
      }
    />
  )
})
