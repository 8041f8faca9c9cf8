import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api'
import type { Session } from '@/api'

export type AuthMode = 'sign-in' | 'sign-up'

export type Credentials = { email: string; password: string; setup_code?: string; code?: string }

/** What signing up asks for now. Somebody else may be first meanwhile: asked anew each time. */
export const signUpOptions = queryOptions({
  queryKey: ['sign-up-options'],
  queryFn: async ({ signal }) => (await api.get('/api/auth/sign-up', { signal })).data,
  staleTime: 0,
})

/** A link for a new password goes to this address, if it is somebody's. */
export async function requestPasswordReset(email: string): Promise<void> {
  await api.post('/api/auth/password-reset', { body: { email } })
}

/** Sets the password of whom the link was sent to. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await api.put('/api/auth/password', { body: { token, password } })
}

/** Signs in, or creates the account and signs it in. */
export async function authenticate(mode: AuthMode, body: Credentials): Promise<Session> {
  const answer =
    mode === 'sign-in' ? await api.post('/api/auth/sign-in', { body }) : await api.post('/api/auth/sign-up', { body })
  return answer.data
}
