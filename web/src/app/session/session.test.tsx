import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { marina, problem } from '@/testing'
import { showApp, startTestServer } from '../testing'

const server = startTestServer()
const signedOut = () => problem(401, 'unauthenticated', 'Entre de novo.')

async function signIn() {
  await userEvent.type(await screen.findByRole('textbox', { name: /E-mail/ }), 'marina@example.com')
  await userEvent.type(screen.getByLabelText(/Senha/, { selector: 'input' }), 'uma senha boa')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
}

describe('the way in', () => {
  it('waits for the session, leads to the sign-in page and back to where one came from', async () => {
    server.use(
      http.get('*/api/session', async () => {
        await delay(50)
        return signedOut()
      }),
      http.post('*/api/auth/sign-in', () => HttpResponse.json(marina)),
    )
    const { address } = showApp('/app/people?search=ana')
    expect(await screen.findByText('Carregando Sessão...')).toBeInTheDocument()
    await screen.findByRole('heading', { name: 'Bem-vindo de volta!' })
    expect(address()).toBe('/app/login')
    await signIn()
    await screen.findByRole('heading', { name: 'Pessoas', level: 1 })
    expect(address()).toBe('/app/people?search=ana')
  })

  it('leads from the sign-in page to the dashboard who is signed in already', async () => {
    const { address } = showApp('/app/login')
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
    expect(address()).toMatch(/^\/app(\?|$)/)
  })

  it('sends unknown addresses to the landing page', async () => {
    const { address } = showApp('/app/nowhere')
    expect((await screen.findAllByRole('link', { name: /^Acessar/ })).map((link) => link.textContent)).toEqual([
      'Acessar Painel',
      'Acessar Sistema',
    ])
    expect(address()).toBe('/')
  })

  it('lets in as user without company when the session cannot be loaded, without a message', async () => {
    server.use(http.get('*/api/session', () => problem(500, 'internal', 'Quebrou.')))
    showApp('/app/users')
    expect(await screen.findByText('Acesso Negado')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Usuários' })).not.toBeInTheDocument()
    expect(screen.queryByText('Quebrou.')).not.toBeInTheDocument()
  })
})

describe('the way out', () => {
  it('ends the session and leads to the landing page', async () => {
    let ended = 0
    server.use(
      http.post('*/api/auth/sign-out', () => {
        ended += 1
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { address } = showApp('/app')
    await userEvent.click(await screen.findByRole('button', { name: 'Sair' }))
    await screen.findByRole('link', { name: 'Acessar Sistema' })
    await waitFor(() => expect(ended).toBe(1))
    expect(address()).toBe('/')
  })

  it('forgets the user even if the server reports an error, and says so', async () => {
    server.use(http.post('*/api/auth/sign-out', () => problem(500, 'internal', 'O servidor tropeçou.')))
    showApp('/app')
    await userEvent.click(await screen.findByRole('button', { name: 'Sair' }))
    expect(await screen.findByText('Sign out Failed')).toBeVisible()
    expect(screen.getByText('O servidor tropeçou.')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Acessar Sistema' }))
    expect(await screen.findByRole('heading', { name: 'Bem-vindo de volta!' })).toBeVisible()
  })
})
