import { act, renderHook } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { lateParts } from './use-late-parts'

/** A view whose late part is one word. */
function showWith(bring: () => Promise<string>) {
  const [useParts, useLoadParts] = lateParts(bring)
  return renderHook(
    ({ isNeeded }) => {
      useLoadParts(isNeeded)
      return useParts()
    },
    { initialProps: { isNeeded: false } },
  )
}

it('does not bring a part that nobody asks for yet', async () => {
  const bring = vi.fn(() => Promise.resolve('parte'))
  const { result } = showWith(bring)
  await act(() => Promise.resolve())
  expect(bring).not.toHaveBeenCalled()
  expect(result.current).toBeNull()
})

it('brings it once, with the first key', async () => {
  const bring = vi.fn(() => Promise.resolve('parte'))
  const { result } = showWith(bring)
  await userEvent.keyboard('ab')
  expect(result.current).toBe('parte')
  expect(bring).toHaveBeenCalledOnce()
})

it('brings it at once when it is needed, without any key', async () => {
  const { result, rerender } = showWith(() => Promise.resolve('parte'))
  rerender({ isNeeded: true })
  await vi.waitFor(() => expect(result.current).toBe('parte'))
})

it('asks again until it has come', async () => {
  vi.useFakeTimers()
  try {
    const bring = vi.fn<() => Promise<string>>()
    bring.mockRejectedValueOnce(new Error('sem linha')).mockResolvedValueOnce('parte')
    const { result } = showWith(bring)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(result.current).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(result.current).toBe('parte')
  } finally {
    vi.useRealTimers()
  }
})
