import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEventHandler, ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useLayer } from '../theme/layers'
import { useReturnFocus } from '../use-return-focus'
import { tabStops } from './tab-stops'
import classes from './window.module.css'

type Props = {
  isOpen: boolean
  onClose: () => void
  /** Its name, unless an element in it says that (`labelledBy`: its id). */
  label?: string
  labelledBy?: string
  /** Id of what it says. */
  describedBy?: string
  /** Where its box stands in the page. */
  place?: string | undefined
  box?: string | undefined
  /** In CSS px, where the page has the room; default that of its box. */
  width?: number
  /** Keys pressed in it, and not in a window over it. */
  onKeyDownCapture?: KeyboardEventHandler | undefined
  children: ReactNode
}

/**
 * A box over the page, with the focus kept in it and the page behind it kept still; Escape and a click beside it close it. Of
 * several the newest is on top. Gone at once when closed, since no key reaches the page while it is there.
 */
export function Window({ isOpen, ...props }: Props) {
  const zIndex = useLayer(isOpen, props.onClose)
  return isOpen && createPortal(<OpenWindow {...props} zIndex={zIndex} />, document.body)
}

function OpenWindow({ zIndex, place, box, width, ...props }: Omit<Props, 'isOpen'> & { zIndex: number }) {
  const element = useRef<HTMLElement>(null)
  useReturnFocus(true)
  useFocusInside(element)
  useStillPage()
  return (
    <div className={classes.window} style={{ zIndex, ...(width && { '--width': `${width}px` }) }}>
      {/* By keys it is Escape. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={classes.overlay} onClick={props.onClose} />
      <div className={`${classes.place} ${place ?? ''}`}>
        <section
          ref={element}
          role="dialog"
          aria-modal="true"
          aria-label={props.label}
          aria-labelledby={props.labelledBy}
          aria-describedby={props.describedBy}
          tabIndex={-1}
          className={`${classes.box} ${box ?? ''}`}
          onKeyDownCapture={props.onKeyDownCapture}
        >
          {props.children}
        </section>
      </div>
    </div>
  )
}

/**
 * Begins at what asks for it (`data-autofocus`) or first takes it, before the next key that is typed; and goes round with Tab.
 */
function useFocusInside(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const first = box.querySelector<HTMLElement>('[data-autofocus]') ?? tabStops(box)[0] ?? box
    first.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      const at = document.activeElement
      if (event.key !== 'Tab' || event.defaultPrevented || !box.contains(at)) return
      const stops = tabStops(box)
      const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
      if (at !== edge && !(at === box && (event.shiftKey || !edge))) return
      event.preventDefault()
      other?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [ref])
}

let openWindows = 0

/** The page behind does not scroll, and nothing in it moves for the scroll bar that goes. */
function useStillPage(): void {
  useLayoutEffect(() => {
    const { body, documentElement } = document
    if (openWindows === 0) {
      body.style.setProperty('--scrollBar', `${window.innerWidth - documentElement.clientWidth}px`)
      body.dataset.still = ''
    }
    openWindows += 1
    return () => {
      openWindows -= 1
      if (openWindows === 0) delete body.dataset.still
    }
  }, [])
}
