import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>
type Query = NonNullable<CallOptions['query']>

export interface BudgetFilter {
  search?: string
  situacao?: string
  tipo?: string
  faturado?: string
  de?: string
  ate?: string
  valido_de?: string
  valido_ate?: string
  cliente_id?: string
  cnpj_empresa?: string
  numero_pedido?: number | string
  venda_de?: string
  venda_ate?: string
  funcionario_id?: string
}
export interface BudgetPageOf extends BudgetFilter {
  sort?: string
  page?: number | string
  page_size?: number | string
}

export const listBudgets = (as: Caller, id: string, query: BudgetPageOf = {}) =>
  as.call('listBudgets', { params: { id }, query: { ...query } })
export const countBudgets = (as: Caller, id: string, query: BudgetFilter = {}) =>
  as.call('countBudgets', { params: { id }, query: { ...query } })
export const listSellers = (as: Caller, id: string) => as.call('listSellers', { params: { id } })
export const createBudget = (as: Caller, id: string, json: object, extra: Extra = {}) =>
  as.call('createBudget', { params: { id }, json, ...extra })
export const changeBudgets = (as: Caller, id: string, action: string, ids: string[]) =>
  as.call('changeBudgets', { params: { id }, json: { action, ids } })
export const getBudget = (as: Caller, id: string, bid: string) => as.call('getBudget', { params: { id, bid } })
/** `etag` undefined: without If-Match. */
export const updateBudget = (as: Caller, id: string, bid: string, etag: string | undefined, json: object) =>
  as.call('updateBudget', { params: { id, bid }, json, ...ifMatch(etag) })
export const deleteBudget = (as: Caller, id: string, bid: string, etag: string | undefined) =>
  as.call('deleteBudget', { params: { id, bid }, ...ifMatch(etag) })
export const restoreBudget = (as: Caller, id: string, bid: string) => as.call('restoreBudget', { params: { id, bid } })
export const duplicateBudget = (as: Caller, id: string, bid: string, extra: Extra = {}) =>
  as.call('duplicateBudget', { params: { id, bid }, ...extra })
export const getBudgetPdf = (as: Caller, id: string, bid: string) => as.call('getBudgetPdf', { params: { id, bid } })
export const listDeliveries = (as: Caller, id: string, bid: string) =>
  as.call('listDeliveries', { params: { id, bid } })
export const deliverGoods = (as: Caller, id: string, bid: string, json: object, extra: Extra = {}) =>
  as.call('deliverGoods', { params: { id, bid }, json, ...extra })
export const issueRemessa = (as: Caller, id: string, bid: string, entrega: string, depois_de: string | null = null) =>
  as.call('issueRemessa', { params: { id, bid, entrega }, json: { depois_de } })
export const undoDelivery = (as: Caller, id: string, bid: string, entrega: string, json: object) =>
  as.call('undoDelivery', { params: { id, bid, entrega }, json })
export const getRomaneioPdf = (as: Caller, id: string, bid: string, entrega: string) =>
  as.call('getRomaneioPdf', { params: { id, bid, entrega } })
export const getRomaneioSlip = (as: Caller, id: string, bid: string, entrega: string, query: Query = {}) =>
  as.call('getRomaneioSlip', { params: { id, bid, entrega }, query })
export const printRomaneio = (as: Caller, id: string, eid: string, json: object) =>
  as.call('printRomaneio', { params: { id, eid }, json })

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })
