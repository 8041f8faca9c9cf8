/** Products: search. */
export { searchProducts } from './search'
