import { useState } from 'react'
import { useFilledFields, useRecordForm } from '@/ui'
import { specsFor } from './person-values'
import type { PersonValues } from './person-values'

/** The form of a person, whose labels follow the type that is chosen in it, and what a CEP or SEFAZ filled of it. */
export function usePersonForm(initialValues: PersonValues, version: string | undefined) {
  const [type, setType] = useState(initialValues.pessoa_tipo)
  const form = useRecordForm<PersonValues>({ initialValues, version, fields: specsFor(type) })
  if (form.values.pessoa_tipo !== type) setType(form.values.pessoa_tipo)
  return { ...form, filled: useFilledFields(form) }
}
