/** Months are 'YYYY-MM'. */

const LONG = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })
const SHORT = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' })

const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** 'novembro' */
export const monthName = (month: string) => LONG.format(dateOf(month))

/** 'Novembro de 2026' */
export function monthTitle(month: string): string {
  const name = monthName(month)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} de ${month.slice(0, 4)}`
}

/** 'nov' */
export const monthLabel = (month: string) => SHORT.format(dateOf(month)).replace('.', '')
