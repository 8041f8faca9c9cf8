import type { KeyboardEvent } from 'react'
import { pressHotkey } from '@/ui'

const KEYS = new Set(['F2', 'F3', 'F4', 'F6', 'F8', 'F9', 'F10'])

/**
 * The keys of the counter in one of its windows, for `Dialog`. `leave` first takes what is typed, or gives it up, and closes
 * the window; false: it cannot, and the window stays with the reason. The window's `own` key does no more than that.
 */
export function counterKeys(own: string, leave: () => boolean) {
  return (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!KEYS.has(key) || ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.nativeEvent.repeat && leave() && key !== own) pressHotkey(key)
  }
}
