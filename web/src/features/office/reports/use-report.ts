import { daysOf, PERIODS } from '@/features/office/figures'
import type { Period, PeriodName } from '@/features/office/figures'
import { today, useListState } from '@/ui'
import type { ListState } from '@/ui'
import type { SalesQuery } from './queries'

const COMPARISONS = ['ano_anterior', 'nada'] as const
export const VIEWS = [
  'vendedor',
  'cliente',
  'produto',
  'pagamento',
  'cst',
  'ncm',
  'aliquota',
  'tudo',
  'impostos',
  'clientes',
] as const

/** Of a report's address: `?periodo=ontem&comparar=ano_anterior&operador=…`, or `?de=2026-11-01&ate=2026-11-15`. */
const FILTERS = {
  periodo: PERIODS,
  de: 'date',
  ate: 'date',
  comparar: COMPARISONS,
  operador: 'text',
  serie: 'text',
  cliente: 'text',
  produto: 'text',
  tPag: 'text',
  ver: VIEWS,
} as const

export type ReportFilter = keyof typeof FILTERS
export type ReportState = {
  list: ListState<string, ReportFilter>
  /** The period that was chosen by its name; null: by its days. */
  named: PeriodName | null
  period: Period
  query: SalesQuery
}

/** What a report shows, all of it in its address; a month up to now beside the one before, until something else is chosen. */
export function useReport(): ReportState {
  const list = useListState<string, ReportFilter>({ defaultSort: '', sortable: [], filters: FILTERS })
  const { filters } = list
  const isByDays = filters.de !== '' || filters.ate !== ''
  const named = isByDays ? null : (PERIODS.find((name) => name === filters.periodo) ?? 'mes')
  const period = named
    ? daysOf(named, today())
    : { de: filters.de || filters.ate, ate: filters.ate || (filters.de > today() ? filters.de : today()) }
  const serie = /^\d{1,3}$/.test(filters.serie) ? Number(filters.serie) : undefined
  return {
    list,
    named,
    period,
    query: {
      ...period,
      comparar: filters.comparar === 'nada' ? undefined : filters.comparar === '' ? 'periodo_anterior' : 'ano_anterior',
      serie,
      operador: filters.operador || undefined,
      cliente: filters.cliente || undefined,
      produto: filters.produto || undefined,
      tPag: /^\d{2}$/.test(filters.tPag) ? filters.tPag : undefined,
    },
  }
}
