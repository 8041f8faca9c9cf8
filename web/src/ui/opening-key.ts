/** The key that is down has opened something. */
let isSpent = false

/**
 * For what takes the focus at once: the key that opened it, which is still down, neither types nor presses anything in it,
 * however long it is held. The next one does.
 */
export function spendOpeningKey(): void {
  isSpent = true
}

function onKeyDown(event: KeyboardEvent): void {
  isSpent &&= event.repeat
  if (!isSpent) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

// From the start, and before any other listener: one added by an opening would come too late for the key that opened.
window.addEventListener('keydown', onKeyDown, { capture: true })
window.addEventListener('keypress', (event) => isSpent && event.preventDefault(), { capture: true })
