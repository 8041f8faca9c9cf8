/** Days are 'YYYY-MM-DD', counted in the calendar without any time zone. */

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

const utc = (day: string) => new Date(`${day}T00:00:00Z`)

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utc(text).getTime())

/** The day it is here. */
export function today(now = new Date()): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

/** That many days after; '' when the day is none (yet). */
export function plusDays(day: string, days: number): string {
  if (!isDay(day)) return ''
  const date = utc(day)
  date.setUTCDate(date.getUTCDate() + days)
  return Number.isNaN(date.getTime()) ? '' : dayOf(date)
}

export type Period = { de: string; ate: string }

export const PERIODS = ['hoje', 'semana', 'mes', 'mes_passado'] as const
export type PeriodName = (typeof PERIODS)[number]

/** The days of a quick choice. Weeks run from Monday to Sunday. */
export function periodOf(name: PeriodName, day: string): Period {
  const [year = 0, month = 0] = day.split('-').map(Number)
  switch (name) {
    case 'hoje':
      return { de: day, ate: day }
    case 'semana': {
      const monday = plusDays(day, -((utc(day).getUTCDay() + 6) % 7))
      return { de: monday, ate: plusDays(monday, 6) }
    }
    case 'mes':
      return monthOf(year, month)
    case 'mes_passado':
      return monthOf(year, month - 1)
  }
}

/** `month` from 1; 0 is December of the year before. */
function monthOf(year: number, month: number): Period {
  return { de: dayOf(new Date(Date.UTC(year, month - 1, 1))), ate: dayOf(new Date(Date.UTC(year, month, 0))) }
}

/** The quick choice these two days are, if any. */
export function periodNamed({ de, ate }: Period, day: string): PeriodName | null {
  return (
    PERIODS.find((name) => {
      const period = periodOf(name, day)
      return period.de === de && period.ate === ate
    }) ?? null
  )
}
