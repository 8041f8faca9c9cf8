import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'
import type { StoreCredit } from '@/api'
import { totalsOf } from '@/ui'

const credits = queryKeys('store-credits')

export const TABS = ['todos', 'aberto', 'usado', 'vencido'] as const
export type Tab = (typeof TABS)[number]

const situacaoOf = (tab: Tab) => (tab === 'todos' ? undefined : tab)

/** A row of the list, named by its code. */
export type CreditRow = StoreCredit & { id: string }

export function listCredits(company: string, { tab, search }: { tab: Tab; search: string }, page: number) {
  const query = { situacao: situacaoOf(tab), search, page }
  return queryOptions({
    queryKey: credits.list({ company, ...query }),
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/api/companies/{id}/store-credits', { path: { id: company }, query, signal })
      return { ...data, items: data.items.map((one): CreditRow => ({ ...one, id: one.codigo })) }
    },
  })
}

/** How many each tab has. */
export function countCredits(company: string) {
  return queryOptions({
    queryKey: credits.list({ company, of: 'count' }),
    queryFn: ({ signal }) =>
      totalsOf(TABS, async (tab) => {
        const query = { situacao: situacaoOf(tab), page_size: 1 }
        return (await api.get('/api/companies/{id}/store-credits', { path: { id: company }, query, signal })).data
      }),
  })
}
