import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useSession } from '@/api'
import { Desk } from './desk'
import { serverOf } from './queries'
import type { SentSale } from './sent'

type Told = { kind: 'issued'; sent: SentSale } | { kind: 'parked'; name: string }

/** The counter of a company for as long as its screen is there. */
export function useDesk(company: string, told: (what: Told) => void) {
  const { user } = useSession()
  const tell = useEffectEvent(told)
  const [listeners] = useState(() => new Set<(what: Told) => void>())
  const [desk] = useState(() => {
    const owner = { id: user.id, name: user.full_name || user.email }
    return new Desk(company, owner, serverOf(company), (what) => listeners.forEach((listen) => listen(what)))
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
