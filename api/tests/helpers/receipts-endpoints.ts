import type { Caller } from './caller.ts'

export type ReceiptFilter = Record<string, string | number>

export const listReceipts = (as: Caller, id: string, query: ReceiptFilter = {}) =>
  as.call('listReceipts', { params: { id }, query })
export const countReceipts = (as: Caller, id: string, query: ReceiptFilter = {}) =>
  as.call('countReceipts', { params: { id }, query })
export const getReceipt = (as: Caller, id: string, rid: string) => as.call('getReceipt', { params: { id, rid } })
export const retryReceipt = (as: Caller, id: string, rid: string) => as.call('retryReceipt', { params: { id, rid } })
export const issueReceiptOffline = (as: Caller, id: string, rid: string) =>
  as.call('issueReceiptOffline', { params: { id, rid } })
export const checkReceipt = (as: Caller, id: string, rid: string) => as.call('checkReceipt', { params: { id, rid } })
export const cancelReceipt = (as: Caller, id: string, rid: string, motivo: string) =>
  as.call('cancelReceipt', { params: { id, rid }, json: { motivo } })
export const abandonReceipt = (as: Caller, id: string, rid: string, motivo: string) =>
  as.call('abandonReceipt', { params: { id, rid }, json: { motivo } })
export const getReceiptXml = (as: Caller, id: string, rid: string) => as.call('getReceiptXml', { params: { id, rid } })
export const getReceiptDanfe = (as: Caller, id: string, rid: string, query: ReceiptFilter = {}) =>
  as.call('getReceiptDanfe', { params: { id, rid }, query })
export const noteReceiptPrint = (as: Caller, id: string, rid: string, json: object) =>
  as.call('noteReceiptPrint', { params: { id, rid }, json })
export const voidNumbers = (as: Caller, id: string, json: object) => as.call('voidNumbers', { params: { id }, json })
export const getNumbers = (as: Caller, id: string, query: ReceiptFilter = {}) =>
  as.call('getNumbers', { params: { id }, query })
export const getContingency = (as: Caller, id: string, query: ReceiptFilter = {}) =>
  as.call('getContingency', { params: { id }, query })
/** `etag` undefined: without If-Match. */
export const putContingency = (as: Caller, id: string, etag: string | undefined, json: object) =>
  as.call('putContingency', {
    params: { id },
    json,
    ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
  })
