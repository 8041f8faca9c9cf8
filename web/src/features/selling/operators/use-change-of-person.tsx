import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { onCounterPersonNeeded, putAtCounter, usePersonAtCounter } from '@/api'
import { useThisStation } from '@/features/registry/stations'
import { lateParts } from '@/ui'
import { listOperators } from './queries'
import { texts } from './texts'

const [useDialogs, useLoadDialogs] = lateParts(() => import('./change-person-dialog'))

type ChangeOfPerson = {
  /** What its key is called; null: no PIN is taken at this station. */
  keyLabel: string | null
  ask: () => void
  dialog: ReactNode
}

/** The change of person at a counter by PIN; a refused call waits for the PIN, too. */
export function useChangeOfPerson(company: string, isOffered: boolean, onClosed: () => void): ChangeOfPerson {
  const station = useThisStation(company)
  const person = usePersonAtCounter(company)
  const dialogs = useDialogs()
  const [isOpen, setOpen] = useState(false)
  const held = useRef<((isChosen: boolean) => void) | null>(null)
  const isPossible = isOffered && station?.aceita_pin === 'S'
  useLoadDialogs(isPossible)
  // There when the window opens: a hand goes on at once.
  useQuery({ ...listOperators(company, station?.id ?? ''), enabled: isPossible })

  // The person took the counter at another station.
  const isElsewhere = person !== null && station !== undefined && station?.id !== person.station
  useEffect(() => {
    if (isElsewhere) putAtCounter(null)
  }, [isElsewhere])

  const wait = useEffectEvent(
    () =>
      new Promise<boolean>((resolve) => {
        held.current = resolve
        setOpen(true)
      }),
  )
  useEffect(() => {
    if (!isPossible) return undefined
    onCounterPersonNeeded(() => wait())
    return () => {
      onCounterPersonNeeded(null)
      held.current?.(false)
      held.current = null
    }
  }, [isPossible])

  const close = (isChosen: boolean) => {
    flushSync(() => setOpen(false))
    held.current?.(isChosen)
    held.current = null
    onClosed()
  }
  return {
    keyLabel: !isPossible ? null : person ? texts.selling(person.nome) : texts.change,
    ask: () => isPossible && setOpen(true),
    dialog: isOpen && isPossible && dialogs && (
      <dialogs.ChangePersonDialog company={company} station={station.id} onClose={close} />
    ),
  }
}
