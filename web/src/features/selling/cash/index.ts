/** The till: the open session and its dialogs. */
export { openSessionOf, refreshCash } from './queries'

/** Its dialogs `ApprovalDialog` and `OpenTillDialog`, loaded on demand. */
export const loadCashDialogs = () => import('./dialogs')
export type CashDialogs = Awaited<ReturnType<typeof loadCashDialogs>>
