/** People: the dialog for a new person, and the guard for users without a company. */
export { PersonDialog } from './person-dialog'
export { WithCompany } from './with-company'
