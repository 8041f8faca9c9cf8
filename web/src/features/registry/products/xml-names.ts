import { useSyncExternalStore } from 'react'

const KEY = 'balcao-nomes-do-xml'
const listeners = new Set<() => void>()
/** Where the browser keeps nothing: as long as the page lasts. */
let unkept: boolean | null = null

function areShown(): boolean {
  if (unkept !== null) return unkept
  try {
    return localStorage.getItem(KEY) === 'sim'
  } catch {
    return false // blocked
  }
}

/** Whether fields say their names in the XML of a nota below them; remembered in this browser. Otherwise a tooltip does. */
export function useXmlNames(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areShown)
}

export function showXmlNames(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'sim' : 'nao')
    unkept = null
  } catch {
    unkept = isOn
  }
  for (const listener of listeners) listener()
}
