import { isDecimal, round } from './decimal-math'

/** As many digits as the server's 64-bit numbers surely hold. */
const MAX_DIGITS = 18

const GROUPED = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/

/** The digits before and after the decimal separator; null when it is not clear which one that is. */
function partsOf(text: string): { whole: string; fraction: string } | null {
  const separators = text.replace(/\d/g, '')
  const last = separators.at(-1)
  if (last === undefined) return { whole: text, fraction: '' }
  const isRepeated = separators.indexOf(last) < separators.length - 1
  // One point before exactly three digits groups thousands (1.234), but not after a zero (0.500). A comma never does.
  const isGroup = isRepeated || (separators === '.' && GROUPED.test(text))
  const at = isGroup ? text.length : text.lastIndexOf(last)
  const whole = text.slice(0, at)
  const grouping = new Set(whole.replace(/\d/g, ''))
  if (grouping.size > 1 || (grouping.size === 1 && !GROUPED.test(whole))) return null
  return { whole: whole.replace(/\D/g, ''), fraction: text.slice(at + 1) }
}

/**
 * The decimal of a typed or pasted text, as the API writes it with exactly `places` places: '1.234,5' is '1234.5000' for
 * four. Takes the punctuation of Brazil and of machines: `1234,5`, `1.234,50`, `1234.5`, `1,234.56`, `R$ 1.234,50`. Null
 * when it is no number, is ambiguous, or has more places (further zeros do not count).
 */
export function parseDecimal(text: string, places: number): string | null {
  const compact = text.replace(/\s|R\$/gi, '').replace('−', '-')
  const [, minus, digits] = /^(-?)([\d.,]*\d[\d.,]*)$/.exec(compact) ?? []
  const parts = digits === undefined ? null : partsOf(digits)
  if (!parts) return null
  const whole = parts.whole.replace(/^0+(?=\d)/, '') || '0'
  const fraction = parts.fraction.replace(/0+$/, '')
  if (fraction.length > places || whole.length + places > MAX_DIGITS) return null
  const number = places > 0 ? `${whole}.${fraction.padEnd(places, '0')}` : whole
  return minus && /[1-9]/.test(number) ? `-${number}` : number
}

/**
 * A decimal of the API as people write it: '1234.5000' is '1.234,50'. Places beyond `minPlaces` are shown as far as they
 * are not zero, up to `maxPlaces`. A text that is no decimal stays as it is.
 */
export function formatDecimal(value: string | null, minPlaces = 2, maxPlaces = MAX_DIGITS): string {
  if (value === null || !isDecimal(value)) return value ?? ''
  const given = value.split('.')[1] ?? ''
  const [whole = '', fraction = ''] = (given.length > maxPlaces ? round(value, maxPlaces) : value).split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(minPlaces, '0')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return shown ? `${grouped},${shown}` : grouped
}

/** `R$ 1.234,50`, with a no-break space. */
export function formatMoney(value: string | null): string {
  if (value === null || !isDecimal(value)) return value ?? ''
  const text = formatDecimal(value)
  return text.startsWith('-') ? `-R$\u00a0${text.slice(1)}` : `R$\u00a0${text}`
}
