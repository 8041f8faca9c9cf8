import { describe, expect, it } from 'vitest'
import { dayInFull, daysOf, daysOfMonth, isByMonth, monthInShort, periodInWords } from './period'

describe('a period', () => {
  it.each([
    ['hoje', '2026-11-27', '2026-11-27', '2026-11-27'],
    ['ontem', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['semana', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['semana', '2026-11-23', '2026-11-23', '2026-11-23'],
    ['mes', '2026-11-01', '2026-11-01', '2026-11-01'],
    ['ano', '2026-11-27', '2026-01-01', '2026-11-27'],
  ] as const)('%s on %s', (name, day, de, ate) => {
    expect(daysOf(name, day)).toEqual({ de, ate })
  })

  it('of a month is all of it', () => {
    expect(daysOfMonth('2028-02')).toEqual({ de: '2028-02-01', ate: '2028-02-29' })
  })

  it.each([
    ['2026-11-01', '2026-11-27', '1 a 27 de novembro de 2026'],
    ['2026-11-27', '2026-11-27', '27 de novembro de 2026'],
    ['2026-10-15', '2026-11-02', '15 de outubro a 2 de novembro de 2026'],
    ['2025-12-15', '2026-01-02', '15 de dezembro de 2025 a 2 de janeiro de 2026'],
  ])('from %s to %s in words', (de, ate, words) => {
    expect(periodInWords({ de, ate })).toBe(words)
  })

  it('says no year that is plain', () => {
    expect(periodInWords({ de: '2026-10-01', ate: '2026-10-27' }, '2026')).toBe('1 a 27 de outubro')
    expect(periodInWords({ de: '2025-11-01', ate: '2025-11-27' }, '2026')).toBe('1 a 27 de novembro de 2025')
  })

  it('is shown by month from 93 days on', () => {
    expect(isByMonth({ de: '2026-01-01', ate: '2026-04-02' })).toBe(false)
    expect(isByMonth({ de: '2026-01-01', ate: '2026-04-03' })).toBe(true)
  })
})

it('names days and months', () => {
  expect(dayInFull('2026-11-27')).toBe('sexta-feira, 27 de novembro de 2026')
  expect(monthInShort('2026-11-01')).toBe('nov')
})
