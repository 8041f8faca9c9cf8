import { expect, it } from 'vitest'
import { monthLabel, monthTitle } from './months'

it('names a month long and short, in whatever time zone', () => {
  expect(monthTitle('2026-03')).toBe('Março de 2026')
  expect(monthLabel('2026-01')).toBe('jan')
})
