/** What a company still has to do before it issues receipts. */
export { addressOf } from './addresses'
export { loadReadiness } from './queries'
export type { ReadinessRow } from './queries'
