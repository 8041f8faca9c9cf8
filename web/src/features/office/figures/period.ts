import { periodOf, plusDays } from '@/ui'

export const PERIODS = ['hoje', 'ontem', 'semana', 'mes', 'ano'] as const
export type PeriodName = (typeof PERIODS)[number]
export type Period = { de: string; ate: string }

/** The days of a period up to now. Weeks begin on Monday. */
export function daysOf(name: PeriodName, day: string): Period {
  switch (name) {
    case 'hoje':
      return { de: day, ate: day }
    case 'ontem':
      return { de: plusDays(day, -1), ate: plusDays(day, -1) }
    case 'semana':
      return { de: periodOf('semana', day).de, ate: day }
    case 'mes':
      return { de: `${day.slice(0, 7)}-01`, ate: day }
    case 'ano':
      return { de: `${day.slice(0, 4)}-01-01`, ate: day }
  }
}

/** From the first to the last day of a month, '2026-11'. */
export function daysOfMonth(month: string): Period {
  return periodOf('mes', `${month}-01`)
}

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const formats = new Map<string, Intl.DateTimeFormat>()

function write(day: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat('pt-BR', { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  const date = dateOf(day)
  return Number.isNaN(date.getTime()) ? day : format.format(date)
}

const monthOf = (day: string) => write(day, { month: 'long' })
const dayOf = (day: string) => String(Number(day.slice(8)))

/** '1 a 27 de novembro de 2026'; `year`: one that need not be said. */
export function periodInWords({ de, ate }: Period, year?: string): string {
  const end = ate.slice(0, 4) === year ? '' : ` de ${ate.slice(0, 4)}`
  const last = `${dayOf(ate)} de ${monthOf(ate)}${end}`
  if (de === ate) return last
  if (de.slice(0, 7) === ate.slice(0, 7)) return `${dayOf(de)} a ${last}`
  const begin = de.slice(0, 4) === ate.slice(0, 4) ? '' : ` de ${de.slice(0, 4)}`
  return `${dayOf(de)} de ${monthOf(de)}${begin} a ${last}`
}

/** 'sexta-feira, 27 de novembro de 2026' */
export const dayInFull = (day: string) =>
  write(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** 'sexta' */
export const weekdayOf = (day: string) => write(day, { weekday: 'long' }).replace('-feira', '')

/** 'nov' of the month a day is in. */
export const monthInShort = (day: string) => write(day, { month: 'short' }).replace('.', '')

/** 'novembro de 2026' of the month a day is in. */
export const monthInFull = (day: string) => `${monthOf(day)} de ${day.slice(0, 4)}`

/** Above so many days the server gives a row a month. */
const MOST_DAYS = 92

export function isByMonth({ de, ate }: Period): boolean {
  return (dateOf(ate).getTime() - dateOf(de).getTime()) / 86_400_000 + 1 > MOST_DAYS
}
