import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { MemoryRouter } from 'react-router'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/api'
import { toast, UiProvider } from '@/ui'
import LoginPage from './login-page'

const options = (setup_code: boolean, more: object = {}) =>
  http.get('*/api/auth/sign-up', () =>
    HttpResponse.json({ open: true, first_account: false, setup_code, password_reset: false, ...more }),
  )
const server = setupServer(options(false))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  // Else the message of one test is still there in the next.
  toast.close()
})
afterAll(() => server.close())

const session = {
  user: { id: 'u1', email: 'marina@example.com', full_name: 'Marina' },
  role: 'user',
  active_company: null,
  default_company_id: null,
  second_factor_needed: false,
  recusado: { operador: [], gerente: [] },
}

function problem(status: number, body: object) {
  return HttpResponse.json({ type: 'about:blank', title: 'Título', status, request_id: 'r1', ...body }, { status })
}

function show() {
  const onSignedIn = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <MemoryRouter>
          <LoginPage onSignedIn={onSignedIn} />
        </MemoryRouter>
      </UiProvider>
    </QueryClientProvider>,
  )
  return {
    onSignedIn,
    email: screen.getByRole('textbox', { name: /E-mail/ }),
    password: screen.getByLabelText(/Senha/, { selector: 'input' }),
    submit: (name: string) => userEvent.click(screen.getByRole('button', { name })),
  }
}

