import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import type { Location } from 'react-router'
import type { Desk, DeskState } from './desk'
import { isEmpty } from './sale'

const isSignOut = ({ state }: Location) =>
  typeof state === 'object' && state !== null && (state as { signOut?: unknown }).signOut === true

export type Leaving = { isParking: boolean; stay: () => void; keep: () => void; park: (name: string) => void }

/**
 * Signing out with an open sale asks to put it away first. Elsewhere nothing is asked: the sale stays on this computer.
 */
export function useLeaving(desk: Desk, state: DeskState): Leaving | null {
  const [isWaiting, setWaiting] = useState(false)
  const blocker = useBlocker(
    ({ nextLocation }) => isSignOut(nextLocation) && state.sending === null && !isEmpty(desk.snapshot().sale),
  )
  const isBlocked = blocker.state === 'blocked'
  const { sale } = state
  // Put away: nothing is open any more, and one may go.
  const isParked = isBlocked && isWaiting && state.sending === null && isEmpty(sale)
  const { proceed } = blocker
  useEffect(() => {
    if (isParked) proceed?.()
  }, [isParked, proceed])

  if (!isBlocked) return null
  return {
    isParking: isWaiting && state.sending !== null,
    stay: () => blocker.reset(),
    keep: () => blocker.proceed(),
    park: (name) => {
      setWaiting(true)
      desk.park(sale.em_espera ?? sale.nome ?? name)
    },
  }
}
