import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, download, madeOf, openInTab, queryKeys } from '@/api'
import type { Receipt, ReceiptSummary } from '@/api'
import { isOnItsWay } from './estado'
import { fitsRoll } from './modelo'

const receipts = queryKeys('receipts')
const contingency = queryKeys('contingency')
const numbers = queryKeys('numbers')

/** While SEFAZ's answer is waited for; events tell most of it sooner. */
const LIVE_MS = 1_000
const SITUATION_MS = 60_000
/** So many a text may mean. */
const CHOICES = 10

export const SITUATIONS = [
  'todas',
  'autorizadas',
  'enviando',
  'contingencia',
  'rejeitadas',
  'canceladas',
  'com_alerta',
  'pendentes',
] as const
export type Situation = (typeof SITUATIONS)[number]

export type ReceiptFilter = {
  situacao: Situation
  search: string
  de: string | undefined
  ate: string | undefined
  operador: string | undefined
  tPag: string | undefined
  pedido: number | undefined
  modelo: ReceiptSummary['modelo'] | undefined
  tpNF: 0 | 1 | undefined
  serie: number | undefined
  hora: number | undefined
  dia_semana: number | undefined
  produto: string | undefined
  cliente: string | undefined
  ambiente: 'producao' | 'homologacao' | 'simulador' | undefined
}

export function listReceipts(
  companyId: string,
  filter: ReceiptFilter,
  { page, pageSize: page_size }: { page: number; pageSize?: number },
) {
  return queryOptions({
    queryKey: receipts.list({ companyId, ...filter, page, page_size }),
    queryFn: async ({ signal }) =>
      (
        await api.get('/api/companies/{id}/receipts', {
          path: { id: companyId },
          query: { ...filter, page, page_size },
          signal,
        })
      ).data,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isOnItsWay) ? LIVE_MS : false),
  })
}

/** How many there are, and the value of those authorised and of those cancelled. */
export function countReceipts(companyId: string, filter: Partial<ReceiptFilter>) {
  return queryOptions({
    queryKey: receipts.list({ companyId, of: 'totals', ...filter }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/receipts/count', { path: { id: companyId }, query: filter, signal })).data,
  })
}

/** How many each situation has within a search and the other filters. */
export function countSituations(companyId: string, filter: Partial<ReceiptFilter>) {
  return queryOptions({
    ...countReceipts(companyId, { ...filter, situacao: 'todas' }),
    select: ({ abas }) => abas,
  })
}

/** How many were refused and wait for somebody. */
export function countRejected(companyId: string) {
  return queryOptions({ ...countReceipts(companyId, { situacao: 'rejeitadas' }), select: ({ total }) => total })
}

/** Receipts that a text may mean: a number, a key, a consumer, a value. */
export function findReceipts(companyId: string, search: string) {
  return queryOptions({
    queryKey: receipts.list({ companyId, of: 'found', search }),
    queryFn: async ({ signal }) => {
      const query = { search, page_size: CHOICES }
      return (await api.get('/api/companies/{id}/receipts', { path: { id: companyId }, query, signal })).data.items
    },
  })
}

/** A receipt with its sale, what may be done with it and what happened. */
export function loadReceipt(companyId: string, rid: string) {
  return queryOptions({
    queryKey: [...receipts.one(rid), companyId],
    queryFn: async ({ signal }): Promise<Receipt> =>
      (await api.get('/api/companies/{id}/receipts/{rid}', { path: { id: companyId, rid }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isOnItsWay(data.nota) ? LIVE_MS : false),
  })
}

export function loadNumbers(companyId: string) {
  return queryOptions({
    queryKey: numbers.one(companyId),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/numbers', { path: { id: companyId }, signal })).data,
    meta: madeOf('receipts', 'sefaz-settings'),
  })
}

/** Whether the company sells offline now, and whether it can sell at all; or the same of what is practised for it. */
export function contingencyNow(companyId: string, isPractice = false) {
  return queryOptions({
    queryKey: isPractice ? [...contingency.one(companyId), 'treino'] : contingency.one(companyId),
    queryFn: async ({ signal }) => {
      const query = isPractice ? { ambiente: 'simulador' as const } : {}
      return (await api.get('/api/companies/{id}/contingency', { path: { id: companyId }, query, signal })).data
    },
    // How many wait changes with each receipt; what bars a sale is put right elsewhere, or comes with the hour.
    meta: madeOf('receipts', 'certificate', 'companies', 'numbers', 'sale-settings', 'sefaz-settings'),
    refetchInterval: SITUATION_MS,
  })
}

/** Tries a refused one again. What comes of it is the same receipt, or in contingency another one with its own number. */
export async function retryReceipt(companyId: string, rid: string): Promise<ReceiptSummary> {
  return (await api.post('/api/companies/{id}/receipts/{rid}/issue', { path: { id: companyId, rid } })).data
}

/** The customer waits and SEFAZ does not answer: gives the receipt in its place, offline. */
export async function goOffline(companyId: string, rid: string): Promise<ReceiptSummary> {
  return (await api.post('/api/companies/{id}/receipts/{rid}/contingency', { path: { id: companyId, rid } })).data
}

/** Has SEFAZ asked now what it knows of it. */
export async function checkReceipt(companyId: string, rid: string): Promise<ReceiptSummary> {
  return (await api.post('/api/companies/{id}/receipts/{rid}/check', { path: { id: companyId, rid } })).data
}

/** `motivo`: 15 to 255 characters. */
export async function cancelReceipt(companyId: string, rid: string, motivo: string): Promise<void> {
  await api.post('/api/companies/{id}/receipts/{rid}/cancel', { path: { id: companyId, rid }, body: { motivo } })
}

/** `motivo`: 15 to 255 characters. */
export async function abandonReceipt(companyId: string, rid: string, motivo: string): Promise<void> {
  await api.post('/api/companies/{id}/receipts/{rid}/abandon', { path: { id: companyId, rid }, body: { motivo } })
}

export type VoidedRange = {
  ambiente: 'producao' | 'homologacao' | 'simulador'
  modelo: ReceiptSummary['modelo']
  serie: number
  ini: number
  fim: number
  motivo: string
}

/** Asks SEFAZ to void these numbers, a thousand at most. */
export async function voidNumbers(companyId: string, body: VoidedRange): Promise<void> {
  await api.post('/api/companies/{id}/receipts/void-numbers', { path: { id: companyId }, body })
}

/** A spreadsheet of what the list has; gives the name of the file. */
export function exportReceipts(companyId: string, filter: ReceiptFilter, format: 'csv' | 'xlsx'): Promise<string> {
  return download('/api/companies/{id}/receipts/export', { path: { id: companyId }, query: { ...filter, format } })
}

/** Opens the paper of the customer in a tab, where a browser that prints nothing shows or keeps it. False: it allowed no tab. */
export function showPaper(companyId: string, nota: Pick<ReceiptSummary, 'id' | 'modelo'>): Promise<boolean> {
  const rid = nota.id
  const query = { papel: fitsRoll(nota) ? '80' : 'a4', via: 'consumidor' } as const
  return openInTab('/api/companies/{id}/receipts/{rid}/danfe', { path: { id: companyId, rid }, query })
}

/** Receipts and numbers are read anew. */
export async function refreshReceipts(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: receipts.all }),
    queryClient.invalidateQueries({ queryKey: numbers.all }),
  ])
}
