// Products of a company, or people when the company is null: both have the same operations.
import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>
export type SheetFormat = 'csv' | 'xlsx'
export const sheetTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export interface Upload {
  name?: string
  type?: string
  headers?: Record<string, string>
}
const upload = (raw: Buffer | string, { name = 'planilha.csv', type, headers = {} }: Upload) => ({
  raw,
  contentType: type ?? (name.endsWith('.xlsx') ? sheetTypes.xlsx : sheetTypes.csv),
  headers: { 'x-file-name': encodeURIComponent(name), ...headers },
})

export const importProducts = (as: Caller, id: string, raw: Buffer | string, options: Upload = {}) =>
  as.call('importProducts', { params: { id }, ...upload(raw, options) })
export const listProductsImports = (as: Caller, id: string) => as.call('listProductsImports', { params: { id } })
export const getProductsImportModel = (as: Caller, id: string, format: SheetFormat = 'xlsx') =>
  as.call('getProductsImportModel', { params: { id }, query: { format } })
export const getProductsImport = (as: Caller, id: string, iid: string) =>
  as.call('getProductsImport', { params: { id, iid } })
export const cancelProductsImport = (as: Caller, id: string, iid: string) =>
  as.call('cancelProductsImport', { params: { id, iid } })
export const listProductsImportRows = (
  as: Caller,
  id: string,
  iid: string,
  query: Record<string, string | number> = {},
) => as.call('listProductsImportRows', { params: { id, iid }, query })
export const listProductsImportProblems = (
  as: Caller,
  id: string,
  iid: string,
  query: Record<string, string | number> = {},
) => as.call('listProductsImportProblems', { params: { id, iid }, query })
export const undoProductsImport = (as: Caller, id: string, iid: string, extra: Extra = {}) =>
  as.call('undoProductsImport', { params: { id, iid }, ...extra })
export const applyProductsImport = (as: Caller, id: string, iid: string, extra: Extra = {}) =>
  as.call('applyProductsImport', { params: { id, iid }, ...extra })
export const getProductsImportRejected = (as: Caller, id: string, iid: string, format: SheetFormat = 'csv') =>
  as.call('getProductsImportRejected', {
    params: { id, iid },
    query: { format },
  })
export const exportProducts = (as: Caller, id: string, query: Record<string, string | number> = {}) =>
  as.call('exportProducts', { params: { id }, query })

export const importPeople = (as: Caller, raw: Buffer | string, options: Upload = {}) =>
  as.call('importPeople', upload(raw, options))
export const listPeopleImports = (as: Caller) => as.call('listPeopleImports')
export const getPeopleImportModel = (as: Caller, format: SheetFormat = 'xlsx') =>
  as.call('getPeopleImportModel', { query: { format } })
export const getPeopleImport = (as: Caller, iid: string) => as.call('getPeopleImport', { params: { iid } })
export const cancelPeopleImport = (as: Caller, iid: string) => as.call('cancelPeopleImport', { params: { iid } })
export const listPeopleImportRows = (as: Caller, iid: string, query: Record<string, string | number> = {}) =>
  as.call('listPeopleImportRows', { params: { iid }, query })
export const listPeopleImportProblems = (as: Caller, iid: string, query: Record<string, string | number> = {}) =>
  as.call('listPeopleImportProblems', { params: { iid }, query })
export const undoPeopleImport = (as: Caller, iid: string) => as.call('undoPeopleImport', { params: { iid } })
export const applyPeopleImport = (as: Caller, iid: string) => as.call('applyPeopleImport', { params: { iid } })
export const getPeopleImportRejected = (as: Caller, iid: string, format: SheetFormat = 'csv') =>
  as.call('getPeopleImportRejected', { params: { iid }, query: { format } })
export const exportPeople = (as: Caller, query: Record<string, string | number> = {}) =>
  as.call('exportPeople', { query })
