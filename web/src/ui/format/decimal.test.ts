import { describe, expect, it } from 'vitest'
import { formatDecimal, formatMoney, parseDecimal } from './decimal'

describe('a typed number', () => {
  it.each([
    ['12', '12.0000'],
    ['1234,5', '1234.5000'],
    ['1.234,50', '1234.5000'],
    ['1234.5', '1234.5000'],
    ['R$ 1.234,50', '1234.5000'],
    ['R$\u00a01.234,50', '1234.5000'],
    ['r$1234,50', '1234.5000'],
    ['1.234', '1234.0000'],
    ['1.234.567', '1234567.0000'],
    ['1,234', '1.2340'],
    ['1,234.56', '1234.5600'],
    ['1,234,567', '1234567.0000'],
    ['1,234,567.8', '1234567.8000'],
    ['1.234.567,89', '1234567.8900'],
    ['0.500', '0.5000'],
    ['0,500', '0.5000'],
    ['1234.500', '1234.5000'],
    ['74.5000000000', '74.5000'],
    ['10,', '10.0000'],
    [',5', '0.5000'],
    ['.5', '0.5000'],
    ['007', '7.0000'],
    [' 12 345,6 ', '12345.6000'],
    ['-1,5', '-1.5000'],
    ['−1,5', '-1.5000'],
    ['-0', '0.0000'],
  ])('%j is %j with four places', (text, value) => expect(parseDecimal(text, 4)).toBe(value))

  it.each([
    '',
    ' ',
    'abc',
    '12a',
    '1e3',
    '12,34567',
    '12.34.56',
    '1.23,4.5',
    '12.34,56',
    '1234.567,8',
    '1,2,3',
    '1,234.567.890',
    '1.234,567,890',
    '012.345,6',
    '.',
    ',',
    '--1',
    '1-',
    'R$',
    '999999999999999',
  ])('%j is none with four places', (text) => expect(parseDecimal(text, 4)).toBeNull())

  it('has as many places as asked for', () => {
    expect(parseDecimal('1,5', 2)).toBe('1.50')
    expect(parseDecimal('3', 0)).toBe('3')
    expect(parseDecimal('3,5', 0)).toBeNull()
    expect(parseDecimal('1,234', 2)).toBeNull()
    expect(parseDecimal('1.234', 2)).toBe('1234.00')
  })
})

describe('a shown number', () => {
  it.each([
    ['1234.50', 2, undefined, '1.234,50'],
    ['12.5000', 2, undefined, '12,50'],
    ['12.3456', 2, undefined, '12,3456'],
    ['12.3456', 2, 2, '12,35'],
    ['12.3450', 0, 4, '12,345'],
    ['12.0000', 0, undefined, '12'],
    ['1234567', 0, undefined, '1.234.567'],
    ['-1234.5', 2, undefined, '-1.234,50'],
    ['', 2, undefined, ''],
    ['12x', 2, undefined, '12x'],
  ])('%j with %j to %j places is %j', (value, min, max, text) => expect(formatDecimal(value, min, max)).toBe(text))

  it('is money with its sign and a space that does not break', () => {
    expect(formatMoney('1234.50')).toBe('R$\u00a01.234,50')
    expect(formatMoney('-0.07')).toBe('-R$\u00a00,07')
    expect(formatMoney(null)).toBe('')
  })
})

it('reads back every number it shows', () => {
  let seed = 20261121n
  const next = (below: bigint) => {
    seed = (seed * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    return (seed >> 20n) % below
  }
  for (let round = 0; round < 3000; round++) {
    const places = Number(next(5n))
    const size = next(10n ** (next(15n - BigInt(places)) + 1n))
    const digits = size.toString().padStart(places + 1, '0')
    const number = places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits
    const value = size > 0n && next(2n) ? `-${number}` : number
    for (let min = 0; min <= places; min++) expect(parseDecimal(formatDecimal(value, min), places)).toBe(value)
  }
})
