import type { CallOptions, Caller, Schemas } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

export const listCashSessions = (as: Caller, id: string, query: Record<string, string | number> = {}) =>
  as.call('listCashSessions', { params: { id }, query })
export const openCashSession = (as: Caller, id: string, json: object, extra: Extra = {}) =>
  as.call('openCashSession', { params: { id }, json, ...extra })
export const getCashSession = (as: Caller, id: string, cid: string) =>
  as.call('getCashSession', { params: { id, cid } })
export const listCashMovements = (as: Caller, id: string, cid: string, query: Record<string, number> = {}) =>
  as.call('listCashMovements', { params: { id, cid }, query })
export const moveCash = (as: Caller, id: string, cid: string, json: object, extra: Extra = {}) =>
  as.call('moveCash', { params: { id, cid }, json, ...extra })
export const closeCashSession = (as: Caller, id: string, cid: string, json: object) =>
  as.call('closeCashSession', { params: { id, cid }, json })
export const noteCashSession = (as: Caller, id: string, cid: string, nota: string | null) =>
  as.call('noteCashSession', { params: { id, cid }, json: { nota } })
export const getCashReport = (as: Caller, id: string, query: Record<string, string>) =>
  as.call('getCashReport', { params: { id }, query })
export const getCashSlip = (as: Caller, id: string, cid: string, seq: number, query: Record<string, string> = {}) =>
  as.call('getCashSlip', { params: { id, cid, seq: String(seq) }, query })
export const printCashSlip = (as: Caller, id: string, eid: string, seq: number) =>
  as.call('printCashSlip', { params: { id, eid }, json: { seq } })
export const giveApproval = (as: Caller, id: string, json: object) => as.call('giveApproval', { params: { id }, json })

/** What was counted: cash, and of the others what is named. */
export const counted = (cash: string, others: Record<string, string> = {}) => ({
  contagem: Object.entries({ '01': cash, ...others }).map(([tPag, contado]) => ({ tPag, contado })),
})
export type CashSession = Schemas['CashSession']
