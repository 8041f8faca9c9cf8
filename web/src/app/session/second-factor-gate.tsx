import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSession } from '@/api'
import { useBrought } from '@/ui'
import { FullPageLoading } from './full-page-loading'
import { useSignOut } from './use-sign-out'

type Props = { email: string; onSignOut: () => void; onCodes: () => void; onDone: () => void }
const bringScreen = () => import('@/features/accounts/account/second-factor-needed')

/** Lets nobody further who has to set up a second factor first: the server would refuse everything else. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const signOut = useSignOut()
  // Held until the recovery codes were seen, although the session is let through as soon as it is set up.
  const [isShowingCodes, setShowingCodes] = useState(false)
  if (!session.second_factor_needed && !isShowingCodes) return children
  return (
    <Held
      email={session.user.email}
      onSignOut={signOut}
      onCodes={() => setShowingCodes(true)}
      onDone={() => setShowingCodes(false)}
    />
  )
}

function Held(props: Props) {
  const parts = useBrought(bringScreen)
  return parts ? <parts.SecondFactorNeeded {...props} /> : <FullPageLoading />
}
