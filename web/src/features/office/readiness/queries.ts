import { queryOptions } from '@tanstack/react-query'
import { api, madeOf, queryKeys } from '@/api'
import type { IssuingReadiness } from '@/api'

const readiness = queryKeys('readiness')

export type ReadinessRow = IssuingReadiness['itens'][number]

/** What the company still has to do before it issues receipts, in the order of its numbers. */
export function loadReadiness(company: string) {
  return queryOptions({
    queryKey: readiness.one(company),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/readiness', { path: { id: company }, signal })).data,
    meta: madeOf(
      'companies',
      'certificate',
      'sefaz-settings',
      'tech-resp',
      'numbers',
      'products',
      'stations',
      'receipts',
    ),
  })
}

/** Ticks what only people can tell, or takes the tick off. */
export async function markRow(company: string, chave: string, marcado: boolean): Promise<IssuingReadiness> {
  return (await api.put('/api/companies/{id}/readiness/{chave}', { path: { id: company, chave }, body: { marcado } }))
    .data
}
