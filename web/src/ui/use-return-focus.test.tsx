import { IconPencil } from '@tabler/icons-react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from './basics/button'
import { Dialog } from './dialog/dialog'
import { MenuButton } from './list/menu-button'
import { renderPages } from './test-page'
import { useReturnFocus } from './use-return-focus'

type Opening = 'closed' | 'loading' | 'open'

/** Dialogs that are mounted anew for each opening, from a button and from an item of a menu. */
function Screen() {
  const [opening, setOpening] = useState<Opening>('closed')
  const close = () => setOpening('closed')
  return (
    <>
      <Button onClick={() => setOpening('open')}>Novo</Button>
      <Button onClick={() => setOpening('loading')}>Carregar</Button>
      <MenuButton
        label="Mais"
        actions={[{ id: 'edit', label: 'Editar', icon: IconPencil, run: () => setOpening('open') }]}
      />
      {opening === 'loading' && (
        <Dialog opened onClose={close} title="Carregando">
          <Button onClick={() => setOpening('open')}>Pronto</Button>
        </Dialog>
      )}
      {opening === 'open' && <Dialog opened onClose={close} title="Aberto" />}
    </>
  )
}

/** Opens at Enter in a field, as the field of a counter does; the browser then presses the key at what has the focus by then. */
function ByKey({ onPressed }: { onPressed: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <input aria-label="Código" onKeyDown={({ key }) => key === 'Enter' && setOpen(true)} />
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Aberto">
        <Button isFirst onClick={onPressed}>
          Sim
        </Button>
      </Dialog>
    </>
  )
}

function Opened() {
  useReturnFocus(true)
  return null
}

const button = (name: string) => screen.getByRole('button', { name })
const isShown = async (title: string) => {
  await screen.findByRole('dialog', { name: title })
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement))
}

it('goes back to the button that opened', async () => {
  renderPages({ '/': <Screen /> })
  await userEvent.click(button('Novo'))
  await isShown('Aberto')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button('Novo')).toHaveFocus())
})

it('goes back to the button of the menu whose item opened', async () => {
  renderPages({ '/': <Screen /> })
  await userEvent.click(button('Mais'))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
  await isShown('Aberto')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button('Mais')).toHaveFocus())
})

it('goes back to the button from a dialog that took the place of another', async () => {
  renderPages({ '/': <Screen /> })
  await userEvent.click(button('Carregar'))
  await isShown('Carregando')
  await userEvent.click(button('Pronto'))
  await isShown('Aberto')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(button('Carregar')).toHaveFocus())
})

it('neither presses nor types anything with the key that opened it, however long it is held', async () => {
  const onPressed = vi.fn()
  renderPages({ '/': <ByKey onPressed={onPressed} /> })
  await userEvent.click(screen.getByLabelText('Código'))
  await userEvent.keyboard('{Enter>5/}')
  expect(button('Sim')).toHaveFocus()
  expect(onPressed).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onPressed).toHaveBeenCalledTimes(1)
})

it('has the focus before the next key', async () => {
  renderPages({ '/': <Screen /> })
  button('Novo').click()
  await Promise.resolve()
  expect(screen.getByRole('dialog', { name: 'Aberto' })).toContainElement(document.activeElement as HTMLElement)
})

it('does not mind that the page is gone by then', () => {
  vi.useFakeTimers()
  const { unmount } = render(<Opened />)
  unmount()
  vi.stubGlobal('document', undefined)
  expect(vi.getTimerCount()).toBe(1)
  expect(() => vi.runAllTimers()).not.toThrow()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
