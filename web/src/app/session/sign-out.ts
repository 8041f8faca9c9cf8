import { api, ApiProblem, leaveSession } from '@/api'
import { forgetDrafts, forgetOpened } from '@/ui'
import { queryClient } from '../query-client'

/** Forgets the user at once and ends the session. Returns what to say when the server did not confirm, else null. */
export async function signOut(): Promise<string | null> {
  leaveSession(queryClient)
  forgetDrafts()
  forgetOpened()
  try {
    await api.post('/api/auth/sign-out', { keepalive: true })
    return null
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem
    // Whoever is unknown to the server is signed out already.
    return problem.isUnauthenticated ? null : problem.message
  }
}
