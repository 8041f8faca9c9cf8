export { IbptTable } from './ibpt-table'
