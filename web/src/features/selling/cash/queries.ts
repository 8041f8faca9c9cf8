import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, madeOf, queryKeys } from '@/api'
import type { CashMovement, CashSession, CashSessionSummary, CountedKind, NeededApproval } from '@/api'
import { totalsOf } from '@/ui'

const cash = queryKeys('cash')
const settings = queryKeys('sale-settings')

export const TABS = ['todos', 'abertos', 'fechados'] as const
export type Tab = (typeof TABS)[number]
export type SessionFilter = { tab: Tab; de: string | undefined; ate: string | undefined }

const situacaoOf = (tab: Tab) => (tab === 'todos' ? undefined : tab)

export function listSessions(company: string, { tab, de, ate }: SessionFilter, page: number) {
  const query = { situacao: situacaoOf(tab), de, ate, page }
  return queryOptions({
    queryKey: cash.list({ company, ...query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/cash/sessions', { path: { id: company }, query, signal })).data,
  })
}

/** How many each tab has within some days. */
export function countSessions(company: string, { de, ate }: Omit<SessionFilter, 'tab'>) {
  return queryOptions({
    queryKey: cash.list({ company, of: 'count', de, ate }),
    queryFn: ({ signal }) =>
      totalsOf(TABS, async (tab) => {
        const query = { situacao: situacaoOf(tab), de, ate, page_size: 1 }
        return (await api.get('/api/companies/{id}/cash/sessions', { path: { id: company }, query, signal })).data
      }),
  })
}

/** The open session of a station; null: its till is closed. */
export function openSessionOf(company: string, estacao_id: string) {
  return queryOptions({
    queryKey: cash.list({ company, of: 'open', estacao_id }),
    queryFn: async ({ signal }): Promise<CashSessionSummary | null> => {
      const query = { situacao: 'abertos', estacao_id, page_size: 1 } as const
      const { items } = (await api.get('/api/companies/{id}/cash/sessions', { path: { id: company }, query, signal }))
        .data
      return items[0] ?? null
    },
  })
}

export function loadSession(company: string, cid: string) {
  return queryOptions({
    queryKey: [...cash.one(cid), company],
    queryFn: async ({ signal }): Promise<CashSession> =>
      (await api.get('/api/companies/{id}/cash/sessions/{cid}', { path: { id: company, cid }, signal })).data,
    // What is not done yet, and what it should hold, changes with each sale.
    meta: madeOf('sales', 'receipts'),
    staleTime: 0,
  })
}

/** What went in and out, a page after the other. */
export function listMovements(company: string, cid: string, page: number) {
  return queryOptions({
    queryKey: [...cash.one(cid), company, 'movements', page],
    queryFn: async ({ signal }) =>
      (
        await api.get('/api/companies/{id}/cash/sessions/{cid}/movements', {
          path: { id: company, cid },
          query: { page },
          signal,
        })
      ).data,
    meta: madeOf('sales', 'receipts'),
    placeholderData: keepPreviousData,
  })
}

export function loadReport(company: string, de: string, ate: string) {
  return queryOptions({
    queryKey: cash.list({ company, of: 'report', de, ate }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/cash/report', { path: { id: company }, query: { de, ate }, signal })).data
        .items,
  })
}

export async function openSession(
  company: string,
  body: { estacao_id: string; fundo: string },
  idempotencyKey: string,
): Promise<CashSession> {
  return (await api.post('/api/companies/{id}/cash/sessions', { path: { id: company }, body, idempotencyKey })).data
}

export type Move = {
  tipo: 'suprimento' | 'sangria'
  valor: string
  motivo: string
  aprovacao_id: string | null
}

export async function moveCash(
  company: string,
  cid: string,
  body: Move,
  idempotencyKey: string,
): Promise<CashMovement> {
  const path = { id: company, cid }
  return (await api.post('/api/companies/{id}/cash/sessions/{cid}/movements', { path, body, idempotencyKey })).data
}

export type Count = { tPag: CountedKind; contado: string }

export async function closeSession(company: string, cid: string, contagem: Count[]): Promise<CashSession> {
  const path = { id: company, cid }
  return (await api.post('/api/companies/{id}/cash/sessions/{cid}/close', { path, body: { contagem } })).data
}

export async function noteSession(company: string, cid: string, nota: string | null): Promise<CashSession> {
  const path = { id: company, cid }
  return (await api.post('/api/companies/{id}/cash/sessions/{cid}/note', { path, body: { nota } })).data
}

/** A gerente's leave for one thing and one value; its id goes along with that. */
export async function giveApproval(
  company: string,
  { acao, referencia, valor }: NeededApproval,
  who: { email: string; password: string } | { user_id: string; pin: string; estacao_id: string },
): Promise<string> {
  const body = { ...who, acao, referencia, valor }
  return (await api.post('/api/companies/{id}/approvals', { path: { id: company }, body })).data.aprovacao_id
}

/** Everything about tills; the first one that is opened changes how the company sells, too. */
export async function refreshCash(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: cash.all }),
    queryClient.invalidateQueries({ queryKey: settings.all }),
  ])
}
