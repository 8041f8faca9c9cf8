import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, madeOf, queryKeys, sessionKey } from '@/api'
import type { User } from '@/api'

const users = queryKeys('users')
const accountKey = [...users.all, 'account'] as const
const sessionsKey = ['account-sessions'] as const

export type LoadedAccount = { user: User; etag: string | undefined }

export const loadAccount = queryOptions({
  queryKey: accountKey,
  queryFn: async ({ signal }): Promise<LoadedAccount> => {
    const { data, etag } = await api.get('/api/account', { signal })
    return { user: data, etag }
  },
  // What an admin changes about oneself is told as a change of the session.
  meta: madeOf('session'),
  gcTime: 0,
})

export async function renameAccount(full_name: string, version: string | undefined): Promise<LoadedAccount> {
  const { data, etag } = await api.put('/api/account', { body: { full_name }, ifMatch: version })
  return { user: data, etag }
}

export async function changePassword(body: { current_password: string; password: string }): Promise<void> {
  await api.put('/api/account/password', { body })
}

const pinKey = ['own-pin'] as const

/** Since when one has a PIN at the company; null: has none. */
export const loadPin = (id: string) =>
  queryOptions({
    queryKey: [...pinKey, id],
    queryFn: async ({ signal }) => (await api.get('/api/companies/{id}/pin', { path: { id }, signal })).data.desde,
    staleTime: 0,
  })

export async function setPin(id: string, pin: string): Promise<void> {
  await api.put('/api/companies/{id}/pin', { path: { id }, body: { pin } })
}

export async function removePin(id: string): Promise<void> {
  await api.delete('/api/companies/{id}/pin', { path: { id } })
}

export function refreshPin(queryClient: QueryClient): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: pinKey })
}

const secondFactorKey = ['second-factor'] as const

/** Whether codes of an app are asked for at sign-in. */
export const loadSecondFactor = queryOptions({
  queryKey: secondFactorKey,
  queryFn: async ({ signal }) => (await api.get('/api/account/second-factor', { signal })).data,
  staleTime: 0,
  meta: madeOf('session'),
})

/** A new secret for an app, in base32. */
export async function beginSecondFactor(): Promise<string> {
  return (await api.post('/api/account/second-factor')).data.secret
}

/** The recovery codes, which are shown this once. */
export async function turnOnSecondFactor(code: string): Promise<string[]> {
  return (await api.put('/api/account/second-factor', { body: { code } })).data.recovery_codes
}

export async function turnOffSecondFactor(): Promise<void> {
  await api.delete('/api/account/second-factor')
}

export async function makeRecoveryCodes(): Promise<string[]> {
  return (await api.post('/api/account/second-factor/recovery-codes')).data.recovery_codes
}

export function refreshSecondFactor(queryClient: QueryClient): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: secondFactorKey })
}

/** What an app reads from the QR code (the Key URI of authenticators). */
export function appAddress(email: string, secret: string): string {
  const issuer = encodeURIComponent('Balcão')
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`
}

/** Where the account is signed in, last used first. */
export const listSessions = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) => (await api.get('/api/account/sessions', { signal })).data.items,
  staleTime: 0,
  meta: madeOf('session'),
})

export async function endSession(sid: string): Promise<void> {
  await api.delete('/api/account/sessions/{sid}', { path: { sid } })
}

export async function endOtherSessions(): Promise<void> {
  await api.delete('/api/account/sessions')
}

export function refreshSessions(queryClient: QueryClient): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: sessionsKey })
}

/** The account and the session, which carries the name. */
export function refreshAccount(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: users.all }),
    queryClient.invalidateQueries({ queryKey: sessionKey }),
  ])
}
