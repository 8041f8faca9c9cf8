import { describe, expect, it } from 'vitest'
import { monthLabel, monthTitle } from './months'
import { ticksFor, tickLabel } from './scale'

describe('the lines of the chart', () => {
  it.each([
    [8124.5, [0, 3000, 6000, 9000]],
    [9000, [0, 3000, 6000, 9000]],
    [86412.7, [0, 30000, 60000, 90000]],
    [99999999.99, [0, 40000000, 80000000, 120000000]],
    [0.75, [0, 0.25, 0.5, 0.75]],
    [6, [0, 2, 4, 6]],
    [0, [0]],
  ])('for %d', (highest, expected) => {
    const ticks = ticksFor(highest)
    expect(ticks).toEqual(expected)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
  })

  it('are named shortly', () => {
    expect([0, 3000, 1_500_000].map(tickLabel).map((text) => text.replace(/\s/g, ' '))).toEqual([
      '0',
      '3 mil',
      '1,5 mi',
    ])
  })
})

describe('a month', () => {
  it('has a long and a short name, in whatever time zone', () => {
    expect(monthTitle('2026-03')).toBe('Março de 2026')
    expect(monthLabel('2026-01')).toBe('jan')
  })
})
