import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

export type ReceiptFilter = Record<string, string | number>

export const listReceipts = (as: Caller, id: string, query: ReceiptFilter = {}) =>
  as.call('listReceipts', { params: { id }, query })
export const countReceipts = (as: Caller, id: string, query: ReceiptFilter = {}) =>
  as.call('countReceipts', { params: { id }, query })
export const getReceipt = (as: Caller, id: string, rid: string) => as.call('getReceipt', { params: { id, rid } })
/** `corrections` undefined: without a body. */
export const retryReceipt = (as: Caller, id: string, rid: string, corrections?: object) =>
  as.call('retryReceipt', { params: { id, rid }, ...(corrections === undefined ? {} : { json: corrections }) })
export const issueReceiptOffline = (as: Caller, id: string, rid: string) =>
  as.call('issueReceiptOffline', { params: { id, rid } })
export const checkReceipt = (as: Caller, id: string, rid: string) => as.call('checkReceipt', { params: { id, rid } })
export const cancelReceipt = (as: Caller, id: string, rid: string, motivo: string) =>
  as.call('cancelReceipt', { params: { id, rid }, json: { motivo } })
export const abandonReceipt = (as: Caller, id: string, rid: string, motivo: string) =>
  as.call('abandonReceipt', { params: { id, rid }, json: { motivo } })
export const getReceiptXml = (as: Caller, id: string, rid: string) => as.call('getReceiptXml', { params: { id, rid } })
/** `xml` as it is sent; `type`: what it is said to be. */
export const handInReceiptXml = (as: Caller, id: string, rid: string, xml: string, type = 'application/xml') =>
  as.call('handInReceiptXml', { params: { id, rid }, raw: xml, contentType: type })
export const exportReceipts = (as: Caller, id: string, query: ReceiptFilter = {}) =>
  as.call('exportReceipts', { params: { id }, query })
export const askForXmlMonth = (as: Caller, id: string, json: object) =>
  as.call('askForXmlMonth', { params: { id }, json })
export const getXmlMonth = (as: Caller, id: string, mid: string) => as.call('getXmlMonth', { params: { id, mid } })
export const getXmlMonthFile = (as: Caller, id: string, mid: string, n: number) =>
  as.call('getXmlMonthFile', { params: { id, mid, n: String(n) } })
export const getReceiptDanfe = (as: Caller, id: string, rid: string, query: ReceiptFilter = {}) =>
  as.call('getReceiptDanfe', { params: { id, rid }, query })
export const noteReceiptPrint = (as: Caller, id: string, rid: string, json: object) =>
  as.call('noteReceiptPrint', { params: { id, rid }, json })
export const listReceiptEmails = (as: Caller, id: string, rid: string) =>
  as.call('listReceiptEmails', { params: { id, rid } })
export const listReceiptCorrections = (as: Caller, id: string, rid: string) =>
  as.call('listReceiptCorrections', { params: { id, rid } })
export const correctReceipt = (as: Caller, id: string, rid: string, json: object) =>
  as.call('correctReceipt', { params: { id, rid }, json })
export const getReceiptCorrectionPdf = (as: Caller, id: string, rid: string, lid: string) =>
  as.call('getReceiptCorrectionPdf', { params: { id, rid, lid } })
export const getReceiptCorrectionXml = (as: Caller, id: string, rid: string, lid: string) =>
  as.call('getReceiptCorrectionXml', { params: { id, rid, lid } })
export const sendReceiptEmail = (as: Caller, id: string, rid: string, para: string, extra: Extra = {}) =>
  as.call('sendReceiptEmail', { params: { id, rid }, json: { para }, ...extra })
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
