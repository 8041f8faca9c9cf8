/** Sales: ids, made by the browser. */
export { newSaleId } from './sale'
