import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'
import type { Product, ProductChange, ProposedChange } from '@/api'

/** How prices are to change: percent more, amount more, or the nearest that ends in these cents. */
export type PriceRule = { tipo: 'percentual' | 'valor' | 'final'; valor: string }
export type Reason = 'precos' | 'perfil_fiscal' | 'desfazer'

/** As many products as one change takes. */
export const MOST_IN_CHANGES = 1_000

const idsOf = (products: readonly Product[]) => products.map(({ id }) => id)

/** A proposal is of one moment: read anew each time, and not again by itself. */
const ONCE = { gcTime: 0, staleTime: Infinity, retry: false }

export function proposePrices(company: string, products: readonly Product[], regra: PriceRule) {
  const body = { ids: idsOf(products), regra }
  return queryOptions({
    queryKey: [...queryKeys('products').form(company), 'prices', body],
    queryFn: async ({ signal }): Promise<ProposedChange[]> => {
      const path = { id: company }
      return (await api.post('/api/companies/{id}/products/prices/preview', { path, body, signal })).data.itens
    },
    ...ONCE,
  })
}

export function proposeProfile(company: string, products: readonly Product[], fid: string, so_ibscbs: boolean) {
  const body = { ids: idsOf(products), so_ibscbs }
  return queryOptions({
    queryKey: [...queryKeys('products').form(company), 'profile', fid, body],
    queryFn: async ({ signal }): Promise<ProposedChange[]> => {
      const path = { id: company, fid }
      return (await api.post('/api/companies/{id}/tax-profiles/{fid}/preview', { path, body, signal })).data.itens
    },
    ...ONCE,
  })
}

/** What of a proposal is another value, as it is sent. */
export function changesOf(proposed: readonly ProposedChange[]): ProductChange[] {
  return proposed
    .filter(({ depois }) => Object.keys(depois).length > 0)
    .map(({ id, version, depois }) => ({ id, version, valores: depois }))
}

/** All or none; gives how many were changed, and what undoes it. */
export async function changeValues(company: string, motivo: Reason, itens: ProductChange[], idempotencyKey: string) {
  const path = { id: company }
  const body = { motivo, itens }
  return (await api.post('/api/companies/{id}/products/changes', { path, body, idempotencyKey })).data
}
