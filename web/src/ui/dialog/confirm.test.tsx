import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderPages } from '../test-page'
import { confirm } from './confirm-store'
import type { Question } from './confirm-store'

const QUESTION: Question = { title: 'Excluir empresa', text: 'Tem certeza?', confirmLabel: 'Excluir empresa' }

async function ask(question: Question = QUESTION) {
  renderPages({ '/': <main /> })
  let answer: Promise<boolean> | undefined
  act(() => {
    answer = confirm(question)
  })
  await screen.findByRole('dialog', { name: question.title })
  return { answer }
}

it('resolves to true when agreed', async () => {
  const { answer } = await ask()
  await userEvent.click(screen.getByRole('button', { name: 'Excluir empresa' }))
  await expect(answer).resolves.toBe(true)
})

it.each(['Cancelar', 'Fechar'])('resolves to false by %s', async (name) => {
  const { answer } = await ask()
  await userEvent.click(screen.getByRole('button', { name }))
  await expect(answer).resolves.toBe(false)
})

it('resolves to false by Escape', async () => {
  const { answer } = await ask()
  await userEvent.keyboard('{Escape}')
  await expect(answer).resolves.toBe(false)
})

it('waits for the word, whatever its case', async () => {
  const { answer } = await ask({ ...QUESTION, typeToConfirm: 'EXCLUIR' })
  const button = screen.getByRole('button', { name: 'Excluir empresa' })
  expect(button).toBeDisabled()
  const field = screen.getByLabelText('Para confirmar, digite EXCLUIR')
  await userEvent.type(field, 'exclui{Enter}')
  expect(button).toBeDisabled()
  await userEvent.type(field, 'r{Enter}')
  await expect(answer).resolves.toBe(true)
})

it('answers an earlier question with no when a second is asked', async () => {
  const { answer } = await ask()
  let second: Promise<boolean> | undefined
  act(() => {
    second = confirm({ ...QUESTION, title: 'Outra pergunta' })
  })
  await expect(answer).resolves.toBe(false)
  await screen.findByRole('dialog', { name: 'Outra pergunta' })
  await userEvent.keyboard('{Escape}')
  await expect(second).resolves.toBe(false)
})
