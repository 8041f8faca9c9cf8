// One function per operation of the contract. Answers come back whatever their status; they were judged already.
import type { CallOptions, Caller, Schemas } from './caller.ts'

export * from './budgets-endpoints.ts'
export * from './cash-endpoints.ts'
export * from './certificate-endpoints.ts'
export * from './example-shop-endpoints.ts'
export * from './fiscal-tables-endpoints.ts'
export * from './ibpt-endpoints.ts'
export * from './imports-endpoints.ts'
export * from './installation-endpoints.ts'
export * from './numbers-endpoints.ts'
export * from './overview-endpoints.ts'
export * from './reports-endpoints.ts'
export * from './people-endpoints.ts'
export * from './products-endpoints.ts'
export * from './receipts-endpoints.ts'
export * from './returns-endpoints.ts'
export * from './sales-endpoints.ts'
export { createSavedFilter, deleteSavedFilter, listSavedFilters } from './saved-filters-endpoints.ts'
export * from './sefaz-connection-endpoints.ts'
export * from './sefaz-settings-endpoints.ts'
export * from './stations-endpoints.ts'
export * from './training-endpoints.ts'
export * from './tax-profiles-endpoints.ts'
export * from './taxpayers-endpoints.ts'
export * from './users-endpoints.ts'

type Extra = Pick<CallOptions, 'headers'>
export type LogoKind = 'system' | 'documents'

export const getHealth = (as: Caller) => as.call('getHealth')
export const getReadiness = (as: Caller) => as.call('getReadiness')
export const getMetrics = (as: Caller, extra: Extra = {}) => as.call('getMetrics', extra)
export const getContract = (as: Caller) => as.call('getContract')

export const getSignUpOptions = (as: Caller) => as.call('getSignUpOptions')
/** Signs up, and is signed in as that account from then on. */
export async function signUp(as: Caller, json: Schemas['SignUp'], extra: Extra = {}) {
  return keepCookie(as, await as.call('signUp', { json, ...extra }))
}
/** Signs in, and is that account from then on. */
export async function signIn(as: Caller, json: Schemas['SignIn'], extra: Extra = {}) {
  return keepCookie(as, await as.call('signIn', { json, ...extra }))
}
export const signOut = (as: Caller) => as.call('signOut')
export const requestPasswordReset = (as: Caller, address: string) =>
  as.call('requestPasswordReset', { json: { email: address } })
export const resetPassword = (as: Caller, json: { token: string; password: string }) =>
  as.call('resetPassword', { json })

export const getSession = (as: Caller) => as.call('getSession')
export const givePassword = (as: Caller, given: string) => as.call('givePassword', { json: { password: given } })
export const setActiveCompany = (as: Caller, company_id: string) =>
  as.call('setActiveCompany', { json: { company_id } })

export interface CompanyFilter {
  search?: string
  sort?: string
  ativo?: string
  page?: number | string
  page_size?: number | string
}
export const listCompanies = (as: Caller, query: CompanyFilter = {}) =>
  as.call('listCompanies', { query: { ...query } })
export const createCompany = (as: Caller, json: object, extra: Extra = {}) =>
  as.call('createCompany', { json, ...extra })
export const getCompany = (as: Caller, id: string) => as.call('getCompany', { params: { id } })
/** `etag` undefined: without If-Match. */
export const updateCompany = (as: Caller, id: string, etag: string | undefined, json: object) =>
  as.call('updateCompany', { params: { id }, json, ...ifMatch(etag) })
export const deleteCompany = (as: Caller, id: string, etag: string | undefined) =>
  as.call('deleteCompany', { params: { id }, ...ifMatch(etag) })

export const getCompanyLogo = (as: Caller, id: string, kind: LogoKind) =>
  as.call('getCompanyLogo', { params: { id, kind } })
export const putCompanyLogo = (as: Caller, id: string, kind: LogoKind, raw: Buffer | string, contentType: string) =>
  as.call('putCompanyLogo', { params: { id, kind }, raw, contentType })
export const deleteCompanyLogo = (as: Caller, id: string, kind: LogoKind) =>
  as.call('deleteCompanyLogo', { params: { id, kind } })
/** `url` as the company carries it: /files/company_logos/{userId}/{fileName}. */
export function getPublicLogo(as: Caller, url: string) {
  const [userId, fileName] = url.split('/').slice(-2)
  return as.call('getPublicLogo', { params: { userId: userId!, fileName: fileName! } })
}

export const listStates = (as: Caller) => as.call('listStates')
export const listMunicipalities = (as: Caller, uf: string) => as.call('listMunicipalities', { params: { uf } })
export const listVersions = (as: Caller, query: { page?: number | string; page_size?: number | string } = {}) =>
  as.call('listVersions', { query: { ...query } })

// The event stream does not end by itself: see events.ts.

const ifMatch = (etag: string | undefined): Extra => (etag === undefined ? {} : { headers: { 'if-match': etag } })

function keepCookie<A extends { received: { setCookies: string[] } }>(as: Caller, answer: A): A {
  const cookie = answer.received.setCookies.find((line) => /^(__Host-)?balcao_session=[^;]/.test(line))
  if (cookie) as.cookie = cookie.split(';')[0]
  return answer
}
