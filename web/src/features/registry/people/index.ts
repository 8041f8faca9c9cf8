/** What other features may use of this one. */
export { PersonDialog } from './person-dialog'
export { WithCompany } from './with-company'
