import { useForm } from '@mantine/form'
import { useId, useState } from 'react'

export type FieldSpec = {
  label: string
  required?: boolean
  /** How a value is shown where two versions are compared. Default: as it is. */
  show?: (value: unknown) => string
}

type Options<Values, Name extends string> = {
  initialValues: Values
  /** The record's version as the server named it (ETag); undefined for a new record. */
  version?: string
  fields: Readonly<Record<Name, FieldSpec>>
}

/**
 * What is typed into a record's form, which fields the server refused, and the version it all started from.
 * `Values` is plain data: compared by content, so that typing something back is no change.
 */
export function useRecordForm<Values extends Record<string, unknown>>(options: Options<Values, keyof Values & string>) {
  type Name = keyof Values & string
  const { fields } = options
  const form = useForm<Values>({ initialValues: options.initialValues })
  const [base, setBase] = useState(options.initialValues)
  const [version, setVersion] = useState(options.version)
  const formId = useId()
  const idOf = (field: string) => `${formId}-${field}`

  return {
    values: form.values,
    errors: form.errors as Readonly<Record<string, string>>,
    isDirty: form.isDirty(),
    /** The values that were loaded or last saved. */
    base,
    version,
    fields: fields as Readonly<Record<string, FieldSpec>>,
    /** The id of a field's control in the page. */
    idOf,
    /** Everything a control of ui needs: `<TextInput {...form.field('razao_social')} />`. */
    field: <N extends Name>(name: N) => {
      const { label, required = false } = fields[name]
      const error = form.errors[name] as string | undefined
      return {
        id: idOf(name),
        label,
        required,
        error,
        value: form.values[name],
        onChange: (value: Values[N]) => form.setFieldValue(name, value as never),
      }
    },
    /** The same for controls that report events. */
    textField: (name: Name) => {
      const { label, required = false } = fields[name]
      return {
        id: idOf(name),
        label,
        required,
        error: form.errors[name] as string | undefined,
        value: form.values[name] as string,
        onChange: (event: { currentTarget: { value: string } }) =>
          form.setFieldValue(name, event.currentTarget.value as never),
      }
    },
    setValues: (values: Partial<Values>) => {
      form.setValues(values)
      for (const name of Object.keys(values)) form.clearFieldError(name)
    },
    setErrors: (errors: Record<string, string>) => form.setErrors(errors),
    /** What the server holds now is the new start; what is typed stays. */
    rebase: (values: Values, newVersion: string | undefined) => {
      form.resetDirty(values)
      setBase(values)
      setVersion(newVersion)
    },
  }
}

export type RecordFormState<Values extends Record<string, unknown>> = ReturnType<typeof useRecordForm<Values>>
