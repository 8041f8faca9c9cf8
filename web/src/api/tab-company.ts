import { useSyncExternalStore } from 'react'
import { TAB_COMPANY } from './early'

const listeners = new Set<() => void>()

/**
 * The company this tab works on, by id. Kept per tab and over F5, so that a switch in another tab never changes
 * what this one writes to.
 */
let current = sessionStorage.getItem(TAB_COMPANY)

/** Pins the tab to a company; null lets the session's own choice decide again. */
export function pinTabCompany(id: string | null): void {
  if (id === null) sessionStorage.removeItem(TAB_COMPANY)
  else sessionStorage.setItem(TAB_COMPANY, id)
  if (current === id) return
  current = id
  for (const changed of listeners) changed()
}

/** Keeps the choice for now but not over F5: it turned out to be out of reach. */
export function releaseTabCompanyOnReload(): void {
  sessionStorage.removeItem(TAB_COMPANY)
}

export function useTabCompany(): string | null {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
