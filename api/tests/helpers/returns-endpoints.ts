import type { CallOptions, Caller, Schemas } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>
type Query = Record<string, string | number>

export const getReturnable = (as: Caller, id: string, rid: string) => as.call('getReturnable', { params: { id, rid } })
export const listReturns = (as: Caller, id: string, query: Query = {}) =>
  as.call('listReturns', { params: { id }, query })
export const returnGoods = (as: Caller, id: string, json: object, extra: Extra = {}) =>
  as.call('returnGoods', { params: { id }, json, ...extra })
export const getReturn = (as: Caller, id: string, did: string) => as.call('getReturn', { params: { id, did } })
export const noteEntryNote = (as: Caller, id: string, did: string, nfe_chave: string | null) =>
  as.call('noteEntryNote', { params: { id, did }, json: { nfe_chave } })
export const issueEntryNfe = (as: Caller, id: string, did: string, depois_de: string | null = null) =>
  as.call('issueEntryNfe', { params: { id, did }, json: { depois_de } })
export const getEntrySheet = (as: Caller, id: string, did: string) => as.call('getEntrySheet', { params: { id, did } })

export const listStoreCredits = (as: Caller, id: string, query: Query = {}) =>
  as.call('listStoreCredits', { params: { id }, query })
export const getStoreCredit = (as: Caller, id: string, codigo: string, query: Query = {}) =>
  as.call('getStoreCredit', { params: { id, codigo }, query })
export const getVoucher = (as: Caller, id: string, codigo: string, query: Query = {}) =>
  as.call('getVoucher', { params: { id, codigo }, query })
export const printVoucher = (as: Caller, id: string, eid: string, json: object) =>
  as.call('printVoucher', { params: { id, eid }, json })

/** One of the first item comes back, for what it cost; as credit unless told otherwise. */
export const goods = (nfce_id: string, overrides: object = {}) => ({
  nfce_id,
  motivo: 'Não serviu',
  destino: 'credito',
  itens: [{ ordem: 0, quantidade: '1' }],
  total_visto: '41.00',
  ...overrides,
})
export type GoodsReturn = Schemas['Return']
