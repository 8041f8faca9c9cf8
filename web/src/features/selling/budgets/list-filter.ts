import { plusDays, today } from '@/ui'
import type { ListState } from '@/ui'
import type { BudgetFilter } from './queries'

export const TABS = ['todos', 'orcamentos', 'pedidos', 'lixeira'] as const
export type BudgetTab = (typeof TABS)[number]

/** Of the list's address: `?status=pedidos&de=2026-11-01&ate=2026-11-30&situacao=pendente`. */
export const FILTERS = {
  de: 'date',
  ate: 'date',
  situacao: ['pendente', 'vencendo', 'faturado'],
  funcionario_id: 'text',
  // With a figure of a report whose rows are shown.
  venda_de: 'date',
  venda_ate: 'date',
  valido_de: 'date',
  valido_ate: 'date',
  cliente_id: 'text',
} as const

/** The filters that have no field of their own: shown only while they are in use. */
export const FROM_FIGURES = ['venda_de', 'venda_ate', 'valido_de', 'valido_ate', 'cliente_id'] as const

/** So many days before its end an Orçamento is about to end. */
export const ENDING_DAYS = 3

/** What a tab lists. */
export const TAB_FILTERS: Record<BudgetTab, Pick<BudgetFilter, 'situacao' | 'tipo'>> = {
  todos: { situacao: undefined, tipo: undefined },
  orcamentos: { situacao: undefined, tipo: 'Orçamento' },
  pedidos: { situacao: undefined, tipo: 'Pedido' },
  lixeira: { situacao: 'lixeira', tipo: undefined },
}

/** What the server is asked for; the same for the rows and for their sum. */
export function filterFrom({
  search,
  tab = 'todos',
  filters,
}: Pick<ListState<BudgetTab, keyof typeof FILTERS>, 'search' | 'tab' | 'filters'>): BudgetFilter {
  return {
    ...TAB_FILTERS[tab],
    search,
    faturado: filters.situacao === '' ? undefined : filters.situacao === 'faturado',
    ...(filters.situacao === 'vencendo' && { valido_de: today(), valido_ate: plusDays(today(), ENDING_DAYS) }),
    ...Object.fromEntries(
      [...FROM_FIGURES, 'funcionario_id' as const]
        .filter((name) => filters[name] !== '')
        .map((name) => [name, filters[name]]),
    ),
    de: filters.de || undefined,
    ate: filters.ate || undefined,
  }
}
