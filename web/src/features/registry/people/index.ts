/** People: the dialogs for a new person and for what one lacks, and the guard for users without a company. */
export { PersonCompletion } from './person-completion'
export { PersonDialog } from './person-dialog'
export { findClient } from './queries'
export { WithCompany } from './with-company'
