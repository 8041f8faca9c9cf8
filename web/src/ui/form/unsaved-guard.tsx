import { memo, useEffect } from 'react'
import type { RefObject } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../basics/button'
import { Dialog } from '../dialog/dialog'

type Props = {
  isDirty: boolean
  /** Set by a successful save, whose own navigation must pass, and by leaving without one. */
  isSaved: RefObject<boolean>
  /** What would be lost, e.g. the record's name. */
  recordName: string
  /** One goes and wants to keep nothing. */
  onLeave: () => void
}

/** Asks before typed text is left behind: by a link, Back, F5 or closing the tab. */
export const UnsavedGuard = memo(function UnsavedGuard({ isDirty, isSaved, recordName, onLeave }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty, isSaved])

  return (
    <Dialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Sair sem salvar?"
      foot={
        <>
          <Button
            kind="secondary"
            onClick={() => {
              onLeave()
              blocker.proceed?.()
            }}
          >
            Sair sem salvar
          </Button>
          <Button isFirst onClick={() => blocker.reset?.()}>
            Continuar editando
          </Button>
        </>
      }
    >
      <p>
        O que você mudou em <strong>{recordName}</strong> será perdido.
      </p>
    </Dialog>
  )
})
