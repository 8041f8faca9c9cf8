export { codeText, plainCode } from './code'
export { printVoucher } from './print-voucher'
