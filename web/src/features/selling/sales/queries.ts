import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, madeOf, openAnswerInTab, queryKeys } from '@/api'
import type { ProductLookup, Sale, SaleInput, StoreCredit } from '@/api'
import { isOnItsWay } from '@/features/selling/receipts'
import type { DeskServer } from './desk'

const sales = queryKeys('sales')

const LIVE_MS = 1_000

export function parkedSales(company: string, isPractice: boolean) {
  const query = { em_espera: 1 as const, ...(isPractice ? { treino: 1 as const } : {}) }
  return queryOptions({
    queryKey: sales.list({ company, ...query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/sales', { path: { id: company }, query, signal })).data.items,
  })
}

/** A sent sale with the receipt that stands for it now, asked each second while SEFAZ has not answered. */
export function sentSale(company: string, vid: string) {
  return queryOptions({
    queryKey: [...sales.one(vid), company],
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/sales/{vid}', { path: { id: company, vid }, signal })).data,
    meta: madeOf('receipts'),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (!data?.nota || isOnItsWay(data.nota) ? LIVE_MS : false),
  })
}

export function serverOf(company: string, isPractice: boolean): DeskServer {
  const path = { id: company }
  return {
    lookup: async (code, signal): Promise<ProductLookup> =>
      (await api.get('/api/companies/{id}/products/lookup', { path, query: { code }, signal })).data,
    credit: async (codigo): Promise<StoreCredit> => {
      const query = isPractice ? { ambiente: 'simulador' as const } : {}
      return (await api.get('/api/companies/{id}/store-credits/{codigo}', { path: { ...path, codigo }, query })).data
    },
    // Goes on when the page goes: the answer is asked for again then, by the same body.
    send: async (body: SaleInput) =>
      (await api.post('/api/companies/{id}/sales', { path, body: isPractice ? { ...body, treino: true } : body })).data,
    preview: (body) =>
      openAnswerInTab('/api/companies/{id}/sales/preview', {
        path,
        body: isPractice ? { ...body, treino: true } : body,
      }),
  }
}

/** A sale as it is now; a draft when `estado` is `aberta`. */
export async function readSale(company: string, vid: string): Promise<Sale> {
  return (await api.get('/api/companies/{id}/sales/{vid}', { path: { id: company, vid } })).data.venda
}

/** Takes a parked sale over. */
export async function resumeSale(company: string, vid: string, version: number): Promise<Sale> {
  const path = { id: company, vid }
  return (await api.post('/api/companies/{id}/sales/{vid}/resume', { path, body: { version } })).data.venda
}

/** Throws a draft away on the server too. */
export async function discardDraft(company: string, vid: string, version: number): Promise<void> {
  await api.delete('/api/companies/{id}/sales/{vid}', { path: { id: company, vid }, ifMatch: `"${version}"` })
}

export function refreshSales(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sales.all })
}
