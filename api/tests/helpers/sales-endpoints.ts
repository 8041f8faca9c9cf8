import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

export const getSaleSettings = (as: Caller, id: string) => as.call('getSaleSettings', { params: { id } })
/** `etag` undefined: without If-Match. */
export const putSaleSettings = (as: Caller, id: string, etag: string | undefined, json: object) =>
  as.call('putSaleSettings', { params: { id }, json, ...ifMatch(etag) })
export const listParkedSales = (
  as: Caller,
  id: string,
  em_espera: number | string = 1,
  query: { treino?: number } = {},
) => as.call('listParkedSales', { params: { id }, query: { em_espera, ...query } })
export const postSale = (as: Caller, id: string, json: object) => as.call('postSale', { params: { id }, json })
export const previewSale = (as: Caller, id: string, json: object) => as.call('previewSale', { params: { id }, json })
export const getSale = (as: Caller, id: string, vid: string) => as.call('getSale', { params: { id, vid } })
export const discardSale = (as: Caller, id: string, vid: string, etag: string | undefined) =>
  as.call('discardSale', { params: { id, vid }, ...ifMatch(etag) })
export const resumeSale = (as: Caller, id: string, vid: string, json: object) =>
  as.call('resumeSale', { params: { id, vid }, json })
/** `sale`: its id. */
export const beginSaleOfBudget = (as: Caller, id: string, bid: string, sale: string) =>
  as.call('beginSaleOfBudget', { params: { id, bid }, json: { id: sale } })

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })
