import type { ListState } from '@/ui'
import type { BudgetFilter } from './queries'

export const TABS = ['todos', 'orcamentos', 'pedidos', 'lixeira'] as const
export type BudgetTab = (typeof TABS)[number]

/** Of the list's address: `?status=pedidos&de=2026-11-01&ate=2026-11-30&situacao=pendente`. */
export const FILTERS = { de: 'date', ate: 'date', situacao: ['pendente', 'faturado'] } as const

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
    de: filters.de || undefined,
    ate: filters.ate || undefined,
  }
}
