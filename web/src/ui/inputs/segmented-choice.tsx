import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { SegmentedControl } from '@mantine/core'
import { memo, useId } from 'react'
import inputClasses from './input.module.css'
import classes from './segmented-choice.module.css'
import type { FieldProps } from './text-inputs'

type Props<Value extends string> = Omit<FieldProps, 'isLabelHidden'> & {
  /** Two or three. */
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

function AnySegmentedChoice<Value extends string>(props: Props<Value>) {
  const { id, name, label, help, error, required, disabled = false, choices, value, onChange } = props
  const labelId = useId()
  return (
    <div>
      <span id={labelId} className={inputClasses.label}>
        {label}
        {required && <span className={inputClasses.required}> *</span>}
      </span>
      <SegmentedControl
        id={id}
        name={name}
        fullWidth
        aria-labelledby={labelId}
        disabled={disabled}
        classNames={{
          root: classes.root,
          indicator: classes.indicator,
          control: classes.control,
          label: classes.label,
        }}
        data={[...choices]}
        value={value}
        onChange={onChange}
      />
      {error ? (
        <p className={inputClasses.error}>{error}</p>
      ) : (
        help && <p className={inputClasses.description}>{help}</p>
      )}
    </div>
  )
}

/** One of a few words, all in sight; arrows change it. */
export const SegmentedChoice = memo(AnySegmentedChoice) as typeof AnySegmentedChoice
