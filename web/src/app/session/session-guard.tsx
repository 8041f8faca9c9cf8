import { Navigate, Outlet, useLocation } from 'react-router'
import { SessionProvider, useSessionState } from '@/api'
import { DraftOwner } from '@/ui'
import { paths } from '../paths'
import { FullPageLoading } from './full-page-loading'

/** Lets signed-in people through; the others come back here after signing in. */
export function SessionGuard() {
  const state = useSessionState()
  const location = useLocation()
  if (state.status === 'loading') return <FullPageLoading />
  if (state.status === 'signed-out') return <Navigate to={paths.login} replace state={{ from: location }} />
  return (
    <SessionProvider value={state.session}>
      <DraftOwner value={state.session.user.id || null}>
        <Outlet />
      </DraftOwner>
    </SessionProvider>
  )
}
