import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'
import type { PersonAtCounter, Schemas } from '@/api'

export type Operator = Schemas['Operator']

const operators = queryKeys('operators')

/** Who can take the counter of a station by PIN, in the order of their numbers. */
export const listOperators = (company: string, station: string) =>
  queryOptions({
    queryKey: operators.list({ company, station }),
    queryFn: async ({ signal }) =>
      (
        await api.get('/api/companies/{id}/stations/{eid}/operators', {
          path: { id: company, eid: station },
          signal,
        })
      ).data.items,
    staleTime: 0,
  })

export async function takeCounter(
  company: string,
  station: string,
  body: { user_id: string; pin: string },
): Promise<PersonAtCounter> {
  const path = { id: company, eid: station }
  const { data } = await api.post('/api/companies/{id}/stations/{eid}/operators', { path, body })
  return { ...data, company, station }
}

export async function leaveCounter(company: string, station: string): Promise<void> {
  await api.delete('/api/companies/{id}/stations/{eid}/operators', { path: { id: company, eid: station } })
}
