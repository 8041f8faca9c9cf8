import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { isDialogOpen } from '../hotkeys/hotkeys'
import { ScanRun } from './scan-run'

/** A reader without Enter is through with a code when nothing has followed for so long. */
const END_MS = 150
/** Whoever closes something may give the focus to something else first. */
const HAND_OVER_MS = 30

/** A reader that falters does not pause so long within a code; a hand does before it takes the reader. */
const HAND_MS = 600

/** What a hand has typed when a code comes next: nothing, or a quantity. */
const BEFORE_CODE = /^$|\*\s*$/

const CONTROLS = 'a[href], button, input, select, textarea, summary, [contenteditable], [tabindex]:not([tabindex="-1"])'
/** Keys that mean something in a scan field and nothing where nobody has the focus. */
const FIELD_KEYS = new Set(['Enter', 'Delete', 'Backspace', 'ArrowUp', 'ArrowDown'])

/** Notes how something is, and returns how to make it so again. */
type Keep = () => () => void
const keeps = new Set<Keep>()

/** For what a single key changes beyond the field it is typed in: a code that began with this key undoes it. */
export function useKeptFromScans(keep: Keep): void {
  const keepLatest = useEffectEvent(keep)
  useEffect(() => {
    const one = () => keepLatest()
    keeps.add(one)
    return () => void keeps.delete(one)
  }, [])
}

const isTyped = ({ key }: KeyboardEvent) => key.length === 1

function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROLS) : null
  return control?.matches(':disabled') ? null : control
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Fields that a program fills in as fast as a reader. */
const isSignIn = (element: Element | null) =>
  element instanceof HTMLInputElement &&
  (element.type === 'password' || element.type === 'email' || element.autocomplete === 'one-time-code')

/** Gives a field another text as if it had been typed. */
function enter(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Notes what has the focus and what stands in it, and returns how to make it so again. */
function keepFocused(): () => void {
  const element = document.activeElement
  const { value = null, selectionStart = null, selectionEnd = null } = isText(element) ? element : {}
  const isExpanded = element?.getAttribute('aria-expanded')
  const kept = Array.from(keeps, (keep) => keep())
  return () => {
    for (const restore of kept) flushSync(restore)
    if (!(element instanceof HTMLElement) || !element.isConnected || element === document.body) return
    // A list that was opened by what was typed closes when its field is left.
    if (element.getAttribute('aria-expanded') !== isExpanded) element.blur()
    element.focus()
    if (!isText(element) || value === null) return
    if (element.value !== value) enter(element, value)
    if (selectionStart !== null) element.setSelectionRange(selectionStart, selectionEnd)
  }
}

/**
 * Nothing that is scanned is lost while `field` is there: what is typed with the focus nowhere goes to it, as does the focus
 * when what had it is gone; and what a reader types anywhere else is given to `onScan`, and leaves that place as it was.
 */
export function useScanner(field: RefObject<HTMLInputElement | null>, onScan: (code: string) => void): void {
  const scan = useEffectEvent(onScan)
  useEffect(() => {
    const run = new ScanRun()
    const ours = new WeakSet<Event>()
    let restore = () => {}
    /** It begins in the scan field, which holds nothing but perhaps a quantity. */
    let isInField = true
    let lastKey = -Infinity
    /** A hand went through the list for what it typed. */
    let isInList = false
    /** The keys of this code are kept from where they are typed. */
    let isTaken = false
    let end: ReturnType<typeof setTimeout> | undefined

    const stop = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const take = (event: KeyboardEvent) => {
      stop(event)
      if (!isTaken) restore()
      isTaken = true
    }
    const finish = () => {
      clearTimeout(end)
      const { text } = run
      run.reset()
      isTaken = false
      scan(text)
    }
    const pressInField = (event: KeyboardEvent, key = event.key) => {
      const { code, shiftKey } = event
      const pressed = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true })
      ours.add(pressed)
      return field.current?.dispatchEvent(pressed) === false
    }
    /** The key goes to the scan field, which types it itself where it is a character. */
    const handOver = (event: KeyboardEvent) => {
      field.current?.focus()
      if (pressInField(event)) event.preventDefault()
      event.stopPropagation()
    }

    const onKeyDown = (event: KeyboardEvent) => {
      if (ours.has(event)) return
      if (event.isComposing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) {
        if (!isTaken) run.reset()
        return
      }
      if (isTaken && run.isOver(event.timeStamp)) finish()
      const isNowhere = !isDialogOpen() && controlOf(event.target) === null
      if (isNowhere && (isTyped(event) || FIELD_KEYS.has(event.key))) handOver(event)

      const focused = document.activeElement
      const isOwn = focused === field.current
      const step = run.press(event, isSignIn(focused))
      if (step === 'first') {
        restore = keepFocused()
        const before = field.current?.value ?? ''
        if (BEFORE_CODE.test(before) || event.key === '*') isInField = true
        else if (isInList || event.timeStamp - lastKey > HAND_MS) isInField = false
      }
      lastKey = event.timeStamp
      isInList = event.key.startsWith('Arrow')
      if (step === 'first') return
      if (isOwn && isInField) {
        if (step !== 'read') return
        run.reset()
        if (event.key === 'Tab' && pressInField(event, 'Enter')) stop(event)
      } else if (step === 'reading') {
        take(event)
        clearTimeout(end)
        end = setTimeout(finish, END_MS)
      } else if (step === 'read') {
        take(event)
        finish()
      }
    }
    /** A letter means nothing to a button that has not taken it. */
    const onUnheardKey = (event: KeyboardEvent) => {
      if (ours.has(event) || event.defaultPrevented || !isTyped(event) || event.key === ' ') return
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isDialogOpen()) return
      const control = controlOf(event.target)
      if (control?.matches('button, a') && control.closest('[data-own-keys]') === null) handOver(event)
    }

    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('keydown', onUnheardKey)
    return () => {
      clearTimeout(end)
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('keydown', onUnheardKey)
    }
  }, [field])

  useEffect(() => {
    let last: Element | null = document.activeElement
    let check: ReturnType<typeof setTimeout> | undefined
    const note = ({ target }: FocusEvent) => (last = target instanceof Element ? target : null)
    // One may click beside everything, to mark some text.
    const forget = () => (last = null)
    const takeBack = () => {
      if (last === null || isDialogOpen()) return
      if (document.activeElement !== null && document.activeElement !== document.body) return
      if (last.isConnected && !last.matches(':disabled') && last.closest('[hidden]') === null) return
      field.current?.focus()
    }
    const observer = new MutationObserver(() => {
      clearTimeout(check)
      check = setTimeout(takeBack, HAND_OVER_MS)
    })
    const changes = { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] }
    observer.observe(document.body, changes)
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget)
    return () => {
      clearTimeout(check)
      observer.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget)
    }
  }, [field])
}
