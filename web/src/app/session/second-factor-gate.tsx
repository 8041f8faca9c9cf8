import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useSession } from '@/api'
import { FullPageLoading } from './full-page-loading'
import { useSignOut } from './use-sign-out'

type Props = { email: string; onSignOut: () => void; onCodes: () => void; onDone: () => void }
type Screen = ComponentType<Props>

const RETRY_MS = 2_000

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

/** Its file is asked for until it comes, since few ever need it. */
function Held(props: Props) {
  const [Needed, setNeeded] = useState<Screen | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = () => {
      import('@/features/account/second-factor-needed')
        .then(({ SecondFactorNeeded }) => setNeeded(() => SecondFactorNeeded))
        .catch(() => {
          timer = setTimeout(attempt, RETRY_MS)
        })
    }
    attempt()
    return () => clearTimeout(timer)
  }, [])
  return Needed ? <Needed {...props} /> : <FullPageLoading />
}
