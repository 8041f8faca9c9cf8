import { describe, expect, it } from 'vitest'
import { cashOf, COINS, isCount, NOTES, piecesOf, worthOf } from './denominations'

const drawer = {
  ...{ '200.00': '1', '100.00': '5', '50.00': '9', '20.00': '14', '10.00': '13', '5.00': '11', '2.00': '16' },
  ...{ '1.00': '14', '0.50': '15', '0.25': '10', '0.10': '12', '0.05': '8' },
}

describe('the cash in a drawer', () => {
  it('is the sum of its pieces, to the cent', () => {
    expect(cashOf(drawer)).toBe('1672.60')
    expect([piecesOf(NOTES, drawer), piecesOf(COINS, drawer)]).toEqual([69, 59])
    expect(cashOf({})).toBe('0.00')
    expect(cashOf({ '0.05': '3', '0.10': '1' })).toBe('0.25')
  })

  it.each([
    ['', true],
    ['0', true],
    [' 12 ', true],
    ['abc', false],
    ['-1', false],
    ['1,5', false],
    ['1234567', false],
  ])('counts %j pieces: %s', (typed, is) => {
    expect(isCount(typed)).toBe(is)
    const tens = NOTES.find(({ id }) => id === '10.00')
    expect(tens && worthOf(tens, { '10.00': typed })).toBe(typed.trim() === '12' ? '120.00' : '0.00')
  })
})
