import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { showScreens } from '@/testing'
import { Reminders } from './reminders'

const sentence = 'As regras fiscais são conhecidas até 31/12/2026.'
const dismissed = vi.fn()

function show(company = 'a', sentences = [sentence]) {
  cleanup()
  const element = <Reminders company={company} sentences={sentences} onDismissed={dismissed} />
  showScreens('/', [{ path: '/', element }])
}

beforeEach(() => localStorage.clear())

it('takes no focus, and stays away until tomorrow once it is put away, in that company alone', async () => {
  show()
  expect(screen.getByRole('region', { name: 'Lembretes' })).toHaveTextContent(sentence)
  expect(document.body).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Hoje não' }))
  expect(screen.queryByText(sentence)).not.toBeInTheDocument()
  expect(dismissed).toHaveBeenCalledOnce()
  show()
  expect(screen.queryByText(sentence)).not.toBeInTheDocument()
  show('b')
  expect(screen.getByText(sentence)).toBeVisible()
  localStorage.setItem('balcao-lembretes:a', '2026-01-01')
  show()
  expect(screen.getByText(sentence)).toBeVisible()
})

it('is not there without sentences', () => {
  show('a', [])
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
})
