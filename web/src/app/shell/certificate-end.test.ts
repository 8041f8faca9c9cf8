import { describe, expect, it } from 'vitest'
import { certificateEnd } from './certificate-end'

const now = new Date('2026-11-21T12:00:00Z')

describe('the end of a certificate', () => {
  it.each([
    ['none', null, null],
    ['far away', '2026-12-22T12:00:01Z', null],
    ['thirty days away', '2026-12-21T12:00:00Z', { days: 30, isPressing: false }],
    ['a week away', '2026-11-28T12:00:00Z', { days: 7, isPressing: false }],
    ['a minute less than a week away', '2026-11-28T11:59:00Z', { days: 6, isPressing: true }],
    ['within the day', '2026-11-21T13:00:00Z', { days: 0, isPressing: true }],
    ['just past', '2026-11-21T11:59:59Z', { days: -1, isPressing: true }],
    ['unreadable', 'amanhã', null],
  ])('%s', (_, validUntil, expected) => {
    expect(certificateEnd(validUntil, now)).toEqual(expected)
  })
})
