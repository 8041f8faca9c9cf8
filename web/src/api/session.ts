import { queryOptions, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { api, canRecoverSession } from './client'
import { putAtCounter } from './counter-person'
import { ApiProblem } from './problem'
import { madeOf, queryKeys } from './query-keys'
import { pinTabCompany } from './tab-company'
import type { paths } from './schema'
import type { ActiveCompany, Session } from './types'

export const sessionKey = queryKeys('session').all

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return (await api.get('/api/session', { signal })).data
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.isUnauthenticated && !canRecoverSession()) return null
      throw problem
    }
  },
  staleTime: 5 * 60_000,
  // The active company in it tells its environment and how long its certificate lasts.
  meta: madeOf('certificate', 'sefaz-settings'),
  // The fallback session below lasts only until the server answers again.
  refetchInterval: (query) => (query.state.status === 'error' ? 5_000 : false),
})

/** What the specification gives somebody whose session could not be loaded: role user, no company, no message. */
export const FALLBACK_SESSION: Session = {
  user: { id: '', email: '', full_name: '' },
  role: 'user',
  active_company: null,
  default_company_id: null,
  second_factor_needed: false,
  recusado: {
    operador: [],
    gerente: [
      ...['POST /api/companies', 'DELETE /api/companies/{id}', 'GET /api/companies/{id}/tech-resp'],
      ...['GET /api/users', 'DELETE /api/example-shop'],
      ...['POST /api/companies/{id}/numbers/confirm', 'POST /api/companies/{id}/sefaz-settings/reveal'],
    ],
  },
}

export type SessionState = { status: 'loading' } | { status: 'signed-out' } | { status: 'signed-in'; session: Session }

/** The session as the route guard needs it. A failed refresh keeps what was known. */
export function useSessionState(): SessionState {
  const { data, errorUpdateCount } = useQuery(sessionQuery)
  if (data) return { status: 'signed-in', session: data }
  if (data === null) return { status: 'signed-out' }
  // Counted, not `isError`: that one is false again during every new attempt, and the page would come and go.
  return errorUpdateCount > 0 ? { status: 'signed-in', session: FALLBACK_SESSION } : { status: 'loading' }
}

/** Makes the answer of a sign-in, a sign-up or a company switch the session, without asking again. */
export function enterSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(sessionKey, session)
}

/** Forgets the user and everything read in their name. */
export function leaveSession(queryClient: QueryClient): void {
  pinTabCompany(null)
  putAtCounter(null)
  queryClient.clear()
  queryClient.setQueryData(sessionKey, null)
}

const SessionContext = createContext<Session | null>(null)
const ActiveCompanyContext = createContext<ActiveCompany | null>(null)

/** Filled by the shell; tests of a screen fill them by hand. */
export const SessionProvider = SessionContext.Provider
export const ActiveCompanyProvider = ActiveCompanyContext.Provider

/** The signed-in person. Only under /app, where the guard has let somebody in. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs the guarded part of the app around it')
  return session
}

export function useIsAdmin(): boolean {
  return useSession().role === 'admin'
}

/** The company this tab works on, or null when there is none. */
export function useActiveCompany(): ActiveCompany | null {
  return useContext(ActiveCompanyContext)
}

/** An operation of the contract by its method and path, as the session names those it refuses. */
export type OperationName = {
  [P in keyof paths]: {
    [M in keyof paths[P] & ('get' | 'post' | 'put' | 'delete')]: paths[P][M] extends object
      ? `${Uppercase<M>} ${P}`
      : never
  }[keyof paths[P] & ('get' | 'post' | 'put' | 'delete')]
}[keyof paths]

export type May = (operation: OperationName | undefined) => boolean

/** What the server lets this person do in the company of this tab: what it would refuse is not offered. */
export function useMay(): May {
  const { recusado } = useSession()
  // Without a company there is nothing of a company to refuse.
  const refused = recusado[useActiveCompany()?.papel ?? 'gerente']
  return (operation) => operation === undefined || !refused.includes(operation)
}
