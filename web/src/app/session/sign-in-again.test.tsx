import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { api, SessionProvider } from '@/api'
import { UiProvider } from '@/ui'
import { marina, problem } from '@/testing'
import { queryClient } from '../query-client'
import { startTestServer } from '../testing'
import { SignInAgain } from './sign-in-again'

const server = startTestServer()

/** A form whose saving needs a session. */
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

function show() {
  render(
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <SessionProvider value={marina}>
          <Form />
          <SignInAgain />
        </SessionProvider>
      </UiProvider>
    </QueryClientProvider>,
  )
}

function expireUntilSignIn(signedInAs: object) {
  let isSignedIn = false
  const saved = vi.fn()
  server.use(
    http.put('*/api/session/active-company', () => {
      if (!isSignedIn) return problem(401, 'unauthenticated', 'Entre de novo.')
      saved()
      return HttpResponse.json(marina)
    }),
    http.post('*/api/auth/sign-in', () => {
      isSignedIn = true
      return HttpResponse.json(signedInAs)
    }),
  )
  return saved
}

async function saveWithExpiredSession() {
  await userEvent.type(screen.getByRole('textbox', { name: 'Razão Social' }), 'Lajes Boa Vista')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  return within(await screen.findByRole('dialog', { name: 'Sua sessão terminou' }))
}

describe('a session that ends while somebody types', () => {
  it('is taken up again over the page: the text stays and the save goes through', async () => {
    const saved = expireUntilSignIn(marina)
    show()
    const dialog = await saveWithExpiredSession()
    expect(dialog.getByRole('textbox', { name: /E-mail/ })).toHaveValue('marina@example.com')
    await userEvent.type(dialog.getByLabelText(/Senha/, { selector: 'input' }), 'uma senha boa')
    await userEvent.click(dialog.getByRole('button', { name: 'Entrar' }))
    expect(await screen.findByText('Salvo')).toBeInTheDocument()
    expect(saved).toHaveBeenCalledOnce()
    expect(screen.getByLabelText('Razão Social')).toHaveValue('Lajes Boa Vista')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('fails the save when the dialog is closed, and asks again at the next try', async () => {
    expireUntilSignIn(marina)
    show()
    const dialog = await saveWithExpiredSession()
    await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
    expect(await screen.findByText(/Entre de novo/)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
    expect(screen.getByLabelText('Razão Social')).toHaveValue('Lajes Boa Vista')
  })

  it('loads the page anew for another account and repeats nothing', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { href: window.location.href, reload })
    const saved = expireUntilSignIn({ ...marina, user: { ...marina.user, id: 'u2' } })
    show()
    const dialog = await saveWithExpiredSession()
    await userEvent.type(dialog.getByLabelText(/Senha/, { selector: 'input' }), 'outra senha')
    await userEvent.click(dialog.getByRole('button', { name: 'Entrar' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(saved).not.toHaveBeenCalled()
  })
})
