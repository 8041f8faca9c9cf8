export { openSessionOf, refreshCash } from './queries'

/** Its windows, for who does not draw them at first: `ApprovalDialog`, `OpenTillDialog`. */
export const loadCashDialogs = () => import('./dialogs')
export type CashDialogs = Awaited<ReturnType<typeof loadCashDialogs>>
