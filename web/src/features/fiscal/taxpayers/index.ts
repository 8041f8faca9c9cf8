/** What other features may use of this one. */
export { useTaxpayerFill } from './use-taxpayer-fill'
