/** Receipts: queries, actions and the contingency strip. */
export { ContingencyStrip } from './contingency-strip'
export { alertOf, isOnItsWay, isRefused } from './estado'
export {
  abandonReceipt,
  contingencyNow,
  countRejected,
  goOffline,
  loadReceipt,
  refreshReceipts,
  retryReceipt,
} from './queries'
export { useReceiptsToSettle } from './to-settle'
export { ReasonDialog } from './reason-dialog'
