import { useSyncExternalStore } from 'react'

/** Which station this browser is, told once for each company. */
const keyOf = (company: string) => `balcao-estacao:${company}`
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Id of this browser's station; null while it was told none. */
export function readThisStationId(company: string): string | null {
  return localStorage.getItem(keyOf(company))
}

export function useThisStationId(company: string): string | null {
  return useSyncExternalStore(subscribe, () => readThisStationId(company))
}

/** null: none any more. */
export function chooseStation(company: string, id: string | null): void {
  if (id === null) localStorage.removeItem(keyOf(company))
  else localStorage.setItem(keyOf(company), id)
  for (const listener of listeners) listener()
}
