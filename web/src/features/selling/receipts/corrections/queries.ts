import { queryOptions } from '@tanstack/react-query'
import { api, download, openInTab, queryKeys } from '@/api'

const receipts = queryKeys('receipts')

/** While one is on its way; an event tells most of it sooner. */
const LIVE_MS = 5_000

export type CorrectionItem = { assunto: string; texto: string }

/** The letters of correction of a receipt, and what the next one may correct. */
export function loadCorrections(companyId: string, rid: string) {
  return queryOptions({
    queryKey: [...receipts.one(rid), companyId, 'corrections'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/receipts/{rid}/corrections', { path: { id: companyId, rid }, signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ estado }) => estado === 'enviando' || estado === 'indefinido') ? LIVE_MS : false,
  })
}

/** `numero`: of the letter, as `loadCorrections` gave it. */
export async function correctReceipt(
  companyId: string,
  rid: string,
  body: { numero: number; itens: CorrectionItem[] },
): Promise<void> {
  await api.post('/api/companies/{id}/receipts/{rid}/corrections', { path: { id: companyId, rid }, body })
}

/** Shows a registered letter on paper. False: the browser allowed no tab. */
export function openLetter(companyId: string, rid: string, lid: string): Promise<boolean> {
  return openInTab('/api/companies/{id}/receipts/{rid}/corrections/{lid}/pdf', { path: { id: companyId, rid, lid } })
}

/** Lets the browser keep a registered letter; gives the name of the file. */
export function downloadLetter(companyId: string, rid: string, lid: string): Promise<string> {
  return download('/api/companies/{id}/receipts/{rid}/corrections/{lid}/xml', { path: { id: companyId, rid, lid } })
}
