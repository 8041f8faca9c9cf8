export { findProducts } from './queries'
