import { useEffect, useEffectEvent, useState } from 'react'

export type Hotkey = {
  /** One key as `KeyboardEvent.key` names it ('/', 'n', 'ArrowDown', 'F2'), or with 'Ctrl+' before it. */
  key: string
  /** What it does, for the list of all keys. */
  label: string
  /** Return false when there was nothing to do: then the browser's own meaning stands. */
  run: (event: KeyboardEvent) => unknown
}

type Registration = { order: number; hotkeys: readonly Hotkey[] }

/** In the order in which their components were first drawn. */
const registrations: Registration[] = []

let lastOrder = 0
/**
 * Components are drawn from the outside in, while their effects run from the inside out. The one that was drawn last wins a
 * key, so that a screen takes over a key of the frame around it, whether both come at once or one after the other.
 */
const nextOrder = () => ++lastOrder

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  )
}

/** A dialog has the keyboard for itself. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}

/** Keys that type nothing and mean nothing inside a field. */
const TYPES_NOTHING = /^(F\d+|Insert)$/

const withControl = (event: { ctrlKey: boolean; metaKey: boolean }) => event.ctrlKey || event.metaKey

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean; target: EventTarget | null }

/**
 * Whether a Ctrl key is heard before the field it is pressed in, which might otherwise take it for the plain key: a choice
 * opens its list by Enter, whatever is held with it. In an open list what one points at is taken first.
 */
export function isAheadOfField(event: KeyPress): boolean {
  const isPointing =
    event.key === 'Enter' &&
    event.target instanceof HTMLElement &&
    event.target.getAttribute('aria-expanded') === 'true' &&
    event.target.hasAttribute('aria-activedescendant')
  return withControl(event) && !isPointing
}

/**
 * Plain keys act only where nobody types; those that type nothing, and with Ctrl all, inside fields too. Never with Alt or
 * the system key.
 */
function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing || event.repeat) return
  if (!withControl(event) && !TYPES_NOTHING.test(event.key) && isTyping(event.target)) return
  if (isDialogOpen()) return
  // Caps Lock changes nothing.
  const name = (withControl(event) ? 'ctrl+' : '') + event.key.toLowerCase()
  for (const { hotkeys } of registrations.toReversed()) {
    const hotkey = hotkeys.find(({ key }) => key.toLowerCase() === name)
    if (!hotkey) continue
    if (hotkey.run(event) === false) return
    event.preventDefault()
    event.stopPropagation()
    return
  }
}

const onTheWayDown = (event: KeyboardEvent) => isAheadOfField(event) && handle(event)
const onTheWayUp = (event: KeyboardEvent) => !isAheadOfField(event) && handle(event)

function register(registration: Registration): () => void {
  if (registrations.length === 0) {
    window.addEventListener('keydown', onTheWayDown, { capture: true })
    window.addEventListener('keydown', onTheWayUp)
  }
  registrations.push(registration)
  registrations.sort((a, b) => a.order - b.order)
  return () => {
    registrations.splice(registrations.indexOf(registration), 1)
    if (registrations.length > 0) return
    window.removeEventListener('keydown', onTheWayDown, { capture: true })
    window.removeEventListener('keydown', onTheWayUp)
  }
}

/** Registers page keys while the component is there. The same listeners serve them all. */
export function useHotkeys(hotkeys: readonly Hotkey[]): void {
  const [order] = useState(nextOrder)
  const runLatest = useEffectEvent((index: number, event: KeyboardEvent) => hotkeys[index]?.run(event))
  const names = JSON.stringify(hotkeys.map(({ key, label }) => [key, label]))
  useEffect(() => {
    const parsed = JSON.parse(names) as [string, string][]
    return register({
      order,
      hotkeys: parsed.map(([key, label], index) => ({ key, label, run: (event) => runLatest(index, event) })),
    })
  }, [names, order])
}

/** Does what a key would do now; nothing when no screen has it. For what is clicked in its place. */
export function pressHotkey(key: string): void {
  const event = new KeyboardEvent('keydown', { key })
  const hotkeys = registrations.toReversed().flatMap((registration) => registration.hotkeys)
  hotkeys.find((hotkey) => hotkey.key === key)?.run(event)
}

/** All keys that work now, without those taken over by a newer registration. */
export function activeHotkeys(): { key: string; label: string }[] {
  const seen = new Set<string>()
  return registrations
    .toReversed()
    .flatMap(({ hotkeys }) => hotkeys)
    .filter(({ key }) => !seen.has(key.toLowerCase()) && seen.add(key.toLowerCase()))
}
