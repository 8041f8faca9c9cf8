/** Store credit: codes and printing of vouchers. */
export { codeText, plainCode } from './code'
export { printVoucher } from './print-voucher'
