import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'
import type { Schemas } from '@/api'

const filters = queryKeys('saved-filters')

/** Lists whose filters are kept, as they are called for what is remembered of them. */
export type ListName = Schemas['SavedFilterList']

export function listFilters(lista: ListName) {
  return queryOptions({
    queryKey: filters.list({ lista }),
    queryFn: async ({ signal }) => (await api.get('/api/saved-filters', { query: { lista }, signal })).data.items,
  })
}

export async function keepFilter(
  lista: ListName,
  nome: string,
  valores: Record<string, string>,
  idempotencyKey: string,
) {
  return (await api.post('/api/saved-filters', { body: { lista, nome, valores }, idempotencyKey })).data
}

export async function forgetFilter(sfid: string): Promise<void> {
  await api.delete('/api/saved-filters/{sfid}', { path: { sfid } })
}

export function refreshFilters(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: filters.all })
}
