import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import {
  PasswordInput as MantinePasswordInput,
  Switch as MantineSwitch,
  Textarea as MantineTextarea,
  TextInput as MantineTextInput,
} from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { memo } from 'react'
import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import classes from './input.module.css'

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

export const inputClassNames = {
  label: classes.label,
  required: classes.required,
  input: classes.input,
  section: classes.section,
  description: classes.description,
  error: classes.error,
}

/** Turns our props into those of the library's input wrapper. */
export function wrapperProps({
  label,
  isLabelHidden = false,
  help,
  error,
}: Pick<FieldProps, 'label' | 'isLabelHidden' | 'help' | 'error'>) {
  return {
    ...(isLabelHidden ? { 'aria-label': label } : { label }),
    description: error ? undefined : help,
    error,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies (
      'label' | 'input' | 'description' | 'error'
    )[],
    classNames: inputClassNames,
    errorProps: { role: undefined },
  }
}

type TextInputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'size' | 'color'> & {
    icon?: ReactNode
    aside?: ReactNode
    /** In pixels; default as wide as the field is high. */
    asideWidth?: number
  }

// The library's inputs are not cheap, and a form has dozens: like all controls here, one is only rendered anew when something
// it was given has changed.
export const TextInput = memo(function TextInput(props: TextInputProps) {
  const { label, isLabelHidden, help, error, icon, aside, asideWidth, ...rest } = props
  return (
    <MantineTextInput
      {...rest}
      {...wrapperProps({ label, isLabelHidden, help, error })}
      leftSection={icon}
      rightSection={aside}
      rightSectionWidth={asideWidth}
    />
  )
})

export const Textarea = memo(function Textarea(props: FieldProps & Omit<ComponentProps<'textarea'>, 'color'>) {
  const { label, isLabelHidden, help, error, ...rest } = props
  return (
    <MantineTextarea
      autosize
      minRows={3}
      {...rest}
      {...wrapperProps({ label, isLabelHidden, help, error })}
      classNames={{ ...inputClassNames, input: `${classes.input} ${classes.multiline}` }}
    />
  )
})

export function PasswordInput({
  label,
  isLabelHidden,
  help,
  error,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, 'size' | 'color'>) {
  return (
    <MantinePasswordInput
      {...rest}
      {...wrapperProps({ label, isLabelHidden, help, error })}
      classNames={{ ...inputClassNames, visibilityToggle: classes.reveal }}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <IconEyeOff size={18} stroke={1.75} /> : <IconEye size={18} stroke={1.75} />
      }
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha' }}
    />
  )
}

type SwitchProps = Omit<FieldProps, 'required'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

export const Switch = memo(function Switch(props: SwitchProps) {
  const { label, isLabelHidden = false, help, error, checked, onChange, ...rest } = props
  return (
    <MantineSwitch
      {...rest}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      withThumbIndicator={false}
      {...{ description: error ? undefined : help, error }}
      classNames={{ label: classes.switchLabel, track: classes.track, thumb: classes.thumb }}
      checked={checked}
      onChange={(event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.checked)}
    />
  )
})
