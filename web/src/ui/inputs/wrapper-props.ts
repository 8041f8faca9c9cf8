import classes from './input.module.css'
import type { FieldProps } from './text-inputs'

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
