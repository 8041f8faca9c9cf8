/** Products: search. */
export { findProducts } from './queries'
