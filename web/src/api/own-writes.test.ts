import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isOwnWrite, noteOwnWrite } from './own-writes'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const product = '/api/companies/{id}/products/{pid}'
const put = (pid: string) => noteOwnWrite({ method: 'put', path: product, parts: { id: 'c', pid }, body: {} })

it('knows the version that a write of this tab made, for ten seconds', () => {
  const answered = put('p')
  expect(isOwnWrite('p', '"2"')).toBe(true)
  answered('"2"')
  expect(isOwnWrite('p', '"2"')).toBe(true)
  expect(isOwnWrite('p', '"3"')).toBe(false)
  expect(isOwnWrite('c', '"2"')).toBe(false)
  vi.advanceTimersByTime(10_001)
  expect(isOwnWrite('p', '"2"')).toBe(false)
})

it('knows the records of a bulk change, whatever their versions', () => {
  noteOwnWrite({ method: 'post', path: '/api/people/bulk', parts: {}, body: { ids: ['a', 'b'] } })()
  expect(isOwnWrite('a', '"2"')).toBe(true)
  expect(isOwnWrite('b', '"9"')).toBe(true)
})

it('does not take a new record of a company for a change of the company', () => {
  noteOwnWrite({ method: 'post', path: '/api/companies/{id}/products', parts: { id: 'c' }, body: {} })('"1"')
  expect(isOwnWrite('c', '"1"')).toBe(false)
  noteOwnWrite({ method: 'put', path: '/api/companies/{id}/logo', parts: { id: 'c' }, body: null })('"5"')
  expect(isOwnWrite('c', '"5"')).toBe(true)
})
