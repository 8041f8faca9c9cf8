/** Receipts: queries, actions and the contingency strip. */
export { ContingencyStrip } from './contingency-strip'
export { isOnItsWay, isRefused } from './estado'
export type { Estado } from './estado'
export { alertOf } from './estado-looks'
export { EstadoBadge } from './estado-badge'
export { authoriserOf, fitsRoll, goesOffline, modeloName, otherAuthoriser } from './modelo'
export {
  abandonReceipt,
  contingencyNow,
  countRejected,
  goOffline,
  loadReceipt,
  refreshReceipts,
  retryReceipt,
} from './queries'
export { PAYMENT_CHOICES, paymentShortName } from './payment-names'
export { XmlMonthDialog } from './xml-month-dialog'
export { ReasonDialog } from './reason-dialog'
