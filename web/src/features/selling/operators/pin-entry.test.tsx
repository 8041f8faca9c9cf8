import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UiProvider } from '@/ui'
import { PinEntry } from './pin-entry'
import type { Operator } from './queries'

const ana: Operator = { user_id: 'u1', nome: 'Ana Prado', digitos: 4, gerente: false }
const bia: Operator = { user_id: 'u2', nome: 'Bianca Reis', digitos: 6, gerente: true }
const onPin = vi.fn<(who: Operator, pin: string) => Promise<void>>()

beforeEach(() => {
  onPin.mockReset().mockResolvedValue(undefined)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => vi.useRealTimers())

const show = (people: Operator[]) =>
  render(
    <UiProvider>
      <PinEntry people={people} onPin={onPin} />
    </UiProvider>,
  )
const pause = () => act(() => vi.advanceTimersByTimeAsync(200))
const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })

it('chooses by number and sends the PIN with its last digit', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  show([ana, bia])
  await waitFor(() => expect(screen.getByRole('button', { name: /Ana Prado/ })).toHaveFocus())
  await user.keyboard('2')
  expect(screen.getByRole('textbox', { name: 'PIN de Bianca Reis' })).toHaveFocus()
  type('2748')
  await pause()
  expect(onPin).not.toHaveBeenCalled()
  type('274813')
  await pause()
  expect(onPin).toHaveBeenCalledExactlyOnceWith(bia, '274813')
})

it('waits for the end of what is typed: a longer code is no PIN', async () => {
  show([ana])
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'PIN de Ana Prado' })).toHaveFocus())
  type('7891')
  type('78910')
  await pause()
  expect(onPin).not.toHaveBeenCalled()
})
