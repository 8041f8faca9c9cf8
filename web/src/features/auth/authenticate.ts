import { api } from '@/api'
import type { Session } from '@/api'

export type AuthMode = 'sign-in' | 'sign-up'

export type Credentials = { email: string; password: string }

/** Signs in, or creates the account and signs it in. */
export async function authenticate(mode: AuthMode, body: Credentials): Promise<Session> {
  const answer =
    mode === 'sign-in' ? await api.post('/api/auth/sign-in', { body }) : await api.post('/api/auth/sign-up', { body })
  return answer.data
}
