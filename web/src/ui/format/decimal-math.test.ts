import { describe, expect, it } from 'vitest'
import * as decimal from './decimal-math'

// With the cases of the server's decimal_test.cpp, so that the screen shows the totals that the server will compute.
describe('product', () => {
  it.each([
    [['1.005'], 2, 1, '1.01'],
    [['-1.005'], 2, 1, '-1.01'],
    [['1.0049'], 2, 1, '1.00'],
    [['-1.0049'], 2, 1, '-1.00'],
    [['0.005'], 2, 1, '0.01'],
    [['-0.005'], 2, 1, '-0.01'],
    [['-0.004'], 2, 1, '0.00'],
    [['186', '74.5000'], 2, 1, '13857.00'],
    [['3', '0.3333'], 2, 1, '1.00'],
    [['1000.00', '1.65'], 2, 100, '16.50'],
    [['0.50', '1.00'], 2, 100, '0.01'],
    [['99999999999.9999', '92.2337203680'], 2, 1, '9223372036799.99'],
    [['10.10', '18.5000'], 2, 100, '1.87'],
    [['1.5', '2'], 4, 1, '3.0000'],
  ])('of %j with %j places over %j is %j', (factors, places, divisor, product) =>
    expect(decimal.multiply(factors, places, divisor)).toBe(product),
  )
})

it('adds, subtracts and sums exactly, with the longer places', () => {
  expect(decimal.add('0.10', '0.20')).toBe('0.30')
  expect(decimal.add('1.5', '0.255')).toBe('1.755')
  expect(decimal.subtract('1', '1.01')).toBe('-0.01')
  expect(decimal.subtract('1.00', '1')).toBe('0.00')
  expect(decimal.sum(['13857.00', '5762.20', '4012.00', '2394.00'])).toBe('26025.20')
  expect(decimal.sum([])).toBe('0.00')
})

it('compares by value', () => {
  expect(decimal.compare('10', '9.99')).toBeGreaterThan(0)
  expect(decimal.compare('-10', '9.99')).toBeLessThan(0)
  expect(decimal.compare('1.50', '1.5')).toBe(0)
})

it('divides and rounds half away from zero', () => {
  expect(decimal.divide('25608.00', '3', 2)).toBe('8536.00')
  expect(decimal.divide('10', '3', 2)).toBe('3.33')
  expect(decimal.divide('-20', '3', 2)).toBe('-6.67')
  expect(decimal.divide('1', '-8', 2)).toBe('-0.13')
  expect(decimal.round('2.5', 0)).toBe('3')
  expect(decimal.round('-2.5', 0)).toBe('-3')
  expect(() => decimal.divide('1', '0.00', 2)).toThrow(RangeError)
})

it('refuses what is no decimal', () => {
  expect(() => decimal.add('1,5', '1')).toThrow(RangeError)
  expect(() => decimal.add('', '1')).toThrow(RangeError)
  expect(decimal.isDecimal('-1.50')).toBe(true)
  for (const text of ['', '1.', '.5', '1,5', '1e3', ' 1']) expect(decimal.isDecimal(text)).toBe(false)
})

describe('apportioning', () => {
  it.each([
    ['10.00', ['1.00', '1.00', '1.00'], ['3.34', '3.33', '3.33']],
    ['0.02', ['1.00', '1.00', '1.00'], ['0.01', '0.01', '0.00']],
    ['0.01', ['1.00', '3.00'], ['0.00', '0.01']],
    ['-10.00', ['1.00', '1.00', '1.00'], ['-3.34', '-3.33', '-3.33']],
    ['0.05', ['0.00', '33.33', '66.67'], ['0.00', '0.02', '0.03']],
    ['-0.05', ['0.00', '33.33', '66.67'], ['0.00', '-0.02', '-0.03']],
    ['5.00', ['0.00', '2.00'], ['0.00', '5.00']],
    ['0.00', ['1.00', '2.00'], ['0.00', '0.00']],
    ['1.00', ['0.5', '0.25', '0.25'], ['0.50', '0.25', '0.25']],
  ])('%j by %j gives %j', (total, weights, parts) => expect(decimal.apportion(total, weights)).toEqual(parts))

  it('loses no cent', () => {
    const weights = Array.from({ length: 37 }, (_, index) => `${(index * 7919) % 101}.${(index * 31) % 10}7`)
    for (const total of ['0.01', '0.36', '897.20', '123456789012.34']) {
      expect(decimal.sum(decimal.apportion(total, weights))).toBe(total)
    }
  })

  it('refuses weights that say nothing', () => {
    expect(() => decimal.apportion('1.00', ['0.00'])).toThrow(RangeError)
    expect(() => decimal.apportion('1.00', [])).toThrow(RangeError)
    expect(() => decimal.apportion('1.00', ['2.00', '-1.00'])).toThrow(RangeError)
  })
})
