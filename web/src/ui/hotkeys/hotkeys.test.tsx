import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPages } from '../test-page'
import { useHotkeys } from './hotkeys'

const onNew = vi.fn()
const onSave = vi.fn()

function Screen() {
  useHotkeys([
    { key: 'n', label: 'Nova Empresa', run: onNew },
    { key: 'Ctrl+Enter', label: 'Salvar', run: onSave },
  ])
  return <input aria-label="Nome" />
}

beforeEach(() => {
  onNew.mockClear()
  onSave.mockClear()
  renderPages({ '/': <Screen /> })
})

it('acts on its key, with Caps Lock too', async () => {
  await userEvent.keyboard('n')
  fireEvent.keyDown(document.body, { key: 'N' })
  expect(onNew).toHaveBeenCalledTimes(2)
})

it('never acts while one types', async () => {
  await userEvent.type(screen.getByLabelText('Nome'), 'nnn')
  expect(onNew).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Nome')).toHaveValue('nnn')
})

it.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }])('never acts with %o', (modifier) => {
  fireEvent.keyDown(document.body, { key: 'n', ...modifier })
  expect(onNew).not.toHaveBeenCalled()
})

it('acts inside fields when the key has Ctrl', async () => {
  await userEvent.click(screen.getByLabelText('Nome'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSave).toHaveBeenCalledOnce()
})

it('lists all keys by ?, and leaves the keyboard to the dialog', async () => {
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Teclas desta tela' })).toHaveTextContent('Nova Empresa')
  await userEvent.keyboard('n')
  expect(onNew).not.toHaveBeenCalled()
})

function Outer({ children, label = 'Vender' }: { children?: ReactNode; label?: string }) {
  useHotkeys([{ key: 'F2', label, run: onSave }])
  return children
}
function Inner() {
  useHotkeys([{ key: 'F2', label: 'Produto', run: onNew }])
  return null
}

it.each<[string, () => void]>([
  ['both come at once', () => renderPages({ '/': <Outer children={<Inner />} /> })],
  [
    'the inner one comes later',
    () => {
      const { rerender } = render(<Outer />)
      rerender(<Outer children={<Inner />} />)
    },
  ],
  [
    'the outer one is registered anew',
    () => {
      const { rerender } = render(<Outer children={<Inner />} />)
      rerender(<Outer label="Vender agora" children={<Inner />} />)
    },
  ],
])('gives a key to the screen and not to the frame around it when %s', async (_, show) => {
  show()
  await userEvent.keyboard('{F2}')
  expect(onNew).toHaveBeenCalledOnce()
  expect(onSave).not.toHaveBeenCalled()
})