describe('the sign-in page', () => {
  it('toggles between sign-in and registration and keeps what was typed', async () => {
    const { email } = show()
    expect(screen.getByRole('heading', { name: 'Bem-vindo de volta!' })).toBeVisible()
    await userEvent.type(email, 'marina@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Registre-se' }))
    expect(screen.getByRole('heading', { name: 'Crie sua conta' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Registrar' })).toBeEnabled()
    expect(email).toHaveValue('marina@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Faça login' }))
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeVisible()
  })

  it('greets an empty installation and makes its first account, with the cursor in the e-mail', async () => {
    server.use(options(false, { first_account: true }))
    const { email } = show()
    expect(email).toHaveFocus()
    await userEvent.type(email, 'marina@example.com')
    expect(await screen.findByRole('heading', { name: 'Boas-vindas ao Balcão!' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Registrar' })).toBeEnabled()
    expect(email).toHaveValue('marina@example.com')
    expect(email).toHaveFocus()
  })

  it('says how a forgotten password is reset, and who makes accounts where signing up is closed', async () => {
    server.use(options(false, { open: false, first_account: true }))
    show()
    await userEvent.click(screen.getByText('Esqueci minha senha'))
    expect(screen.getByText(/em Usuários, ele dá a você uma senha nova/)).toBeVisible()
    expect(await screen.findByText('Só quem administra o Balcão cria contas aqui. Peça a sua.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Bem-vindo de volta!' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Registre-se' })).not.toBeInTheDocument()
  })

  it('sends a link where the installation sends e-mail, and says the same whoever asks', async () => {
    let sent: unknown
    server.use(
      options(false, { password_reset: true }),
      http.post('*/api/auth/password-reset', async ({ request }) => {
        sent = await request.json()
        return new HttpResponse(null, { status: 204 })
      }),
    )
    show()
    const forgotten = screen.getByText('Esqueci minha senha').closest('details')!
    await userEvent.click(screen.getByText('Esqueci minha senha'))
    const field = await within(forgotten).findByRole('textbox', { name: /E-mail/ })
    await userEvent.type(field, 'marina@example.com')
    await userEvent.click(within(forgotten).getByRole('button', { name: 'Enviar o link' }))
    expect(await screen.findByText(/^Se marina@example.com tem conta aqui, o link chega/)).toBeVisible()
    expect(sent).toEqual({ email: 'marina@example.com' })
  })

  it('signs in, with the button disabled while it does', async () => {
    let sent: unknown
    server.use(
      http.post('*/api/auth/sign-in', async ({ request }) => {
        sent = await request.json()
        await delay(50)
        return HttpResponse.json(session)
      }),
    )
    const { email, password, submit, onSignedIn } = show()
    await userEvent.type(email, ' marina@example.com ')
    await userEvent.type(password, 'uma senha boa')
    await submit('Entrar')
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeDisabled()
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(session))
    expect(sent).toEqual({ email: 'marina@example.com', password: 'uma senha boa' })
  })

  it('says what is missing without asking the server', async () => {
    const { email, submit } = show()
    await submit('Entrar')
    expect(screen.getByText('Informe o e-mail.')).toBeVisible()
    expect(screen.getByText('Informe a senha.')).toBeVisible()
    expect(email).toHaveFocus()
    await userEvent.type(email, 'marina')
    await submit('Entrar')
    expect(screen.getByText(/E-mail inválido/)).toBeVisible()
  })

  it('shows a refused sign-in as a toast with the reason, and at the form', async () => {
    server.use(
      http.post('*/api/auth/sign-in', () =>
        problem(401, { code: 'unauthenticated', detail: 'E-mail ou senha não conferem.' }),
      ),
    )
    const { email, password, submit, onSignedIn } = show()
    await userEvent.type(email, 'marina@example.com')
    await userEvent.type(password, 'errada')
    await submit('Entrar')
    expect(await screen.findByText('Sign in Failed')).toBeVisible()
    expect(screen.getByText('E-mail ou senha não conferem.')).toBeVisible()
    expect(screen.getByText('Não foi possível entrar. E-mail ou senha não conferem.')).toBeVisible()
    expect(password).toHaveValue('errada')
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('shows a refused registration as a toast with the reason, and at the form until the next try', async () => {
    server.use(
      http.post('*/api/auth/sign-up', () =>
        problem(403, { code: 'forbidden', detail: 'O cadastro está fechado. Peça uma conta a um administrador.' }),
      ),
    )
    const { email, password, submit } = show()
    await userEvent.click(screen.getByRole('button', { name: 'Registre-se' }))
    await userEvent.type(email, 'marina@example.com')
    await userEvent.type(password, 'uma senha boa')
    await submit('Registrar')
    expect(await screen.findByText('Sign up Failed')).toBeVisible()
    expect(screen.getByText('O cadastro está fechado. Peça uma conta a um administrador.')).toBeVisible()
    const atForm = screen.getByText(/^Não foi possível criar a conta\. O cadastro está fechado/)
    await userEvent.clear(password)
    await submit('Registrar')
    expect(atForm).not.toBeInTheDocument()
  })

  it('says something when the server gave no reason', async () => {
    server.use(http.post('*/api/auth/sign-in', () => problem(500, { code: 'internal', detail: '' })))
    const { email, password, submit } = show()
    await userEvent.type(email, 'marina@example.com')
    await userEvent.type(password, 'x')
    await submit('Entrar')
    expect(await screen.findByText('Something went wrong')).toBeVisible()
    expect(screen.getByText('Não foi possível entrar.')).toBeVisible()
  })

  it('shows field errors of a registration at the fields, without a toast', async () => {
    const errors = [{ field: 'password', message: 'Use pelo menos 12 caracteres.' }]
    server.use(http.post('*/api/auth/sign-up', () => problem(422, { code: 'invalid', errors })))
    const { email, password, submit } = show()
    await userEvent.click(screen.getByRole('button', { name: 'Registre-se' }))
    await userEvent.type(email, 'marina@example.com')
    await userEvent.type(password, 'curta')
    await submit('Registrar')
    expect(await screen.findByText('Use pelo menos 12 caracteres.')).toBeVisible()
    expect(password).toHaveFocus()
    expect(screen.queryByText('Sign up Failed')).not.toBeInTheDocument()
  })

  it('asks the first account for the set-up code, where the server wants one', async () => {
    let sent: unknown
    server.use(
      options(true),
      http.post('*/api/auth/sign-up', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json(session, { status: 201 })
      }),
    )
    const { email, password, submit, onSignedIn } = show()
    expect(screen.queryByLabelText(/Código de instalação/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Registre-se' }))
    const code = await screen.findByRole('textbox', { name: /Código de instalação/ })
    await userEvent.type(email, 'marina@example.com')
    await userEvent.type(password, 'tijolo azul e areia')
    await userEvent.type(code, 'k7qf-m2xd-9plh')
    await submit('Registrar')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(session))
    expect(sent).toEqual({ email: 'marina@example.com', password: 'tijolo azul e areia', setup_code: 'k7qf-m2xd-9plh' })
    await userEvent.click(screen.getByRole('button', { name: 'Faça login' }))
    expect(screen.queryByLabelText(/Código de instalação/)).not.toBeInTheDocument()
  })

  it('shows the set-up code field to whom the server asks for it, also when it did not tell before', async () => {
    const errors = [{ field: 'setup_code', message: 'Digite o código de instalação.' }]
    server.use(
      http.get('*/api/auth/sign-up', () => problem(503, { code: 'unavailable' })),
      http.post('*/api/auth/sign-up', () => problem(422, { code: 'invalid', errors })),
    )
    const { email, password, submit } = show()
    await userEvent.click(screen.getByRole('button', { name: 'Registre-se' }))
    await userEvent.type(email, 'marina@example.com')
    await userEvent.type(password, 'tijolo azul e areia')
    await submit('Registrar')
    expect(await screen.findByRole('textbox', { name: /Código de instalação/ })).toBeVisible()
    expect(screen.getByText('Digite o código de instalação.')).toBeVisible()
  })

  describe('with a second factor', () => {
    const WRONG = 'O código não confere ou já foi usado.'
    function guarded() {
      const sent: unknown[] = []
      server.use(
        http.post('*/api/auth/sign-in', async ({ request }) => {
          const body = (await request.json()) as { code?: string }
          sent.push(body)
          if (body.code === undefined) return problem(403, { code: 'codigo_necessario', detail: 'Digite o código.' })
          if (body.code === '111222') return HttpResponse.json(session)
          return problem(422, { code: 'invalid', errors: [{ field: 'code', message: WRONG }] })
        }),
      )
      return sent
    }

    it('asks for the code after the password, at the cursor, and signs in with both', async () => {
      const sent = guarded()
      const { email, password, submit, onSignedIn } = show()
      await userEvent.type(email, 'marina@example.com')
      await userEvent.type(password, 'uma senha boa')
      await submit('Entrar')
      const code = await screen.findByRole('textbox', { name: /Código/ })
      expect(code).toHaveFocus()
      expect(code).toHaveAttribute('autocomplete', 'one-time-code')
      expect(screen.queryByText('Sign in Failed')).not.toBeInTheDocument()
      await submit('Entrar')
      expect(screen.getByText('Digite o código.')).toBeVisible()
      expect(sent).toHaveLength(1)
      await userEvent.type(code, '999999')
      await submit('Entrar')
      expect(await screen.findByText(WRONG)).toBeVisible()
      expect(code).toHaveFocus()
      await userEvent.clear(code)
      await userEvent.type(code, '111222')
      await submit('Entrar')
      await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(session))
      expect(sent.at(-1)).toEqual({ email: 'marina@example.com', password: 'uma senha boa', code: '111222' })
    })

    it('asks anew for who changes e-mail or password', async () => {
      const sent = guarded()
      const { email, password, submit } = show()
      await userEvent.type(email, 'marina@example.com')
      await userEvent.type(password, 'uma senha boa')
      await submit('Entrar')
      await userEvent.type(await screen.findByRole('textbox', { name: /Código/ }), '123')
      await userEvent.type(email, '.br')
      expect(screen.queryByRole('textbox', { name: /Código/ })).not.toBeInTheDocument()
      await submit('Entrar')
      expect(await screen.findByRole('textbox', { name: /Código/ })).toHaveValue('')
      expect(sent.at(-1)).toEqual({ email: 'marina@example.com.br', password: 'uma senha boa' })
    })
  })

  it('counts down when there were too many attempts', async () => {
    server.use(
      http.post('*/api/auth/sign-in', () => problem(429, { code: 'limited', detail: 'Espere.', retry_after: 2 })),
    )
    const { email, password, submit } = show()
    await userEvent.type(email, 'marina@example.com')
    await userEvent.type(password, 'x')
    await submit('Entrar')
    expect(await screen.findByText(/Tente de novo em 2 segundos/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeDisabled()
    expect(await screen.findByText(/Tente de novo em 1 segundo\./)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Entrar' })).toBeEnabled())
  })
})
