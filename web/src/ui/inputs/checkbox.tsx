import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox as MantineCheckbox } from '@mantine/core'
import classes from './checkbox.module.css'

type Props = {
  label: string
  /** The label is only for screen readers. */
  isLabelHidden?: boolean
  checked: boolean
  /** Some of what it stands for is checked. */
  indeterminate?: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, isLabelHidden = false, onChange, ...rest }: Props) {
  return (
    <MantineCheckbox
      {...rest}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      classNames={{ root: classes.root, input: classes.input, label: classes.label, icon: classes.icon }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
