import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { EarlyPalette } from './early-palette'

const enter = vi.fn()

function Screen() {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  return (
    <>
      <input aria-label="Descrição" onKeyDown={(event) => event.key === 'k' && event.ctrlKey && setOpen(true)} />
      {isOpen && <EarlyPalette text={text} onType={setText} onEnter={enter} onClose={() => setOpen(false)} />}
    </>
  )
}

it('has the keys from the first one on, and gives the focus back', async () => {
  render(<Screen />)
  const field = screen.getByLabelText('Descrição')
  await userEvent.type(field, 'Laje')
  await userEvent.keyboard('{Control>}k{/Control}laje 02')
  expect(screen.getByRole('textbox', { name: 'Buscar ou ir para…' })).toHaveValue('laje 02')
  expect(field).toHaveValue('Laje')
  expect(enter).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(enter).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(field).toHaveFocus())
})
