import { fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useScanner } from './use-scanner'

function Field({ onScan, onEnter }: { onScan: (code: string) => void; onEnter: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useScanner(field, onScan)
  return (
    <input
      ref={field}
      aria-label="Produto"
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return
        onEnter(currentTarget.value)
        currentTarget.value = ''
      }}
    />
  )
}

/** Types into the field, with so many ms before a key: `2[400]*[200]LJ`. Without a number a reader's 5 ms. */
function type(input: HTMLInputElement, keys: string): void {
  let timeStamp = 10_000
  for (const [, gap, key = ''] of keys.matchAll(/(?:\[(\d+)\])?(.)/gsu)) {
    timeStamp += Number(gap ?? 5)
    const name = { '⏎': 'Enter', '↓': 'ArrowDown' }[key]
    const pressed = new KeyboardEvent('keydown', { key: name ?? key, bubbles: true, cancelable: true })
    Object.defineProperty(pressed, 'timeStamp', { value: timeStamp })
    if (fireEvent(input, pressed) && name === undefined) input.value += key
  }
}

it.each([
  ['all at once', '2*LJ-H08⏎'],
  ['by a hand, and the code by a reader', '2[400]*[500]LJ-H08⏎'],
  ['the star slowly and the reader soon after it', '2[400]*[200]LJ-H08⏎'],
  ['the digit slowly and the rest at once', '2[400]*LJ-H08⏎'],
  ['with a comma, key by key', '2[400],[400]5[400]*[200]LJ-H08⏎'],
  ['by a hand, code and all', '2[400]*[200]L[200]J[200]-[200]H[200]0[200]8[200]⏎'],
  ['by a reader that falters within the code', '2*LJ[500]-H0812345⏎'],
])('a quantity typed before a code stays with it: %s', (_, keys) => {
  const [onScan, onEnter] = [vi.fn(), vi.fn()]
  render(<Field onScan={onScan} onEnter={onEnter} />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Produto' })
  input.focus()
  type(input, keys)
  expect(onEnter.mock.calls).toEqual([[keys.replaceAll(/\[\d+\]|⏎/g, '')]])
  expect(onScan).not.toHaveBeenCalled()
  expect(input).toHaveValue('')
})

it.each(['laje[800]7891000101001⏎', 'laje[60]↓[60]7891000101001⏎'])(
  'a code scanned behind what a hand has begun to type is a code of its own: %s',
  (keys) => {
    const [onScan, onEnter] = [vi.fn(), vi.fn()]
    render(<Field onScan={onScan} onEnter={onEnter} />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Produto' })
    input.focus()
    type(input, keys)
    expect(onScan.mock.calls).toEqual([['7891000101001']])
    expect(onEnter).not.toHaveBeenCalled()
    expect(input).toHaveValue('laje')
  },
)
