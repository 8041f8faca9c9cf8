import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { marina, problem } from '@/testing'
import { startTestServer } from '../testing'
import { SignInAgain } from './sign-in-again'
import { save, showForm, typedName } from './testing'

const server = startTestServer()

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
  await userEvent.type(typedName(), 'Lajes Boa Vista')
  await save()
  return within(await screen.findByRole('dialog', { name: 'Sua sessão terminou' }))
}

describe('a session that ends while somebody types', () => {
  it('is taken up again over the page: the text stays and the save goes through', async () => {
    const saved = expireUntilSignIn(marina)
    showForm(<SignInAgain />)
    const dialog = await saveWithExpiredSession()
    expect(dialog.getByRole('textbox', { name: /E-mail/ })).toHaveValue('marina@example.com')
    await userEvent.type(dialog.getByLabelText(/Senha/, { selector: 'input' }), 'uma senha boa')
    await userEvent.click(dialog.getByRole('button', { name: 'Entrar' }))
    expect(await screen.findByText('Salvo')).toBeInTheDocument()
    expect(saved).toHaveBeenCalledOnce()
    expect(typedName()).toHaveValue('Lajes Boa Vista')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('fails the save when the dialog is closed, and asks again at the next try', async () => {
    expireUntilSignIn(marina)
    showForm(<SignInAgain />)
    const dialog = await saveWithExpiredSession()
    await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
    expect(await screen.findByText(/Entre de novo/)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await save()
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
    expect(typedName()).toHaveValue('Lajes Boa Vista')
  })

  it('loads the page anew for another account and repeats nothing', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { href: window.location.href, reload })
    const saved = expireUntilSignIn({ ...marina, user: { ...marina.user, id: 'u2' } })
    showForm(<SignInAgain />)
    const dialog = await saveWithExpiredSession()
    await userEvent.type(dialog.getByLabelText(/Senha/, { selector: 'input' }), 'outra senha')
    await userEvent.click(dialog.getByRole('button', { name: 'Entrar' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(saved).not.toHaveBeenCalled()
  })
})
