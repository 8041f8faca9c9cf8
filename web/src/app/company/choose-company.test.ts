import { describe, expect, it } from 'vitest'
import { chooseCompany } from './choose-company'

describe('the company of a tab', () => {
  it.each([
    ['address over tab and session', { address: 'a', tab: 't', session: 's' }, 'a'],
    ['tab over session', { address: null, tab: 't', session: 's' }, 't'],
    ['session when nothing else is said', { address: null, tab: null, session: 's' }, 's'],
    ['an empty address says nothing', { address: '', tab: null, session: 's' }, 's'],
    ['none', { address: null, tab: null, session: null }, null],
  ])('%s', (_, from, expected) => {
    expect(chooseCompany(from)).toBe(expected)
  })
})
