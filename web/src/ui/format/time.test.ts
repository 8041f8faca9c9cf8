import { expect, it } from 'vitest'
import { formatAgo, formatDateTime } from './time'

const NOW = Date.parse('2026-11-21T15:00:00Z')
const before = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

it.each([
  [0, 'agora'],
  [59, 'agora'],
  [60, 'há 1 minuto'],
  [150, 'há 2 minutos'],
  [3600, 'há 1 hora'],
  [86_399, 'há 23 horas'],
])('%d seconds ago is %j', (seconds, text) => expect(formatAgo(before(seconds), NOW)).toBe(text))

it('is a date from a day on', () => expect(formatAgo(before(86_400), NOW)).toBe(formatDateTime(before(86_400))))

it('does not run ahead of a server whose clock is', () => expect(formatAgo(before(-90), NOW)).toBe('agora'))
