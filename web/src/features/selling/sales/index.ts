export { newSaleId } from './sale'
