import { expect, it } from 'vitest'
import { countOf, follow, missingOf, propose } from './installments'

const plan = (changes: object = {}) => ({ numero_parcelas: '2', from: '2026-11-20', total: '100.00', ...changes })

it.each([
  ['1', 1],
  ['120', 120],
  ['0', null],
  ['121', null],
  ['', null],
  ['2,5', null],
])('reads %j as a number of installments', (text, count) => expect(countOf(text)).toBe(count))

it('proposes nothing without a total, a day or a number', () => {
  expect(propose(plan({ total: '0.00' }))).toEqual([])
  expect(propose(plan({ total: '-1.00' }))).toEqual([])
  expect(propose(plan({ from: '31/02' }))).toEqual([])
  expect(propose(plan({ numero_parcelas: '' }))).toEqual([])
})

it('follows the total, the day and the number while nobody has touched them', () => {
  const before = plan()
  const after = plan({ total: '300.00', from: '2026-12-01' })
  expect(follow(propose(before), before, after)).toEqual(propose(after))
  expect(follow([], plan({ total: '0.00' }), after)).toEqual(propose(after))
})

it('leaves typed ones alone, unless there are to be more or fewer', () => {
  const typed = [{ vencimento: '2026-12-05', valor: '100.00' }]
  expect(follow(typed, plan(), plan({ total: '300.00' }))).toEqual(typed)
  const three = plan({ numero_parcelas: '3' })
  expect(follow(typed, plan(), three)).toEqual(propose(three))
  expect(follow(typed, plan(), plan({ numero_parcelas: '' }))).toEqual(typed)
})

it('says what is missing to the total', () => {
  const parcelas = propose(plan())
  expect(missingOf(parcelas, '100.00')).toBe('0.00')
  expect(missingOf(parcelas, '110.50')).toBe('10.50')
  expect(missingOf(parcelas, '99.00')).toBe('-1.00')
  expect(missingOf([{ vencimento: '', valor: 'x' }], '1.00')).toBeNull()
})
