import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPages } from '../test-page'
import { toast } from './toast-store'

beforeEach(() => {
  vi.useFakeTimers()
  renderPages({ '/': <main /> })
})
afterEach(() => {
  act(() => toast.close())
  vi.useRealTimers()
})

const show = (what: () => void) => {
  act(what)
}
const wait = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

it('shows one message at a time, the newest', () => {
  show(() => toast.success('Sucesso!', 'Empresa criada com sucesso.'))
  show(() => toast.error('Erro ao salvar', 'Sem resposta.'))
  expect(screen.queryByText('Sucesso!')).not.toBeInTheDocument()
  expect(screen.getByText('Erro ao salvar')).toBeVisible()
})

it('closes itself after 5000 ms', () => {
  show(() => toast.success('Sucesso!'))
  wait(4999)
  expect(screen.getByText('Sucesso!')).toBeVisible()
  wait(1)
  expect(screen.queryByText('Sucesso!')).not.toBeInTheDocument()
})

it('starts the time anew for the newest', () => {
  show(() => toast.success('Um'))
  wait(4000)
  show(() => toast.success('Dois'))
  wait(4999)
  expect(screen.getByText('Dois')).toBeVisible()
})

it('stays when its time is infinite', () => {
  show(() => toast.info('Fica', undefined, { duration: Infinity }))
  wait(60_000)
  expect(screen.getByText('Fica')).toBeVisible()
})

it('announces errors as alerts', () => {
  show(() => toast.error('Erro no upload'))
  expect(screen.getByRole('alert')).toHaveTextContent('Erro no upload')
})

it('does its action once and goes', () => {
  const undo = vi.fn()
  show(() => toast.success('Empresa desativada.', undefined, { action: { label: 'Desfazer', onClick: undo } }))
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Empresa desativada.')).not.toBeInTheDocument()
})

it.each([
  [49, true],
  [50, false],
  [-50, false],
])('swiped by %i px it stays: %s', (distance, stays) => {
  show(() => toast.success('Sucesso!'))
  const title = screen.getByText('Sucesso!')
  fireEvent.pointerDown(title, { clientX: 200 })
  fireEvent.pointerMove(title, { clientX: 200 + distance })
  fireEvent.pointerUp(title)
  expect(screen.queryByText('Sucesso!') !== null).toBe(stays)
})
