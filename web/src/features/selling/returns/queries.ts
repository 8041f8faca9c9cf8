import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, madeOf, openInTab, queryKeys } from '@/api'
import type { GoodsReturn, Returnable, ReturnKind } from '@/api'
import { searchProducts } from '@/features/registry/products'
import { fold, formatDecimal, totalsOf } from '@/ui'
import type { FoundRow } from '@/ui'

const returns = queryKeys('returns')
/** What a return changes. */
const CHANGED = ['returns', 'receipts', 'cash', 'store-credits'] as const

export const TABS = ['todas', 'pendentes', 'com_nfe'] as const
export type Tab = (typeof TABS)[number]

const situacaoOf = (tab: Tab) => (tab === 'todas' ? undefined : tab)

export type ReturnFilter = {
  de: string | undefined
  ate: string | undefined
  ambiente: 'producao' | 'homologacao' | 'simulador' | undefined
}

export function listReturns(company: string, filter: ReturnFilter, tab: Tab, page: number) {
  const query = { ...filter, situacao: situacaoOf(tab), page }
  return queryOptions({
    queryKey: returns.list({ company, ...query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/returns', { path: { id: company }, query, signal })).data,
  })
}

/** How many each tab has. */
export function countReturns(company: string, filter: ReturnFilter) {
  return queryOptions({
    queryKey: returns.list({ company, of: 'count', ...filter }),
    queryFn: ({ signal }) =>
      totalsOf(TABS, async (tab) => {
        const query = { ...filter, situacao: situacaoOf(tab), page_size: 1 }
        return (await api.get('/api/companies/{id}/returns', { path: { id: company }, query, signal })).data
      }),
  })
}

export function loadReturn(company: string, did: string) {
  return queryOptions({
    queryKey: [...returns.one(did), company],
    queryFn: async ({ signal }): Promise<GoodsReturn> =>
      (await api.get('/api/companies/{id}/returns/{did}', { path: { id: company, did }, signal })).data,
    meta: madeOf('store-credits'),
    staleTime: 0,
  })
}

/** What of a receipt's goods may still come back. */
export function loadReturnable(company: string, rid: string) {
  return queryOptions({
    queryKey: returns.list({ company, of: 'returnable', rid }),
    queryFn: async ({ signal }): Promise<Returnable> =>
      (await api.get('/api/companies/{id}/receipts/{rid}/returnable', { path: { id: company, rid }, signal })).data,
    meta: madeOf('receipts'),
    staleTime: 0,
  })
}

export type ReturnInput = {
  nfce_id: string
  motivo: string
  destino: ReturnKind
  estacao_id: string | null
  validade: string | null
  itens: { ordem: number; quantidade: string }[]
  total_visto: string
}

export async function returnGoods(company: string, body: ReturnInput, idempotencyKey: string): Promise<GoodsReturn> {
  return (await api.post('/api/companies/{id}/returns', { path: { id: company }, body, idempotencyKey })).data
}

export async function noteEntryNote(company: string, did: string, nfe_chave: string | null): Promise<void> {
  await api.post('/api/companies/{id}/returns/{did}/entry-note', { path: { id: company, did }, body: { nfe_chave } })
}

/** Issues its NF-e of entry, unless one was issued since `nfe_id` was seen. */
export async function issueEntryNfe(company: string, did: string, nfe_id: string | null): Promise<GoodsReturn> {
  const path = { id: company, did }
  return (await api.post('/api/companies/{id}/returns/{did}/entry-nfe', { path, body: { depois_de: nfe_id } })).data
}

/** Opens the accountant's sheet in a tab. False: the browser allowed none. */
export function showSheet(company: string, did: string): Promise<boolean> {
  return openInTab('/api/companies/{id}/returns/{did}/sheet', { path: { id: company, did } })
}

export async function refreshReturns(queryClient: QueryClient): Promise<void> {
  await Promise.all(CHANGED.map((topic) => queryClient.invalidateQueries({ queryKey: queryKeys(topic).all })))
}

/** What of a receipt a text means, by name or code, or by the bar code of the product; `at` is its place. */
export function findReturnable(company: string, { nfce_id, itens }: Returnable, text: string) {
  return queryOptions({
    queryKey: returns.list({ company, of: 'returnable', nfce_id, text }),
    queryFn: async ({ client }): Promise<(FoundRow & { at: number })[]> => {
      const found = await client.query(searchProducts(company, text))
      const exact = found.find(({ isExact }) => isExact)?.product.prod_cProd
      return itens.flatMap(({ ordem, cProd, descricao, unidade, resta }, at) => {
        const isExact = cProd === exact
        if (!isExact && !fold(`${descricao} ${cProd}`).includes(fold(text))) return []
        const aside = `${formatDecimal(resta, 0)} ${unidade}`
        return [{ id: String(ordem), label: descricao, detail: cProd, aside, isExact, at }]
      })
    },
  })
}
