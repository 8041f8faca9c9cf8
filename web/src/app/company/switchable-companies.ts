import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, madeOf, queryKeys } from '@/api'

/** As many as a list can show without becoming one to page through; beyond, one searches. */
const SHOWN = 50

/** Active companies one may switch to, by name; `search` is a part of the razão social or digits of the CNPJ. */
export function switchableCompanies(search: string) {
  const query = { search, ativo: 'S', page_size: SHOWN } as const
  return queryOptions({
    queryKey: queryKeys('companies').list({ switchable: true, ...query }),
    queryFn: async ({ signal }) => (await api.get('/api/companies', { query, signal })).data,
    placeholderData: keepPreviousData,
    // Which of them one reaches is the session's to say.
    meta: madeOf('session'),
  })
}
