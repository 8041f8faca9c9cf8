import { memo, useId } from 'react'
import classes from './switch.module.css'
import type { FieldProps } from './text-inputs'

type Props = Omit<FieldProps, 'required'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

export const Switch = memo(function Switch(props: Props) {
  const { label, isLabelHidden = false, help, error, checked, onChange, ...rest } = props
  const ownId = useId()
  const id = rest.id ?? ownId
  const noteId = `${id}-note`
  const note = error || help
  return (
    <div className={classes.root}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        className={classes.input}
        aria-label={isLabelHidden ? label : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={classes.track} aria-hidden="true">
        <span className={classes.thumb} />
      </span>
      <div className={classes.words}>
        {!isLabelHidden && (
          <label htmlFor={id} className={classes.label}>
            {label}
          </label>
        )}
        {note && (
          <p id={noteId} className={classes.note} data-error={error ? true : undefined}>
            {note}
          </p>
        )}
      </div>
    </div>
  )
})
