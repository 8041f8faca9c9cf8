import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import classes from './input.module.css'
import frame from './text-inputs.module.css'

/** What every field takes. The help gives way to the error. */
export type FieldProps = {
  id?: string
  name?: string
  label: string
  /** The label is only for screen readers. */
  isLabelHidden?: boolean
  help?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
}

type TextInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'size' | 'color'> & {
    icon?: ReactNode
    aside?: ReactNode
    /** In pixels; default as wide as the field is high. */
    asideWidth?: number
  }

// A form has dozens: like all controls here, one is only rendered anew when something it was given has changed.
export const TextInput = memo(function TextInput(props: TextInputProps) {
  const { label, isLabelHidden, help, error, icon, aside, asideWidth, className, style, ...rest } = props
  const ownId = useId()
  const id = rest.id ?? ownId
  const noteId = `${id}-${error ? 'error' : 'description'}`
  return (
    <div className={`${frame.root} ${className ?? ''}`} style={style}>
      {!isLabelHidden && (
        <label className={classes.label} htmlFor={id}>
          {label}
          {rest.required && (
            <span className={classes.required} aria-hidden="true">
              {' *'}
            </span>
          )}
        </label>
      )}
      <div className={frame.box} style={asideWidth === undefined ? undefined : widthOf(asideWidth)}>
        {icon && (
          <div className={`${frame.section} ${classes.section}`} data-position="left">
            {icon}
          </div>
        )}
        <input
          {...rest}
          id={id}
          className={`${frame.input} ${classes.input}`}
          aria-label={isLabelHidden ? label : rest['aria-label']}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? noteId : rest['aria-describedby']}
          data-error={error ? true : undefined}
          data-with-icon={icon ? true : undefined}
          data-with-aside={aside ? true : undefined}
        />
        {aside && (
          <div className={`${frame.section} ${classes.section}`} data-position="right">
            {aside}
          </div>
        )}
      </div>
      {(error || help) && (
        <p id={noteId} className={`${frame.note} ${error ? classes.error : classes.description}`}>
          {error || help}
        </p>
      )}
    </div>
  )
})

const widthOf = (pixels: number) => ({ '--aside': `${pixels}px` }) as CSSProperties

export function PasswordInput(props: FieldProps & Omit<ComponentProps<'input'>, 'size' | 'color' | 'type'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      aside={
        !props.disabled && (
          <button
            type="button"
            className={classes.openButton}
            // One tabs to the next field.
            tabIndex={-1}
            aria-pressed={isShown}
            aria-label="Mostrar ou esconder a senha"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={18} stroke={1.75} aria-hidden="true" />
          </button>
        )
      }
    />
  )
}
