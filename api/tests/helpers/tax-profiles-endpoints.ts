import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })

export const listTaxProfiles = (as: Caller, id: string) => as.call('listTaxProfiles', { params: { id } })
export const createTaxProfile = (as: Caller, id: string, json: object, extra: Extra = {}) =>
  as.call('createTaxProfile', { params: { id }, json, ...extra })
export const getTaxProfile = (as: Caller, id: string, fid: string) => as.call('getTaxProfile', { params: { id, fid } })
/** `etag` undefined: without If-Match. */
export const updateTaxProfile = (as: Caller, id: string, fid: string, etag: string | undefined, json: object) =>
  as.call('updateTaxProfile', { params: { id, fid }, json, ...ifMatch(etag) })
export const deleteTaxProfile = (as: Caller, id: string, fid: string, etag: string | undefined) =>
  as.call('deleteTaxProfile', { params: { id, fid }, ...ifMatch(etag) })
export const previewTaxProfile = (
  as: Caller,
  id: string,
  fid: string,
  ids: string[],
  more: { so_ibscbs?: boolean } = {},
) => as.call('previewTaxProfile', { params: { id, fid }, json: { ids, ...more } })
