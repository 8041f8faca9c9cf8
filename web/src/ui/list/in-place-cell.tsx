import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './in-place.module.css'
import { rowField } from './row-focus'
import type { InPlaceState } from './use-in-place'

type Props<T> = { row: T; inPlace: InPlaceState<T>; children: ReactNode }

function takeFocus(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

/** A value in a row that becomes a field when it is pressed. What was refused is told under the row. */
export function InPlaceCell<T>({ row, inPlace, children }: Props<T>) {
  const cell = inPlace.cellOf(row)
  const id = useId()
  if (!cell) {
    if (!inPlace.canChange(row)) return children
    return (
      <button
        type="button"
        className={classes.value}
        aria-label={inPlace.buttonNameOf(row)}
        onClick={() => inPlace.begin(row)}
      >
        {children}
      </button>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') inPlace.confirm(row)
    else inPlace.leave(row)
  }
  return (
    <input
      id={id}
      ref={takeFocus}
      {...rowField(inPlace.idOf(row))}
      className={classes.field}
      aria-label={inPlace.nameOf(row)}
      aria-invalid={cell.problem !== null || undefined}
      aria-busy={cell.isSaving || undefined}
      readOnly={cell.isSaving}
      inputMode="decimal"
      autoComplete="off"
      value={cell.text}
      onChange={(event) => inPlace.change(row, event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => inPlace.blur(row)}
    />
  )
}

/** Under the row whose value was refused. */
export function InPlaceProblem({ text }: { text: string }) {
  return (
    <span className={classes.problem} role="alert">
      {text}
    </span>
  )
}
