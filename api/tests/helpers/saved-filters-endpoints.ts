import type { CallOptions, Caller } from './caller.ts'
import { unique } from './data.ts'

type Extra = Pick<CallOptions, 'headers'>

/** `lista` undefined: without the parameter. */
export const listSavedFilters = (as: Caller, lista?: string) =>
  as.call('listSavedFilters', { query: lista === undefined ? {} : { lista } })
export const createSavedFilter = (as: Caller, json: object, extra: Extra = {}) =>
  as.call('createSavedFilter', { json, ...extra })
export const deleteSavedFilter = (as: Caller, sfid: string) => as.call('deleteSavedFilter', { params: { sfid } })

export const filter = (overrides: object = {}) => ({
  lista: 'produtos',
  nome: `Lajes ${unique()}`,
  valores: { search: 'laje', sort: '-prod_vUnCOM', status: 'inativos' },
  ...overrides,
})
export const newFilter = async (as: Caller, overrides: object = {}) =>
  (await createSavedFilter(as, filter(overrides))).expect(201)
