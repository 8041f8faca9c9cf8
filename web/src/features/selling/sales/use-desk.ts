import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useSession } from '@/api'
import { readThisStationId } from '@/features/registry/stations'
import { Desk } from './desk'
import { serverOf } from './queries'
import type { SentSale } from './sent'
import { placeOf } from './storage'

type Told = { kind: 'issued'; sent: SentSale } | { kind: 'parked'; name: string }

/** The counter of a company, or that of its practice, for as long as its screen is there. */
export function useDesk(company: string, isPractice: boolean, told: (what: Told) => void) {
  const { user } = useSession()
  const tell = useEffectEvent(told)
  const [listeners] = useState(() => new Set<(what: Told) => void>())
  const [desk] = useState(() => {
    const owner = { id: user.id, name: user.full_name || user.email }
    return new Desk(
      placeOf(company, isPractice),
      owner,
      serverOf(company, isPractice),
      () => readThisStationId(company),
      (what) => listeners.forEach((listen) => listen(what)),
    )
  })
  useEffect(() => {
    const listen = (what: Told) => tell(what)
    listeners.add(listen)
    const stop = desk.start()
    return () => {
      stop()
      listeners.delete(listen)
    }
  }, [desk, listeners])
  return { desk, state: useSyncExternalStore(desk.subscribe, desk.snapshot) }
}
