import type { RefObject } from 'react'

/** Marks the link of a row; the arrows move between these. */
export const ROW_LINK = { 'data-row-link': '' }

/**
 * Moves the focus to the next or the previous row below `root`; Enter then opens, being on a link.
 * False: nowhere to move, so that the key keeps its own meaning.
 */
export function moveRowFocus(root: RefObject<HTMLElement | null>, step: 1 | -1): boolean {
  const links = [...(root.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const here = document.activeElement?.closest('tr, li')
  const at = links.findIndex((link) => here?.contains(link))
  const next = links[at < 0 ? (step === 1 ? 0 : links.length - 1) : at + step]
  if (!next) return false
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
  return true
}
