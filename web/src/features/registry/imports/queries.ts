import { queryOptions } from '@tanstack/react-query'
import { api, download, queryKeys } from '@/api'
import type { Import, ImportRow, OnProgress } from '@/api'

const imports = queryKeys('imports')

/** What is imported: products belong to a company, people to everyone. */
export type Target = { kind: 'products'; company: string } | { kind: 'people' }

/** mantida: those that undoing left. */
export type Situacao = ImportRow['situacao'] | 'mantida'
export type RowsPage = { items: ImportRow[]; page: number; page_size: number; total: number; total_exact: boolean }

/** While something goes on it is asked for this often: events hint too, but may be late. */
const EVERY_MS = 700
const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const isRunning = ({ state }: Import) => state === 'lendo' || state === 'aplicando' || state === 'desfazendo'

export function listImports(target: Target) {
  return queryOptions({
    queryKey: imports.list(target),
    queryFn: async ({ signal }) =>
      (target.kind === 'products'
        ? await api.get('/api/companies/{id}/imports', { path: { id: target.company }, signal })
        : await api.get('/api/people/imports', { signal })
      ).data.items,
  })
}

export function loadImport(target: Target, iid: string) {
  return queryOptions({
    queryKey: [...imports.one(iid), target],
    queryFn: async ({ signal }) =>
      (target.kind === 'products'
        ? await api.get('/api/companies/{id}/imports/{iid}', { path: { id: target.company, iid }, signal })
        : await api.get('/api/people/imports/{iid}', { path: { iid }, signal })
      ).data,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? EVERY_MS : false),
  })
}

export function listRows(target: Target, iid: string, situacao: Situacao | undefined, page: number) {
  const query = { situacao, page, page_size: 20 }
  return queryOptions({
    queryKey: [...imports.one(iid), 'rows', target, query],
    queryFn: async ({ signal }): Promise<RowsPage> =>
      (target.kind === 'products'
        ? await api.get('/api/companies/{id}/imports/{iid}/rows', { path: { id: target.company, iid }, query, signal })
        : await api.get('/api/people/imports/{iid}/rows', { path: { iid }, query, signal })
      ).data,
    placeholderData: (before) => before,
  })
}

type Sending = { idempotencyKey: string; onProgress: OnProgress; signal: AbortSignal }

/** Sends the file; its ending says what it is, since browsers do not agree on the type of a CSV. */
export async function upload(target: Target, file: File, sending: Sending): Promise<Import> {
  const type = file.name.toLowerCase().endsWith('.xlsx') ? TYPES.xlsx : TYPES.csv
  const options = {
    body: new Blob([file], { type }),
    ...sending,
    headers: { 'X-File-Name': encodeURIComponent(file.name) },
  }
  return target.kind === 'products'
    ? (await api.post('/api/companies/{id}/imports', { path: { id: target.company }, ...options })).data
    : (await api.post('/api/people/imports', options)).data
}

export async function applyImport(target: Target, iid: string): Promise<Import> {
  return target.kind === 'products'
    ? (await api.post('/api/companies/{id}/imports/{iid}/apply', { path: { id: target.company, iid } })).data
    : (await api.post('/api/people/imports/{iid}/apply', { path: { iid } })).data
}

export async function undoImport(target: Target, iid: string): Promise<Import> {
  return target.kind === 'products'
    ? (await api.post('/api/companies/{id}/imports/{iid}/undo', { path: { id: target.company, iid } })).data
    : (await api.post('/api/people/imports/{iid}/undo', { path: { iid } })).data
}

export async function cancelImport(target: Target, iid: string): Promise<void> {
  if (target.kind === 'products') {
    await api.delete('/api/companies/{id}/imports/{iid}', { path: { id: target.company, iid } })
  } else {
    await api.delete('/api/people/imports/{iid}', { path: { iid } })
  }
}

export function downloadModel(target: Target): Promise<string> {
  const query = { format: 'xlsx' as const }
  return target.kind === 'products'
    ? download('/api/companies/{id}/imports/model', { path: { id: target.company }, query })
    : download('/api/people/imports/model', { query })
}

/** The bad rows as they came, with a column that says why. */
export function downloadRejected(target: Target, { id: iid, file_name }: Import): Promise<string> {
  const query = { format: file_name.toLowerCase().endsWith('.csv') ? ('csv' as const) : ('xlsx' as const) }
  return target.kind === 'products'
    ? download('/api/companies/{id}/imports/{iid}/rejected', { path: { id: target.company, iid }, query })
    : download('/api/people/imports/{iid}/rejected', { path: { iid }, query })
}

export const importsKey = imports.all
