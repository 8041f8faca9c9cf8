import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, madeOf, queryKeys, sessionKey } from '@/api'
import type { User, UserCompany, UserInput } from '@/api'
import { totalsOf } from '@/ui'

const users = queryKeys('users')

export const SORTS = ['full_name', 'email', 'role', 'created_at', 'last_sign_in_at'] as const
type Sort = (typeof SORTS)[number]

export const TABS = ['ativos', 'inativos', 'todos'] as const
export type Tab = (typeof TABS)[number]

export type UserFilter = { search: string; tab: Tab; role: string; sort: Sort | `-${Sort}`; page: number }

/** A user with the version to send back when saving. */
export type LoadedUser = { user: User; etag: string | undefined }

export function listUsers({ tab, ...filter }: UserFilter) {
  const query = { ...filter, situacao: situacaoOf(tab) }
  return queryOptions({
    queryKey: users.list(query),
    queryFn: async ({ signal }) => (await api.get('/api/users', { query, signal })).data,
  })
}

/** How many each tab has within a search and role. */
export function countUsers({ search, role }: Pick<UserFilter, 'search' | 'role'>) {
  return queryOptions({
    queryKey: users.list({ search, role, counted: true }),
    queryFn: ({ signal }) =>
      totalsOf(TABS, async (tab) => {
        const query = { search, role, situacao: situacaoOf(tab), page_size: 1 }
        return (await api.get('/api/users', { query, signal })).data
      }),
  })
}

function situacaoOf(tab: Tab) {
  return tab === 'todos' ? undefined : tab
}

/** Names of all roles, whose list changes only with the program. */
export const listRoles = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await api.get('/api/roles', { signal })).data.map(({ name }) => name),
  staleTime: Infinity,
})

/**
 * For a dialog: read anew each time it opens; `opening` tells one opening from another. The server notes in the audit
 * log that somebody looked; reading again while the dialog is open is no further look.
 */
export function loadUser(id: string, opening: string) {
  const queryKey = [...users.one(id), opening]
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => readUser(id, client.getQueryData(queryKey) ? 'refresh' : 'view', signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

async function readUser(id: string, purpose: 'view' | 'refresh', signal?: AbortSignal): Promise<LoadedUser> {
  const { data, etag } = await api.get('/api/users/{uid}', { path: { uid: id }, query: { purpose }, signal })
  return { user: data, etag }
}

export type NewUser = { full_name: string; email: string; password: string; role_name: string }

export async function createUser(body: NewUser, idempotencyKey: string): Promise<User> {
  return (await api.post('/api/users', { body, idempotencyKey })).data
}

export async function updateUser(id: string, body: UserInput, version: string | undefined): Promise<void> {
  await api.put('/api/users/{uid}', { path: { uid: id }, body, ifMatch: version })
}

/** Reads first: what the list shows may be older than what somebody else saved. No look at the user for the audit log. */
export async function changeUser(kind: 'activate' | 'deactivate' | 'delete', id: string): Promise<void> {
  const { user, etag } = await readUser(id, 'refresh')
  const active = kind === 'activate' ? 'S' : 'N'
  if (kind === 'delete') await api.delete('/api/users/{uid}', { path: { uid: id }, ifMatch: etag })
  // Read-only fields go along: the server accepts and ignores them.
  else if (user.active !== active) await updateUser(id, { ...user, active }, etag)
}

export async function resetPassword(id: string, password: string): Promise<void> {
  await api.put('/api/users/{uid}/password', { path: { uid: id }, body: { password } })
}

const COMPANIES_PER_PAGE = 20

/** All companies with the user's access to each, a page after the other. */
export function listUserCompanies(id: string, search: string) {
  return infiniteQueryOptions({
    queryKey: [...users.all, 'companies', id, search],
    queryFn: async ({ signal, pageParam }) =>
      (
        await api.get('/api/users/{uid}/companies', {
          path: { uid: id },
          query: { search, page: pageParam, page_size: COMPANIES_PER_PAGE },
          signal,
        })
      ).data,
    initialPageParam: 1,
    getNextPageParam: ({ page, page_size, total }) => (page * page_size < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: madeOf('companies'),
  })
}

export type Papel = NonNullable<UserCompany['papel']>

/** What somebody with access is in the company. */
export async function setPapel(id: string, company: string, papel: Papel): Promise<void> {
  await api.put('/api/users/{uid}/companies/{id}', { path: { uid: id, id: company }, body: { papel } })
}

export async function setAccess(id: string, company: string, hasAccess: boolean): Promise<void> {
  const path = { uid: id, id: company }
  if (hasAccess) await api.put('/api/users/{uid}/companies/{id}', { path })
  else await api.delete('/api/users/{uid}/companies/{id}', { path })
}

/** Null: none. */
export async function setDefaultCompany(id: string, company_id: string | null): Promise<void> {
  await api.put('/api/users/{uid}/default-company', { path: { uid: id }, body: { company_id } })
}

/** Lists and records; the session too, since one may have changed oneself. */
export function refreshUsers(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: users.all }),
    queryClient.invalidateQueries({ queryKey: sessionKey }),
  ])
}
