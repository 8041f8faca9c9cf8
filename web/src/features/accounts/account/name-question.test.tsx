import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { problem, showScreens, startServer, tagged } from '@/testing'
import { NameQuestion } from './name-question'

const account = { id: 'u1', full_name: 'Ana Paula', email: 'ana@example.com' }
const { server, calls } = startServer(http.put('*/api/account', () => tagged(account)))
const show = (full_name: string) => {
  const user = { id: 'u1', full_name, email: 'ana@example.com' }
  return showScreens('/app', [{ path: '/app', element: <NameQuestion /> }], { user })
}
const title = () => screen.queryByRole('heading', { name: 'Como você se chama?' })

beforeEach(() => localStorage.clear())

it('asks nobody who has a name', () => {
  show('Ana Paula')
  expect(title()).not.toBeInTheDocument()
})

it('asks whoever signed up for a name, and keeps it', async () => {
  show('Novo usuário')
  expect(title()).toBeVisible()
  await userEvent.type(screen.getByLabelText('Nome'), 'Ana Paula{Enter}')
  await waitFor(() => expect(title()).not.toBeInTheDocument())
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', '/api/account', JSON.stringify({ full_name: 'Ana Paula' })],
  ])
})

it('says that nothing was typed, or what is wrong with it, at the field', async () => {
  const errors = [{ field: 'full_name', message: 'Digite no máximo 120 caracteres.' }]
  server.use(http.put('*/api/account', () => problem(422, 'invalid', 'Confira.', { errors })))
  show('Novo usuário')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar meu nome' }))
  expect(screen.getByLabelText('Nome')).toHaveAccessibleDescription('Digite o seu nome, ou escolha Agora não.')
  expect(screen.getByLabelText('Nome')).toHaveFocus()
  await userEvent.type(screen.getByLabelText('Nome'), 'Ana{Enter}')
  await waitFor(() =>
    expect(screen.getByLabelText('Nome')).toHaveAccessibleDescription('Digite no máximo 120 caracteres.'),
  )
})

it('asks once', async () => {
  show('Novo usuário')
  await userEvent.click(screen.getByRole('button', { name: 'Agora não' }))
  expect(title()).not.toBeInTheDocument()
  show('Novo usuário')
  expect(title()).not.toBeInTheDocument()
})
