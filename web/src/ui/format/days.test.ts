import { expect, it } from 'vitest'
import { periodNamed, periodOf, plusDays, today } from './days'

it.each([
  ['2026-11-21', 30, '2026-12-21'],
  ['2024-01-31', 30, '2024-03-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-11-21', 0, '2026-11-21'],
  ['', 3, ''],
  ['31/02/2026', 3, ''],
])('%s and %i days is %s', (day, days, result) => expect(plusDays(day, days)).toBe(result))

it('is the day here, also in the evening', () => {
  expect(today(new Date(2026, 10, 21, 23, 59))).toBe('2026-11-21')
})

// A Saturday.
it.each([
  ['hoje', '2026-11-21', '2026-11-21'],
  ['semana', '2026-11-16', '2026-11-22'],
  ['mes', '2026-11-01', '2026-11-30'],
  ['mes_passado', '2026-10-01', '2026-10-31'],
] as const)('%s is %s to %s', (name, de, ate) => {
  expect(periodOf(name, '2026-11-21')).toEqual({ de, ate })
  expect(periodNamed({ de, ate }, '2026-11-21')).toBe(name)
})

it('knows the month before January, and the week of a Sunday', () => {
  expect(periodOf('mes_passado', '2027-01-15')).toEqual({ de: '2026-12-01', ate: '2026-12-31' })
  expect(periodOf('semana', '2026-11-22')).toEqual({ de: '2026-11-16', ate: '2026-11-22' })
  expect(periodNamed({ de: '2026-11-02', ate: '' }, '2026-11-21')).toBeNull()
})
