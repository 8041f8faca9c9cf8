import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'

const installation = queryKeys('installation')

/** What the operator tells: changes only with a restart. */
export const loadInstallation = queryOptions({
  queryKey: installation.all,
  queryFn: async ({ signal }) => (await api.get('/api/installation', { signal })).data,
  staleTime: Infinity,
})

/** The address of a CEP of eight digits. Not asked again when the service is away: the address is typed then. */
export function findCep(cep: string) {
  return queryOptions({
    queryKey: installation.list({ cep }),
    queryFn: async ({ signal }) => (await api.get('/api/cep/{cep}', { path: { cep }, signal })).data,
    staleTime: Infinity,
    retry: false,
  })
}
