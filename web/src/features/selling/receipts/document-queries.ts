import { queryOptions } from '@tanstack/react-query'
import { api, download, queryKeys, readText } from '@/api'
import type { ReceiptSummary, XmlMonth } from '@/api'
import { readDocument } from './document'

const receipts = queryKeys('receipts')

/** While the server makes the files of a month. */
const LIVE_MS = 1_000

/** What is printed, read from the signed document itself; each version of the receipt has its own. */
export function loadDocument(companyId: string, { id: rid, version }: Pick<ReceiptSummary, 'id' | 'version'>) {
  return queryOptions({
    queryKey: [...receipts.one(rid), companyId, 'document', version],
    queryFn: async () =>
      readDocument(await readText('/api/companies/{id}/receipts/{rid}/xml', { path: { id: companyId, rid } })),
    staleTime: Infinity,
  })
}

/** Lets the browser keep the document; gives the name of the file. */
export function downloadXml(companyId: string, rid: string): Promise<string> {
  return download('/api/companies/{id}/receipts/{rid}/xml', { path: { id: companyId, rid } })
}

/** The XML of a receipt that SEFAZ authorised with a content that is not here. */
export async function handInXml(companyId: string, rid: string, file: File): Promise<ReceiptSummary> {
  const path = { id: companyId, rid }
  const body = new Blob([file], { type: 'application/xml' })
  return (await api.post('/api/companies/{id}/receipts/{rid}/xml', { path, body })).data
}

/** Has the files of a month ('2026-11') made; `loadMonth` says how far they are. */
export async function askForMonth(companyId: string, mes: string): Promise<XmlMonth> {
  return (await api.post('/api/companies/{id}/receipts/xml-month', { path: { id: companyId }, body: { mes } })).data
}

/** How far the files of a month are that was asked for. */
export function loadMonth(companyId: string, mid: string) {
  return queryOptions({
    queryKey: [...receipts.one(mid), companyId, 'month'],
    queryFn: async ({ signal }): Promise<XmlMonth> =>
      (await api.get('/api/companies/{id}/receipts/xml-month/{mid}', { path: { id: companyId, mid }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.estado === 'preparando' ? LIVE_MS : false),
  })
}

/** One of its files; gives its name. */
export function downloadMonthFile(companyId: string, mid: string, n: number): Promise<string> {
  return download('/api/companies/{id}/receipts/xml-month/{mid}/files/{n}', { path: { id: companyId, mid, n } })
}
