import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useActiveCompany } from '@/api'
import { shortNameOf } from '../company/short-name'
import { texts } from '../texts'
import { useFavicon } from './use-favicon'
import { useCurrentPlace } from './use-current-place'

export const CONTENT_ID = 'content'
export const ANNOUNCER_ID = 'announcer'

/**
 * What a full page load would do for the person: tab title and icon, scroll to the top or to the address's anchor, focus
 * on the heading.
 * When a screen put the focus into a field itself, its heading goes unread: then the live region says it.
 */
export function usePageArrival(): void {
  const company = useActiveCompany()
  const title = useCurrentPlace()?.title ?? texts.product
  const isSandbox = company?.ambiente === 'homologacao'
  const { pathname, hash, key } = useLocation()
  const arrivedAt = useRef(pathname)
  useFavicon(isSandbox)

  useEffect(() => {
    const parts = [title, company && shortNameOf(company), texts.product].filter(Boolean).join(' · ')
    document.title = isSandbox ? `${texts.sandboxTitle} ${parts}` : parts
  }, [title, company, isSandbox])

  useEffect(() => {
    if (arrivedAt.current === pathname) return // first load and F5: the browser has placed the focus
    arrivedAt.current = pathname
    const content = document.getElementById(CONTENT_ID)
    if (!content) return
    content.scrollTo({ top: 0 })
    window.scrollTo({ top: 0 })
    const isFocusPlaced = content.contains(document.activeElement) && document.activeElement !== content
    const announcer = document.getElementById(ANNOUNCER_ID)
    if (announcer) announcer.textContent = isFocusPlaced ? title : ''
    // Nor from a dialog that was opened meanwhile, such as Ctrl+K right behind a save.
    if (isFocusPlaced || document.activeElement?.closest('[aria-modal="true"]')) return
    const heading = content.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    ;(heading ?? content).focus({ preventScroll: true })
  }, [pathname, title])

  useEffect(() => {
    const anchor = hash && document.getElementById(decodeAnchor(hash))
    if (!anchor) return
    anchor.scrollIntoView()
    const target = anchor.querySelector<HTMLElement>('h2, h3, summary') ?? anchor
    if (target.tabIndex < 0) target.setAttribute('tabindex', '-1')
    target.focus({ preventScroll: true })
  }, [hash, key]) // the key: one may follow the same link again
}

/** The element's id in `#…`; what is no such text names no element. */
function decodeAnchor(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
