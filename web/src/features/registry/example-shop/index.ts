/** What other features may use of this one. */
export { ExampleShopOffer } from './example-shop-offer'
export { ExampleStrip } from './example-strip'
export { useRemoveExampleShop } from './use-remove-example-shop'
