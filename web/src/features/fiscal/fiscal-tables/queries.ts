import { queryOptions } from '@tanstack/react-query'
import { api, keepFile, queryKeys } from '@/api'
import type { FiscalTableName, FiscalTablePreview, FiscalTables, FiscalTableUpload } from '@/api'

const fiscalTables = queryKeys('fiscal-tables')

export function loadTables() {
  return queryOptions({
    queryKey: fiscalTables.all,
    queryFn: async ({ signal }) => (await api.get('/api/fiscal-tables', { signal })).data,
  })
}

/** Keeps a table as it is in force as a file, under its own name. */
export async function downloadTable(arquivo: FiscalTableName): Promise<string> {
  const { conteudo } = (await api.get('/api/fiscal-tables/{arquivo}', { path: { arquivo } })).data
  keepFile(new Blob([conteudo], { type: 'text/plain;charset=utf-8' }), arquivo)
  return arquivo
}

/** What a file would change; refused with all its faults. */
export async function checkTable(body: FiscalTableUpload, signal: AbortSignal): Promise<FiscalTablePreview> {
  return (await api.post('/api/fiscal-tables/check', { body, signal })).data
}

export async function takeTable(body: FiscalTableUpload): Promise<FiscalTables> {
  return (await api.post('/api/fiscal-tables', { body })).data
}

export type Value = { parametro: string; uf: string; desde: string; valor: string; fonte: string }

/** One value in both environments, that SEFAZ judges by. */
export async function setValue(value: Value): Promise<FiscalTables> {
  const body = { ...value, ambiente: '*' as const, alcance: 'sefaz' as const }
  return (await api.post('/api/fiscal-tables/values', { body })).data
}

export async function undoChange(mudanca: string): Promise<FiscalTables> {
  return (await api.post('/api/fiscal-tables/changes/{mudanca}/undo', { path: { mudanca } })).data
}
