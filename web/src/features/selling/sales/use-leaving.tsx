import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import type { Location } from 'react-router'
import { Button, Dialog } from '@/ui'
import type { Desk, DeskState } from './desk'
import { isEmpty } from './sale'
import { texts } from './texts'

const isSignOut = ({ state }: Location) =>
  typeof state === 'object' && state !== null && (state as { signOut?: unknown }).signOut === true

const { leave: words } = texts

/**
 * Signing out with an open sale asks to put it away first. Elsewhere nothing is asked: the sale stays on this computer.
 */
export function useLeaving(desk: Desk, state: DeskState, ownName: string) {
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
  return (
    <Dialog
      opened
      onClose={() => blocker.reset()}
      title={words.signOutTitle}
      foot={
        <>
          <Button kind="secondary" onClick={() => blocker.proceed()}>
            {words.keep}
          </Button>
          <Button
            isFirst
            loading={isWaiting && state.sending !== null}
            onClick={() => {
              setWaiting(true)
              desk.park(sale.em_espera ?? sale.nome ?? words.unnamed(ownName))
            }}
          >
            {words.park}
          </Button>
        </>
      }
    >
      <p>{words.signOutText}</p>
      {state.refusal && <p role="alert">{state.refusal.message}</p>}
    </Dialog>
  )
}
