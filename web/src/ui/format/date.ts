const pad = (digits: string) => digits.padStart(2, '0')

/** '2026-11-20' of numbers that are a day of the calendar; null of 31/02 and the like. */
function isoOf(day: string, month: string, year: string): string | null {
  const iso = `${year}-${pad(month)}-${pad(day)}`
  const date = new Date(`${iso}T00:00:00Z`)
  // The clock rolls 31/02 over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null
}

/**
 * The day of a typed text as the API writes it, 'YYYY-MM-DD'. Takes DD/MM/YYYY, D/M/YYYY, DD/MM/YY (this century), the same
 * with points, hyphens or spaces, DDMMYYYY, and the API's own form. Null when it is no day between 1900 and 2199.
 */
export function parseDate(text: string): string | null {
  const plain = text.trim()
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain) ?? []
  const [, joinedDay, joinedMonth, joinedYear] = /^(\d{2})(\d{2})(\d{4})$/.exec(plain) ?? []
  const [, typedDay, , typedMonth, typedYear] = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})$/.exec(plain) ?? []
  const day = isoDay ?? joinedDay ?? typedDay
  const month = isoMonth ?? joinedMonth ?? typedMonth
  const year = isoYear ?? joinedYear ?? typedYear
  if (!day || !month || !year) return null
  const full = year.length === 2 ? `20${year}` : year
  return /^(19|20|21)/.test(full) ? isoOf(day, month, full) : null
}

/** `20/11/2026` of a day as the API writes it; another text stays as it is. */
export function formatDay(iso: string | null): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso ?? '') ?? []
  return year ? `${day}/${month}/${year}` : (iso ?? '')
}
