import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '@/api'
import { useKnownRecord } from '@/ui'
import type { PersonFormState } from './person-fields'
import { findTwin } from './queries'

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

const WHOLE = /^(\d{11}|[\dA-Z]{12}\d{2})$/

/** Whoever has the document that one has just left; not the person `self`, whose form it is. */
export function useKnownPerson(form: PersonFormState, self?: string) {
  const queryClient = useQueryClient()
  return useKnownRecord(form.values.cpf_cnpj, async (document) =>
    WHOLE.test(document) ? queryClient.query(findTwin(document, self)) : undefined,
  )
}
