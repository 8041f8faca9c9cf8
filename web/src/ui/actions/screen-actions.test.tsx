import { IconPlus } from '@tabler/icons-react'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { PageHeader } from '../basics/page'
import { renderPages } from '../test-page'
import { screenActions } from './screen-actions'
import type { ScreenActions } from './types'

const run = vi.fn()
const csv = vi.fn()

const actions: ScreenActions = [
  { id: 'export', label: 'Exportar', icon: IconPlus, ways: [{ id: 'csv', label: 'CSV', icon: IconPlus, run: csv }] },
  { id: 'gone', label: 'Apagar', icon: IconPlus, isDisabled: true, shortcut: 'A', run },
  false,
  { id: 'new', label: 'Novo Produto', icon: IconPlus, isMain: true, shortcut: 'N', run },
]

beforeEach(() => run.mockClear())

it('gives each action its button, its key and its place in Ctrl+K', async () => {
  renderPages({ '/': <PageHeader title="Produtos" actions={actions} /> })
  await userEvent.click(screen.getByRole('button', { name: /Novo Produto/ }))
  await userEvent.keyboard('n')
  expect(run).toHaveBeenCalledTimes(2)
  expect(screenActions().map(({ label }) => label)).toEqual(['Exportar: CSV', 'Novo Produto'])
  screenActions()[0]?.run?.()
  expect(csv).toHaveBeenCalledOnce()
})

it('does nothing by the key of what cannot be done now', async () => {
  renderPages({ '/': <PageHeader title="Produtos" actions={actions} /> })
  await userEvent.keyboard('a')
  expect(run).not.toHaveBeenCalled()
})

it('keeps keys and Ctrl+K where the screen draws the buttons itself', async () => {
  renderPages({ '/': <PageHeader title="Produtos" actions={actions} areActionsElsewhere /> })
  expect(screen.queryByRole('button', { name: /Novo Produto/ })).not.toBeInTheDocument()
  await userEvent.keyboard('n')
  expect(run).toHaveBeenCalledOnce()
})

it('forgets them with their screen', () => {
  expect(screenActions()).toEqual([])
})
