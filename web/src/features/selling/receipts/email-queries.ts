import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'
import type { ReceiptEmails } from '@/api'

const receipts = queryKeys('receipts')

/** While one is on its way; an event tells most of it sooner. */
const LIVE_MS = 5_000

/** The e-mails of a receipt, and whom it may be sent to. */
export function loadEmails(companyId: string, rid: string) {
  return queryOptions({
    queryKey: [...receipts.one(rid), companyId, 'emails'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/receipts/{rid}/emails', { path: { id: companyId, rid }, signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ estado }) => estado === 'enviando') ? LIVE_MS : false,
  })
}

/** `para`: addresses, separated by commas. */
export async function sendEmail(
  companyId: string,
  rid: string,
  para: string,
  idempotencyKey: string,
): Promise<ReceiptEmails> {
  const path = { id: companyId, rid }
  const body = { para }
  return (await api.post('/api/companies/{id}/receipts/{rid}/emails', { path, body, idempotencyKey })).data
}
