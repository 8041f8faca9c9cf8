/** The example shop: offer, strip and removal. */
export { ExampleShopOffer } from './example-shop-offer'
export { ExampleStrip } from './example-strip'
export { useRemoveExampleShop } from './use-remove-example-shop'
