import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'

const ibpt = queryKeys('ibpt')

export function loadTable(company: string) {
  return queryOptions({
    queryKey: ibpt.one(company),
    queryFn: async ({ signal }) => (await api.get('/api/companies/{id}/ibpt', { path: { id: company }, signal })).data,
  })
}

/** Its name says of which UF it is; browsers do not agree on the type of a CSV. */
export async function sendTable(company: string, file: File): Promise<void> {
  await api.put('/api/companies/{id}/ibpt', {
    path: { id: company },
    body: new Blob([file], { type: 'text/csv' }),
    headers: { 'X-File-Name': encodeURIComponent(file.name) },
  })
}

export async function removeTable(company: string): Promise<void> {
  await api.delete('/api/companies/{id}/ibpt', { path: { id: company } })
}
