import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, it } from 'vitest'
import { done, problem, showScreens, startServer } from '@/testing'
import NewPasswordPage from './new-password-page'

const { server, calls } = startServer(http.put('*/api/auth/password', () => done()))

function open(address: string) {
  return showScreens(address, [
    { path: '/app/new-password', element: <NewPasswordPage /> },
    { path: '*', element: null },
  ])
}
const save = async (password: string) => {
  await userEvent.type(screen.getByLabelText(/Senha nova/, { selector: 'input' }), password)
  await userEvent.click(screen.getByRole('button', { name: 'Salvar senha' }))
}

it('saves the password with the token after the #, and leads to the way in', async () => {
  const { address } = open('/app/new-password#abc')
  await save('laje e vigota na chuva')
  expect(await screen.findByText('Senha trocada!')).toBeVisible()
  expect(address()).toBe('/app/login')
  expect(JSON.parse(calls[0]!.body)).toEqual({ token: 'abc', password: 'laje e vigota na chuva' })
})

it('says at the field what is wrong with a password, and below it what is wrong with the link', async () => {
  const errors = [{ field: 'password', message: 'Use pelo menos 12 caracteres.' }]
  server.use(http.put('*/api/auth/password', () => problem(422, 'invalid', 'Confira o campo.', { errors })))
  const { address } = open('/app/new-password#abc')
  await save('curta')
  expect(await screen.findByText('Use pelo menos 12 caracteres.')).toBeVisible()
  const sentence = 'Este link não vale mais: já foi usado ou passou do tempo.'
  server.use(http.put('*/api/auth/password', () => problem(422, 'invalid', sentence)))
  await save(' e mais longa')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(address()).toContain('/app/new-password')
})

it('saves nothing without a token', () => {
  open('/app/new-password')
  expect(screen.getByText(/^O link está incompleto/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Salvar senha' })).toBeDisabled()
})
