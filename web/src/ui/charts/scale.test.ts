import { describe, expect, it } from 'vitest'
import { labelStep, spread, ticksFor, tickLabel } from './scale'

describe('the lines of a chart', () => {
  it.each([
    [8124.5, 0, [0, 3000, 6000, 9000]],
    [9000, 0, [0, 3000, 6000, 9000]],
    [86412.7, 0, [0, 30000, 60000, 90000]],
    [99999999.99, 0, [0, 40000000, 80000000, 120000000]],
    [0.75, 0, [0, 0.25, 0.5, 0.75]],
    [0.3, 0, [0, 0.1, 0.2, 0.3]],
    [6, 0, [0, 2, 4, 6]],
    [0.01, 0, [0, 0.004, 0.008, 0.012]],
    [0, 0, [0]],
    [NaN, 0, [0]],
    // More was returned than sold.
    [0, -250, [-300, -200, -100, 0]],
    [900, -250, [-400, 0, 400, 800, 1200]],
  ])('from %d and %d', (highest, lowest, expected) => {
    expect(ticksFor(highest, lowest)).toEqual(expected)
  })

  it('are round and hold every value, whatever it is', () => {
    for (let highest = 0.01; highest < 1e9; highest *= 1.37)
      for (const lowest of [0, -highest / 3, -highest * 7]) {
        const ticks = ticksFor(highest, lowest)
        expect(ticks[0]).toBeLessThanOrEqual(lowest)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
        expect(ticks).toContain(0)
        expect(ticks.length).toBeLessThanOrEqual(6)
        for (const tick of ticks) expect(Number(tick.toPrecision(3))).toBe(tick)
      }
  })

  it('are named shortly', () => {
    expect([0, 3000, 1_500_000, -300].map(tickLabel).map((text) => text.replace(/\s/g, ' '))).toEqual([
      '0',
      '3 mil',
      '1,5 mi',
      '-300',
    ])
  })
})

it('leaves labels out that have no room', () => {
  expect([labelStep(40, 20), labelStep(30, 20.1), labelStep(12, 20), labelStep(2, 26), labelStep(0.1, 26)]).toEqual([
    ...[1, 1, 2, 14],
    260,
  ])
})

it('moves the names of lines apart that end at one place', () => {
  expect(spread([10, 90, 12], 15, 100)).toEqual([10, 90, 25])
  expect(spread([98, 99, 97], 15, 100)).toEqual([85, 100, 70])
})
