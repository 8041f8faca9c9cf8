import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

export interface PeopleFilter {
  search?: string
  sort?: string
  situacao?: string
  pessoa_tipo?: number | string
  page?: number | string
  page_size?: number | string
}
export type BulkAction = 'delete' | 'restore' | 'activate' | 'deactivate'

export const listPeople = (as: Caller, query: PeopleFilter = {}) => as.call('listPeople', { query: { ...query } })
export const countPeople = (as: Caller, query: PeopleFilter = {}) => as.call('countPeople', { query: { ...query } })
export const createPerson = (as: Caller, json: object, extra: Extra = {}) => as.call('createPerson', { json, ...extra })
export const changePeople = (as: Caller, action: BulkAction, ids: string[]) =>
  as.call('changePeople', { json: { action, ids } })
export const getPerson = (as: Caller, pid: string) => as.call('getPerson', { params: { pid } })
/** `etag` undefined: without If-Match. */
export const updatePerson = (as: Caller, pid: string, etag: string | undefined, json: object) =>
  as.call('updatePerson', { params: { pid }, json, ...ifMatch(etag) })
export const deletePerson = (as: Caller, pid: string, etag: string | undefined) =>
  as.call('deletePerson', { params: { pid }, ...ifMatch(etag) })
export const restorePerson = (as: Caller, pid: string) => as.call('restorePerson', { params: { pid } })

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })
