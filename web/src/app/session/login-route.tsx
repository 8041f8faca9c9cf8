import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { enterSession, FALLBACK_SESSION, useSessionState } from '@/api'
import LoginPage from '@/features/accounts/auth/login-page'
import { paths } from '../paths'

/** The sign-in page, which leads back to where one came from. */
export function LoginRoute() {
  const state = useSessionState()
  const queryClient = useQueryClient()
  const from = cameFrom(useLocation().state)
  if (state.status === 'signed-in' && state.session !== FALLBACK_SESSION) return <Navigate to={from} replace />
  return <LoginPage onSignedIn={(session) => enterSession(queryClient, session)} />
}

/** The guard notes where it turned somebody away; anything else in the history's state is not ours. */
function cameFrom(state: unknown): string {
  const from = (state as { from?: { pathname: string; search: string; hash: string } } | null)?.from
  return from?.pathname.startsWith(paths.dashboard) ? from.pathname + from.search + from.hash : paths.dashboard
}
