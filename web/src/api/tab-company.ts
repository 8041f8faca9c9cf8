import { useSyncExternalStore } from 'react'

/**
 * The company this tab works on, by id. Kept per tab and over F5, so that a switch in another tab never changes
 * what this one writes to.
 */
const KEY = 'balcao.empresa'

const listeners = new Set<() => void>()

let current = sessionStorage.getItem(KEY)

/** Pins the tab to a company; null lets the session's own choice decide again. */
export function pinTabCompany(id: string | null): void {
  if (id === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, id)
  if (current === id) return
  current = id
  for (const changed of listeners) changed()
}

/** Keeps the choice for now but not over F5: it turned out to be out of reach. */
export function releaseTabCompanyOnReload(): void {
  sessionStorage.removeItem(KEY)
}

export function useTabCompany(): string | null {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
