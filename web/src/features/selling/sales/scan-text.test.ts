import { describe, expect, it } from 'vitest'
import { readQuantity, readScan } from './scan-text'

describe('a line of the scan field', () => {
  it.each([
    ['LJ-H08', 'LJ-H08', 'LJ-H08', '1.0000'],
    ['  7891000315507\t', '7891000315507', '7891000315507', '1.0000'],
    ['24*LJ-H08', '24*LJ-H08', 'LJ-H08', '24.0000'],
    ['2,5 * areia', '2,5*areia', 'areia', '2.5000'],
    ['1.234,5*X', '1234,5*X', 'X', '1234.5000'],
    ['0,0001*X', '0,0001*X', 'X', '0.0001'],
    ['999999999*X', '999999999*X', 'X', '999999999.0000'],
    ['10*A*B', '10*A*B', 'A*B', '10.0000'],
    ['78910003155070000000000', '78910003155070000000000', '78910003155070000000000', '1.0000'],
  ])('%j asks for %j', (typed, text, code, quantidade) =>
    expect(readScan(typed)).toEqual({ kind: 'code', text, code, quantidade }),
  )

  it.each([
    ['', { kind: 'nothing' }],
    ['  ', { kind: 'nothing' }],
    ['*', { kind: 'repeat' }],
    [' * ', { kind: 'repeat' }],
  ])('%j is %j', (typed, read) => expect(readScan(typed)).toEqual(read))

  it.each(['0*X', '-1*X', '0,00001*X', '1000000000*X', 'dez*X', '*X', '7891000315507000*X'])(
    '%j has no quantity one can sell',
    (typed) =>
      expect(readScan(typed)).toEqual({
        kind: 'refused',
        message: 'Antes do * digite a quantidade, com até 4 casas: 10*código.',
      }),
  )

  it('needs a code', () => {
    expect(readScan('10*')).toEqual({ kind: 'refused', message: 'Digite ou leia o código do produto.' })
    expect(readScan('x'.repeat(61))).toEqual({ kind: 'refused', message: 'Digite no máximo 60 caracteres.' })
  })
})

it.each([
  ['3', '3.0000'],
  ['0,125', '0.1250'],
  ['0', null],
  ['', null],
  ['100.000.000', '100000000.0000'],
  ['1.000.000.000', null],
])('the quantity %j is %j', (text, quantity) => expect(readQuantity(text)).toBe(quantity))
