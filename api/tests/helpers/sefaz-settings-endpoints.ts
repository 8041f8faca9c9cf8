import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

export const getSefazSettings = (as: Caller, id: string) => as.call('getSefazSettings', { params: { id } })
/** `etag` undefined: without If-Match. */
export const putSefazSettings = (as: Caller, id: string, etag: string | undefined, json: object) =>
  as.call('putSefazSettings', { params: { id }, json, ...ifMatch(etag) })
export const revealCsc = (as: Caller, id: string, json: object) => as.call('revealCsc', { params: { id }, json })
export const getTechResp = (as: Caller, id: string) => as.call('getTechResp', { params: { id } })
export const putTechResp = (as: Caller, id: string, etag: string | undefined, json: object) =>
  as.call('putTechResp', { params: { id }, json, ...ifMatch(etag) })

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })
