import type { RefObject } from 'react'

/** Marks the link of a row with its record's id; the keys move between these. */
export const rowLink = (id: string) => ({ 'data-row-link': id })

/** Marks the open field of a row. */
export const rowField = (id: string) => ({ 'data-row-field': id })

type Root = RefObject<HTMLElement | null>

const linksIn = (root: Root) => [...(root.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]

function focusLink(link: HTMLElement): void {
  link.focus()
  link.scrollIntoView({ block: 'nearest' })
}

/**
 * Moves the focus to the next or the previous row below `root`; Enter then opens, being on a link.
 * False: nowhere to move, so that the key keeps its own meaning.
 */
export function moveRowFocus(root: Root, step: 1 | -1): boolean {
  const links = linksIn(root)
  const here = document.activeElement?.closest('tr, li')
  const at = links.findIndex((link) => here?.contains(link))
  const next = links[at < 0 ? (step === 1 ? 0 : links.length - 1) : at + step]
  if (!next) return false
  focusLink(next)
  return true
}

/** The id of the row that has the focus; `onItself`: not a button or the like in it. Null: none has. */
export function focusedRow(root: Root, onItself = false): string | null {
  const here = document.activeElement?.closest('tr, li')
  const link = linksIn(root).find((each) => (onItself ? each === document.activeElement : here?.contains(each)))
  return link?.dataset.rowLink ?? null
}

/** False: there is no such row. Without an id the first. */
export function focusRow(root: Root, id?: string): boolean {
  const link = linksIn(root).find((each) => id === undefined || each.dataset.rowLink === id)
  if (link) focusLink(link)
  return link !== undefined
}

/** False: no field of this row is open. */
export function focusField(root: Root, id: string): boolean {
  const field = root.current?.querySelector<HTMLInputElement>(`[data-row-field="${CSS.escape(id)}"]`)
  field?.focus()
  return field != null
}
