import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, download, queryKeys } from '@/api'
import type { AuditLogEntry } from '@/api'
import type { PickerItem } from '@/ui'
import { formatCnpj } from '@/ui'

const log = queryKeys('audit-log')

/** Which rows. Without a company an admin's are of all. */
export type LogFilter = {
  company_id: string | undefined
  resultado: AuditLogEntry['resultado'] | undefined
  action_type: string | undefined
  user_id: string | undefined
  de: string | undefined
  ate: string | undefined
}

export function listLog(filter: LogFilter, page: number) {
  const query = { ...filter, page }
  return queryOptions({
    queryKey: log.list(query),
    queryFn: async ({ signal }) => (await api.get('/api/audit-log', { query, signal })).data,
    // Every action adds to it: whoever opens it wants to see the last one.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Exactly the rows a list of the filter has. */
export function exportLog(filter: LogFilter, format: 'csv' | 'xlsx'): Promise<string> {
  return download('/api/audit-log/export', { query: { ...filter, format } })
}

/** Companies to choose from, also those no longer active. */
export function searchCompanies(text: string) {
  const query = { search: text, page_size: 20 } as const
  return queryOptions({
    queryKey: queryKeys('companies').list({ of: 'log', ...query }),
    queryFn: async ({ signal }): Promise<PickerItem[]> =>
      (await api.get('/api/companies', { query, signal })).data.items.map(({ id, razao_social, cnpj }) => ({
        id,
        label: razao_social,
        detail: formatCnpj(cnpj),
      })),
  })
}

/** Users to choose from; only an admin may ask. */
export function searchUsers(text: string) {
  const query = { search: text, page_size: 20 } as const
  return queryOptions({
    queryKey: queryKeys('users').list({ of: 'log', ...query }),
    queryFn: async ({ signal }): Promise<PickerItem[]> =>
      (await api.get('/api/users', { query, signal })).data.items.map(({ id, full_name, email }) => ({
        id,
        label: full_name,
        detail: email,
      })),
  })
}
