export { ApprovalDialog } from './approval-dialog'
export { OpenTillDialog } from './open-till-dialog'
