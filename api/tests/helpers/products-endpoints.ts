import type { CallOptions, Caller } from './caller.ts'
import type { BulkAction } from './people-endpoints.ts'

type Extra = Pick<CallOptions, 'headers'>

export interface ProductsFilter {
  search?: string
  sort?: string
  situacao?: string
  prod_NCM?: string
  prod_uCOM?: string
  prod_cProd?: string
  page?: number | string
  page_size?: number | string
}

export const listProducts = (as: Caller, id: string, query: ProductsFilter = {}) =>
  as.call('listProducts', { params: { id }, query: { ...query } })
export const countProducts = (as: Caller, id: string, query: ProductsFilter = {}) =>
  as.call('countProducts', { params: { id }, query: { ...query } })
/** `code` undefined: without the parameter. */
export const lookUpProduct = (as: Caller, id: string, code?: string) =>
  as.call('lookUpProduct', { params: { id }, query: code === undefined ? {} : { code } })
export const searchNcm = (as: Caller, id: string, search = '') =>
  as.call('searchNcm', { params: { id }, query: { search } })
export const createProduct = (as: Caller, id: string, json: object, extra: Extra = {}) =>
  as.call('createProduct', { params: { id }, json, ...extra })
export const changeProducts = (as: Caller, id: string, action: BulkAction, ids: string[]) =>
  as.call('changeProducts', { params: { id }, json: { action, ids } })
export const changeProductValues = (as: Caller, id: string, motivo: string, itens: object[], extra: Extra = {}) =>
  as.call('changeProductValues', { params: { id }, json: { motivo, itens }, ...extra })
export const previewPrices = (as: Caller, id: string, ids: string[], regra: object) =>
  as.call('previewPrices', { params: { id }, json: { ids, regra } })
export const getProduct = (as: Caller, id: string, pid: string) => as.call('getProduct', { params: { id, pid } })
/** `etag` undefined: without If-Match. */
export const updateProduct = (as: Caller, id: string, pid: string, etag: string | undefined, json: object) =>
  as.call('updateProduct', { params: { id, pid }, json, ...ifMatch(etag) })
export const deleteProduct = (as: Caller, id: string, pid: string, etag: string | undefined) =>
  as.call('deleteProduct', { params: { id, pid }, ...ifMatch(etag) })
export const restoreProduct = (as: Caller, id: string, pid: string) =>
  as.call('restoreProduct', { params: { id, pid } })

export interface ReferenceFilter {
  search?: string
  ncm?: string
  cst?: string
  limit?: number | string
}
export const searchReference = (as: Caller, table: string, query: ReferenceFilter = {}) =>
  as.call('searchReference', { params: { table }, query: { ...query } })

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })
