import { expect, it } from 'vitest'
import { passedPercent, validityOf } from './validity'

const NOW = Date.parse('2026-11-21T15:00:00Z')
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

it.each([
  [365, 'valid', 365],
  [30, 'valid', 30],
  [29.99, 'warn', 29],
  [7, 'warn', 7],
  [6.99, 'press', 6],
  [0.5, 'press', 0],
  [0, 'ended', 0],
  [-1, 'ended', -1],
])('with %d days left it is %s', (left, kind, days) => expect(validityOf(inDays(left), NOW)).toEqual({ kind, days }))

it.each([
  [-50, 50, 50],
  [0, 100, 0],
  [-100, 0, 100],
  [-100, -1, 100],
  [1, 100, 0],
  [5, 5, 100],
])('from %d to %d days %d %% have passed', (from, to, percent) =>
  expect(passedPercent(inDays(from), inDays(to), NOW)).toBeCloseTo(percent),
)
