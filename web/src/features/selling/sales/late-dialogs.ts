export { CounterDialogs } from './counter-dialogs'
export { LeavingDialog } from './leaving-dialog'
