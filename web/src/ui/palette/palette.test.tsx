import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPages } from '../test-page'
import { Palette } from './palette'
import type { PaletteGroup } from './types'
import { usePaletteKey } from './use-palette-key'

const navigate = vi.fn()
const search = vi.fn((text: string) =>
  Promise.resolve([{ label: 'Empresas', items: [{ id: 'c1', label: `Serra Azul ${text}`, to: '/c1' }] }]),
)

beforeEach(() => {
  for (const each of [navigate, search]) each.mockClear() // a slow computer searches for what an earlier test typed
})

const groups: PaletteGroup[] = [
  { label: 'Abertos há pouco', isIdle: true, items: [{ id: 'r', label: 'Laje H12', to: '/r' }] },
  {
    label: 'Nesta tela',
    items: [
      { id: 'n', label: 'Novo orçamento', to: '/n' },
      { id: 'f', label: 'Preço de custo', isOnlyFound: true, to: '/f' },
    ],
  },
  {
    label: 'Ir para',
    items: [
      { id: 'p', label: 'Produtos', to: '/p' },
      { id: 'o', label: 'Orçamentos', to: '/o' },
    ],
  },
]

function Page() {
  const [isOpen, setOpen] = useState(false)
  usePaletteKey(() => setOpen(true))
  return (
    <>
      <input aria-label="Nome" />
      <Palette
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        groups={() => groups}
        search={search}
        onNavigate={navigate}
        nothingFound={(text) => `Nada com ${text}`}
      />
    </>
  )
}

async function open() {
  renderPages({ '/': <Page /> })
  await userEvent.click(screen.getByLabelText('Nome'))
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: 'Buscar ou ir para' })
}

it('opens from inside a field; Escape gives the focus back', async () => {
  await open()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveFocus())
})

it('has the focus before the next key, so that no letter goes into the field below', () => {
  renderPages({ '/': <Page /> })
  const below = screen.getByLabelText('Nome')
  below.focus()
  fireEvent.keyDown(below, { key: 'k', ctrlKey: true })
  expect(screen.getByRole('combobox', { name: 'Buscar ou ir para' })).toHaveFocus()
})

it('finds without accents; arrows and Enter go', async () => {
  const field = await open()
  await userEvent.type(field, 'orcam')
  expect(screen.getByRole('option', { name: 'Orçamentos' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.queryByRole('option', { name: 'Produtos' })).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/n')
})

it('opens what was typed and entered before it was there', async () => {
  const [go, close] = [vi.fn(), vi.fn()]
  const props = { isOpen: true, onClose: close, groups: () => groups, onNavigate: go, nothingFound: String }
  renderPages({ '/': <Palette {...props} initialText="orcam" isEntered /> })
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/o'))
  expect(close).toHaveBeenCalledOnce()
})

it('opens another tab by Ctrl+Enter and stays', async () => {
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
  await open()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(openTab).toHaveBeenCalledWith('/r', '_blank', 'noopener')
  expect(screen.getByRole('combobox')).toBeVisible()
})

it('shows what the server found', async () => {
  const field = await open()
  fireEvent.change(field, { target: { value: 'serra' } })
  expect(await screen.findByRole('option', { name: 'Serra Azul serra' })).toBeVisible()
  expect(search).toHaveBeenCalledOnce()
})

it('says when nothing is found, also when the search fails', async () => {
  search.mockRejectedValueOnce(new Error('down'))
  const field = await open()
  await userEvent.type(field, 'zzz')
  expect(await screen.findByText('Nada com zzz')).toBeVisible()
})

it('lists what was opened lately while nothing is typed, and fields only once they are', async () => {
  const field = await open()
  const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(labels()).toEqual(['Laje H12Enter', 'Novo orçamento', 'Produtos', 'Orçamentos'])
  search.mockResolvedValue([])
  await userEvent.type(field, 'pre')
  expect(labels()).toEqual(['Preço de custoEnter'])
})

it('puts what begins with the text before what only holds it', async () => {
  const field = await open()
  await userEvent.type(field, 'or')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'OrçamentosEnter',
    'Novo orçamento',
  ])
})

it('puts the exact record first; Enter right behind a number waits for it', async () => {
  search.mockImplementation((text) =>
    Promise.resolve([
      { label: 'Produtos', items: [{ id: 'x', label: `Bloco ${text}`, to: '/x' }] },
      { label: 'Número exato', isExact: true, items: [{ id: 'e', label: `Orçamento ${text}`, to: '/e' }] },
    ]),
  )
  navigate.mockClear()
  const field = await open()
  await userEvent.type(field, '201{Enter}')
  expect(navigate).not.toHaveBeenCalled()
  await waitFor(() => expect(navigate).toHaveBeenCalledExactlyOnceWith('/e'))
})
