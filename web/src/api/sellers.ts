import { queryOptions } from '@tanstack/react-query'
import { api } from './client'
import { madeOf, queryKeys } from './query-keys'

/** Who may sell for the company, with their papel; others may be typed. */
export function listSellers(companyId: string) {
  return queryOptions({
    queryKey: queryKeys('budgets').list({ companyId, of: 'sellers' }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/sellers', { path: { id: companyId }, signal })).data.items,
    meta: madeOf('users', 'session'),
  })
}
