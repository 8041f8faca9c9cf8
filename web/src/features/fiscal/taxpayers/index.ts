/** Fills a new customer's form from SEFAZ's registry of taxpayers. */
export { useTaxpayerFill } from './use-taxpayer-fill'
