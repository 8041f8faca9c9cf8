import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'

const taxpayers = queryKeys('taxpayers')

/** What the registry of a company's UF has of a CNPJ. Not asked again when it is away: the data are typed then. */
export function findTaxpayers(company: string, cnpj: string) {
  return queryOptions({
    queryKey: taxpayers.list({ company, cnpj }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/taxpayers/{cnpj}', { path: { id: company, cnpj }, signal })).data,
    staleTime: Infinity,
    retry: false,
  })
}
