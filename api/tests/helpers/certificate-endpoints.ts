import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

export const getCertificate = (as: Caller, id: string) => as.call('getCertificate', { params: { id } })
/** `etag` undefined: without If-Match. */
export const putCertificate = (as: Caller, id: string, etag: string | undefined, json: object) =>
  as.call('putCertificate', { params: { id }, json, ...ifMatch(etag) })
export const deleteCertificate = (as: Caller, id: string, etag: string | undefined) =>
  as.call('deleteCertificate', { params: { id }, ...ifMatch(etag) })

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })
