import { useSyncExternalStore } from 'react'

/** Who took the counter of this browser by PIN. The session stays that of who signed in. */
export type PersonAtCounter = {
  id: string
  user_id: string
  nome: string
  company: string
  station: string
  /** The server wants the PIN again: nothing is sold in the name of somebody else meanwhile. */
  hasEnded?: true
}

const KEY = 'balcao-operador'
const listeners = new Set<() => void>()

/** What was read last, so that it is the same object until it changes. */
let read: { text: string | null; person: PersonAtCounter | null } = { text: null, person: null }

function parse(text: string | null): PersonAtCounter | null {
  try {
    return text === null ? null : (JSON.parse(text) as PersonAtCounter)
  } catch {
    return null
  }
}

function current(): PersonAtCounter | null {
  const text = localStorage.getItem(KEY)
  if (text !== read.text) read = { text, person: parse(text) }
  return read.person
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** null: who is signed in sells. */
export function putAtCounter(person: PersonAtCounter | null): void {
  if (person) localStorage.setItem(KEY, JSON.stringify(person))
  else localStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}

export function usePersonAtCounter(company: string): PersonAtCounter | null {
  const person = useSyncExternalStore(subscribe, current)
  return person?.company === company ? person : null
}

/** Whom a call names. What only reads goes on as the signed-in person's once the PIN is needed again. */
export function counterPersonOf(path: string, company: unknown, isReading: boolean): PersonAtCounter | null {
  const person = current()
  if (!person || !path.startsWith('/api/companies/{id}/') || company !== person.company) return null
  return isReading && person.hasEnded ? null : person
}

/** The person named by `id` has to give the PIN again. */
export function noteCounterEnded(id: string): void {
  const person = current()
  if (person?.id === id && !person.hasEnded) putAtCounter({ ...person, hasEnded: true })
}
