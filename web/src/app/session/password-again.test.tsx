import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { done, marina, problem } from '@/testing'
import { startTestServer } from '../testing'
import { PasswordAgain } from './password-again'
import { save, showForm, typedName } from './testing'

const server = startTestServer()

const WRONG = 'A senha não confere. Digite a senha com que você entra.'

async function saveWithoutPassword() {
  let isGiven = false
  const saved = vi.fn()
  server.use(
    http.put('*/api/session/active-company', () => {
      if (!isGiven) return problem(403, 'senha_necessaria', 'Digite a senha com que você entra.')
      saved()
      return HttpResponse.json(marina)
    }),
    http.put('*/api/session/password', async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      isGiven = password === 'tijolo azul e areia'
      if (isGiven) return done()
      return problem(422, 'invalid', 'Corrija.', { errors: [{ field: 'password', message: WRONG }] })
    }),
  )
  showForm(<PasswordAgain />)
  await userEvent.type(typedName(), 'Lajes')
  await save()
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirme sua senha' }))
  return { dialog, saved, password: dialog.getByLabelText(/Senha/, { selector: 'input' }) }
}

it('is asked for over the page: the text stays and the save goes through by itself', async () => {
  const { dialog, password, saved } = await saveWithoutPassword()
  const goOn = () => userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  await waitFor(() => expect(password).toHaveFocus())
  await goOn()
  expect(screen.getByText('Digite a sua senha.')).toBeVisible()
  await userEvent.keyboard('errada')
  await goOn()
  expect(await screen.findByText(WRONG)).toBeVisible()
  expect(password).toHaveFocus()
  expect(saved).not.toHaveBeenCalled()
  await userEvent.clear(password)
  await userEvent.keyboard('tijolo azul e areia')
  await goOn()
  expect(await screen.findByText('Salvo')).toBeInTheDocument()
  expect(saved).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(typedName()).toHaveValue('Lajes')
})

it('can be left: nothing is saved, what was typed stays, and the next time it is asked for anew', async () => {
  const { dialog, password, saved } = await saveWithoutPassword()
  await userEvent.type(password, 'meia sen')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByText(/Digite a senha com que você entra/)).toBeInTheDocument()
  expect(saved).not.toHaveBeenCalled()
  expect(typedName()).toHaveValue('Lajes')
  await save()
  const again = within(await screen.findByRole('dialog', { name: 'Confirme sua senha' }))
  expect(again.getByLabelText(/Senha/, { selector: 'input' })).toHaveValue('')
})
