import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/**
 * A panel under a button: closed by Esc (focus goes back to the button), by a press outside and by focus leaving.
 * `root` is the element around both, `trigger` the button.
 */
export function usePopover(root: RefObject<HTMLElement | null>, trigger: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const onFocus = (event: FocusEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
      trigger.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [isOpen, root, trigger])

  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    /** Closes after a choice made inside, giving the focus back. */
    close: () => {
      setOpen(false)
      trigger.current?.focus()
    },
  }
}
