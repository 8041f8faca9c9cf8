import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { api, SessionProvider } from '@/api'
import { UiProvider } from '@/ui'
import { marina } from '@/testing'
import { queryClient } from '../query-client'

function Form() {
  const [result, setResult] = useState('')
  const save = () =>
    api
      .put('/api/session/active-company', { body: { company_id: 'a' } })
      .then(() => setResult('Salvo'))
      .catch((error: unknown) => setResult(String(error)))
  return (
    <>
      <input aria-label="Razão Social" />
      <button type="button" onClick={() => void save()}>
        Salvar
      </button>
      <output>{result}</output>
    </>
  )
}

/** A form whose saving waits for this dialog. */
export function showForm(dialog: ReactNode) {
  render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <SessionProvider value={marina}>
          <Form />
          {dialog}
        </SessionProvider>
      </UiProvider>
    </QueryClientProvider>,
  )
}

export const typedName = () => screen.getByLabelText('Razão Social')
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
