import { expect, it } from 'vitest'
import { shareOf } from './shares'

it('gives back exactly what was paid, however the goods come back', () => {
  const given = ['0.0000', '1.0000', '2.0000'].map((devolvida) =>
    shareOf({ quantidade: '3.0000', devolvida, pago: '0.95' }, '1'),
  )
  expect(given).toEqual(['0.32', '0.31', '0.32'])
  expect(shareOf({ quantidade: '3.0000', devolvida: '0.0000', pago: '0.95' }, '3.0000')).toBe('0.95')
  expect(shareOf({ quantidade: '1000.0000', devolvida: '0.0000', pago: '0.01' }, '1')).toBe('0.00')
})
