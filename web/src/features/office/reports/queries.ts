import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, download, madeOf, queryKeys } from '@/api'
import type { ReportExport, ReportExportInput } from '@/api'

const reports = queryKeys('reports')

/** What changes a figure. */
const CAUSES = madeOf('receipts', 'returns', 'budgets', 'cash')

type Comparison = 'periodo_anterior' | 'ano_anterior' | undefined
export type PeriodQuery = { de: string; ate: string; comparar: Comparison }
export type FiscalQuery = PeriodQuery & { serie: number | undefined }
export type ClientsQuery = FiscalQuery & { operador: string | undefined }
export type SalesQuery = ClientsQuery & {
  cliente: string | undefined
  produto: string | undefined
  tPag: string | undefined
}

export function loadSales(companyId: string, query: SalesQuery) {
  return queryOptions({
    queryKey: reports.list({ companyId, of: 'sales', ...query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/reports/sales', { path: { id: companyId }, query, signal })).data,
    meta: CAUSES,
    placeholderData: keepPreviousData,
  })
}

export function loadFiscal(companyId: string, query: FiscalQuery) {
  return queryOptions({
    queryKey: reports.list({ companyId, of: 'fiscal', ...query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/reports/fiscal', { path: { id: companyId }, query, signal })).data,
    meta: CAUSES,
    placeholderData: keepPreviousData,
  })
}

export function loadClients(companyId: string, query: ClientsQuery) {
  return queryOptions({
    queryKey: reports.list({ companyId, of: 'clients', ...query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/reports/clients', { path: { id: companyId }, query, signal })).data,
    meta: CAUSES,
    placeholderData: keepPreviousData,
  })
}

/** What an accountant needs of a month, '2026-11'. */
export function loadClosing(companyId: string, mes: string) {
  return queryOptions({
    queryKey: reports.list({ companyId, of: 'closing', mes }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/reports/closing', { path: { id: companyId }, query: { mes }, signal })).data,
    meta: madeOf('receipts', 'numbers'),
    placeholderData: keepPreviousData,
  })
}

/** As many as stand beside each other; whoever has more asks for one at a time. */
const REACHED = 50

/** The active companies whose reports one may read, by name. */
export function reachedCompanies() {
  return queryOptions({
    queryKey: queryKeys('companies').list({ of: 'reports' }),
    queryFn: async ({ signal }) => {
      const query = { ativo: 'S', page_size: REACHED } as const
      const { data } = await api.get('/api/companies', { query, signal })
      return data.items
        .filter(({ papel }) => papel !== 'operador')
        .map(({ id, nome_fantasia, razao_social }) => ({ id, name: nome_fantasia ?? razao_social }))
    },
    meta: madeOf('session'),
  })
}

export async function askForExport(companyId: string, body: ReportExportInput): Promise<ReportExport> {
  return (await api.post('/api/companies/{id}/reports/exports', { path: { id: companyId }, body })).data
}

export async function readExport(companyId: string, xid: string): Promise<ReportExport> {
  return (await api.get('/api/companies/{id}/reports/exports/{xid}', { path: { id: companyId, xid } })).data
}

/** Lets the browser keep the finished file; gives its name. */
export function downloadExport(companyId: string, xid: string): Promise<string> {
  return download('/api/companies/{id}/reports/exports/{xid}/file', { path: { id: companyId, xid } })
}
