import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, ApiProblem, madeOf, openInTab, queryKeys } from '@/api'
import type { ProductLookup, Receipt, ReceiptSummary, Sale, SaleInput } from '@/api'
import type { DeskServer } from './desk'
import { isOnItsWay } from './sent'

const sales = queryKeys('sales')
const receipts = queryKeys('receipts')
const settings = queryKeys('sale-settings')
const contingency = queryKeys('contingency')

const LIVE_MS = 1_000

/** What somebody may not see is simply not known to the counter: it sells without it. */
async function ifAllowed<T>(question: Promise<{ data: T }>): Promise<T | null> {
  try {
    return (await question).data
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 403) return null
    throw problem
  }
}

/** How the company sells; null for whoever may not read it. */
export function saleSettings(company: string) {
  return queryOptions({
    queryKey: settings.one(company),
    queryFn: ({ signal }) => ifAllowed(api.get('/api/companies/{id}/sale-settings', { path: { id: company }, signal })),
  })
}

/** Whether the company sells offline now. */
export function contingencyNow(company: string) {
  return queryOptions({
    queryKey: contingency.one(company),
    queryFn: ({ signal }) => ifAllowed(api.get('/api/companies/{id}/contingency', { path: { id: company }, signal })),
    // How many wait changes with each receipt.
    meta: madeOf('receipts'),
  })
}

export function parkedSales(company: string) {
  return queryOptions({
    queryKey: sales.list({ company, em_espera: 1 }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/sales', { path: { id: company }, query: { em_espera: 1 }, signal })).data
        .items,
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

/** What a receipt says about itself, and what may be done with it. `version` is that of the receipt which is asked about. */
export function receiptWords(company: string, { id: rid, version }: Pick<ReceiptSummary, 'id' | 'version'>) {
  return queryOptions({
    queryKey: [...receipts.one(rid), company, version],
    queryFn: async ({ signal }): Promise<Receipt> =>
      (await api.get('/api/companies/{id}/receipts/{rid}', { path: { id: company, rid }, signal })).data,
  })
}

export function serverOf(company: string): DeskServer {
  const path = { id: company }
  return {
    lookup: async (code, signal): Promise<ProductLookup> =>
      (await api.get('/api/companies/{id}/products/lookup', { path, query: { code }, signal })).data,
    // Goes on when the page goes: the answer is asked for again then, by the same body.
    send: async (body: SaleInput) => (await api.post('/api/companies/{id}/sales', { path, body })).data,
  }
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

/** The customer waits and SEFAZ does not answer: another number, offline. */
export async function goOffline(company: string, rid: string): Promise<void> {
  await api.post('/api/companies/{id}/receipts/{rid}/contingency', { path: { id: company, rid } })
}

export async function retryReceipt(company: string, rid: string): Promise<void> {
  await api.post('/api/companies/{id}/receipts/{rid}/issue', { path: { id: company, rid } })
}

export async function abandonReceipt(company: string, rid: string, motivo: string): Promise<void> {
  await api.post('/api/companies/{id}/receipts/{rid}/abandon', { path: { id: company, rid }, body: { motivo } })
}

type Copy = 'consumidor' | 'estabelecimento'

/** Opens the paper in a tab, to print there, and notes it. False: the browser allowed no tab. */
export async function printCopy(company: string, rid: string, via: Copy): Promise<boolean> {
  const path = { id: company, rid }
  const ok = await openInTab('/api/companies/{id}/receipts/{rid}/danfe', { path, query: { papel: '80', via } })
  await api.post('/api/companies/{id}/receipts/{rid}/prints', { path, body: { via, caminho: 'navegador', ok } })
  return ok
}

export function refreshSales(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: sales.all })
}

export const receiptKeys = receipts
