import { useState } from 'react'
import { ApiProblem } from '@/api'
import type { PersonFormState } from './person-fields'

/** Somebody else's record with the document that was just refused, as long as that document stands in the form. */
export function useExistingPerson(form: PersonFormState) {
  const [found, setFound] = useState<{ id: string; cpf_cnpj: string } | null>(null)
  return {
    existingId: form.errors.cpf_cnpj && found?.cpf_cnpj === form.values.cpf_cnpj ? found.id : null,
    /** Called with whatever saving threw. */
    note: (error: unknown) => {
      const id = error instanceof ApiProblem ? error.existingId : undefined
      setFound(id === undefined ? null : { id, cpf_cnpj: form.values.cpf_cnpj })
    },
  }
}
