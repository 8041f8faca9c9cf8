import type { Numbers } from '@/api'
import { formatDate } from '@/ui'
import type { Estado } from './estado'

export type Range = Numbers['faixas'][number]

type Series = Numbers['series'][number]
/** What became of one number. `estado`: of its receipt, or of the range it is in; `sem_registro`: nothing accounts for it. */
export type LastNumber = Series['ultimos'][number]

/** What became of a number, as it is shown. */
export const FATES = [
  'autorizadas',
  'canceladas',
  'inutilizadas',
  'rejeitadas',
  'enviando',
  'contingencia',
  'inutilizar',
  'outras',
] as const
export type Fate = (typeof FATES)[number]

const FATE_OF: Record<Estado, Fate> = {
  autorizada: 'autorizadas',
  autorizada_sem_xml: 'autorizadas',
  cancelada: 'canceladas',
  cancelada_subst: 'canceladas',
  inutilizada: 'inutilizadas',
  rejeitada: 'rejeitadas',
  contingencia_rejeitada: 'rejeitadas',
  enviando: 'enviando',
  indefinida: 'enviando',
  contingencia: 'contingencia',
  abandonada: 'inutilizar',
  ocupada: 'outras',
  denegada: 'outras',
}

const OPEN = [
  'enviando',
  'indefinida',
  'rejeitada',
  'contingencia',
  'contingencia_rejeitada',
] as const satisfies readonly Pending['estado'][]

/** Of a state as the server names it, or of the kind of range a number is in; what is not known here is none of the usual ones. */
export function fateOf(estado: string): Fate {
  if (estado === 'saltada') return 'inutilizar'
  if (estado === 'inutilizada') return 'inutilizadas'
  return estado in FATE_OF ? FATE_OF[estado as Estado] : 'outras'
}

export const sizeOf = ({ ini, fim }: Pick<Range, 'ini' | 'fim'>) => fim - ini + 1

export type Ledger = {
  series: Series
  /** The first number that is ours; before it another system counted. */
  first: number
  /** How many of ours there are, by what became of them. */
  counts: Record<Fate, number>
  total: number
  /** Numbers below the next one that nothing accounts for; 0 is as it must be, anything else is not. */
  missing: number
  /** Skipped, and to be voided by a person if nobody else used them. */
  skipped: Range[]
  /** Neither a document nor void yet, and not given up. */
  pending: Listed
  /** Given up, and voided by themselves. */
  abandoned: Listed
}

/** The oldest, and how many there are in all. */
export type Listed = { oldest: Pending[]; total: number }

/** What became of every number of a series. */
export function ledgerOf({ estados, faixas, pendentes }: Numbers, series: Series): Ledger {
  const isOwn = ({ modelo, serie }: Pick<Series, 'modelo' | 'serie'>) =>
    modelo === series.modelo && serie === series.serie
  const own = faixas.filter(isOwn).toSorted((a, b) => a.ini - b.ini)
  let first = 1
  for (const { tipo, ini, fim } of own) if (tipo === 'anterior' && ini === first) first = fim + 1

  const counts = Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>
  for (const { estado, quantidade } of estados.filter(isOwn)) counts[fateOf(estado)] += quantidade
  for (const range of own) if (range.fim >= first) counts[fateOf(range.tipo)] += sizeOf(range)
  const accounted = FATES.reduce((sum, fate) => sum + counts[fate], 0)
  const total = series.proximo - first
  const listed = (states: readonly string[]): Listed => ({
    oldest: pendentes.filter((one) => isOwn(one) && states.includes(one.estado)),
    total: estados
      .filter((one) => isOwn(one) && states.includes(one.estado))
      .reduce((sum, { quantidade }) => sum + quantidade, 0),
  })
  return {
    series,
    first,
    counts,
    total,
    missing: total - accounted,
    skipped: own.filter(({ tipo }) => tipo === 'saltada'),
    pending: listed(OPEN),
    abandoned: listed(['abandonada']),
  }
}

/** A number of which it is open what will become of it. */
export type Pending = Numbers['pendentes'][number]

const HALF_A_DAY_MS = 12 * 3_600_000

/**
 * The last day to void or correct a number ('10/12/2026'), of which `prazo` is the end in the company's time zone: its noon
 * is that day for every browser in the country. Ajuste SINIEF 19/16, cl. 15.
 */
export const lastDay = (prazo: string) => formatDate(new Date(Date.parse(prazo) - HALF_A_DAY_MS).toISOString())
