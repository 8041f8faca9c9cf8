import '@mantine/core/styles/Input.layer.css'
import { Textarea as MantineTextarea } from '@mantine/core'
import { memo } from 'react'
import type { ComponentProps } from 'react'
import classes from './input.module.css'
import type { FieldProps } from './text-inputs'
import { inputClassNames, wrapperProps } from './wrapper-props'

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
