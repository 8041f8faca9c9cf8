import { queryOptions } from '@tanstack/react-query'
import { api, madeOf, queryKeys } from '@/api'

const dashboard = queryKeys('dashboard')

const EVERY_MS = 5 * 60_000

export function loadDashboard(companyId: string) {
  return queryOptions({
    queryKey: dashboard.one(companyId),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/dashboard', { path: { id: companyId }, signal })).data,
    // What was just saved elsewhere in the program is to be seen here at once.
    staleTime: 0,
    meta: madeOf('budgets', 'receipts', 'returns', 'cash', 'products', 'certificate', 'imports'),
    // The hours of today go on without any event.
    refetchInterval: EVERY_MS,
  })
}
