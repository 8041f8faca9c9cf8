import type { CallOptions, Caller } from './caller.ts'

type Extra = Pick<CallOptions, 'headers'>

export interface UsersFilter {
  search?: string
  sort?: string
  situacao?: string
  role?: string
  page?: number | string
  page_size?: number | string
}
export type UserCompaniesFilter = Pick<UsersFilter, 'search' | 'page' | 'page_size'>

export const listUsers = (as: Caller, query: UsersFilter = {}) => as.call('listUsers', { query: { ...query } })
export const createUser = (as: Caller, json: object, extra: Extra = {}) => as.call('createUser', { json, ...extra })
export const getUser = (as: Caller, uid: string, query: { purpose?: string } = {}) =>
  as.call('getUser', { params: { uid }, query: { ...query } })
/** `etag` undefined: without If-Match. */
export const updateUser = (as: Caller, uid: string, etag: string | undefined, json: object) =>
  as.call('updateUser', { params: { uid }, json, ...ifMatch(etag) })
export const deleteUser = (as: Caller, uid: string, etag: string | undefined) =>
  as.call('deleteUser', { params: { uid }, ...ifMatch(etag) })
export const resetUserPassword = (as: Caller, uid: string, json: object) =>
  as.call('resetUserPassword', { params: { uid }, json })
export const listUserCompanies = (as: Caller, uid: string, query: UserCompaniesFilter = {}) =>
  as.call('listUserCompanies', { params: { uid }, query: { ...query } })
export const linkUserCompany = (as: Caller, uid: string, id: string, json?: object) =>
  as.call('linkUserCompany', { params: { uid, id }, ...(json && { json }) })
export const unlinkUserCompany = (as: Caller, uid: string, id: string) =>
  as.call('unlinkUserCompany', { params: { uid, id } })
export const setUserDefaultCompany = (as: Caller, uid: string, company_id: string | null) =>
  as.call('setUserDefaultCompany', { params: { uid }, json: { company_id } })
export const listRoles = (as: Caller) => as.call('listRoles')

export const getAccount = (as: Caller) => as.call('getAccount')
export const updateAccount = (as: Caller, etag: string | undefined, json: object) =>
  as.call('updateAccount', { json, ...ifMatch(etag) })
export const changeOwnPassword = (as: Caller, json: object) => as.call('changeOwnPassword', { json })
export const getSecondFactor = (as: Caller) => as.call('getSecondFactor')
export const beginSecondFactor = (as: Caller) => as.call('beginSecondFactor')
export const turnOnSecondFactor = (as: Caller, code: string) => as.call('turnOnSecondFactor', { json: { code } })
export const turnOffSecondFactor = (as: Caller) => as.call('turnOffSecondFactor')
export const makeRecoveryCodes = (as: Caller) => as.call('makeRecoveryCodes')
export const listOwnSessions = (as: Caller) => as.call('listOwnSessions')
export const endOtherSessions = (as: Caller) => as.call('endOtherSessions')
export const endOwnSession = (as: Caller, sid: string) => as.call('endOwnSession', { params: { sid } })

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })
