import { use, useEffect, useEffectEvent } from 'react'
import { DraftOwner } from '../form/drafts'

const PREFIX = 'balcao-abertos:'
const MOST = 12

/** A record as it was when somebody opened it. */
export type OpenedRecord = {
  to: string
  label: string
  detail: string
  /** Whose it is; null: of no company. */
  companyId: string | null
}

export type OpenedNote = OpenedRecord & {
  /** Instant. */
  at: string
}

const isNote = (value: unknown): value is OpenedNote => {
  const { to, label, detail, companyId, at } = (value ?? {}) as Record<string, unknown>
  const areTexts = [to, label, detail, at].every((text) => typeof text === 'string')
  return areTexts && (companyId === null || typeof companyId === 'string')
}

function read(owner: string): OpenedNote[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + owner) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isNote) : []
  } catch {
    return [] // blocked, or not ours: nothing was opened lately
  }
}

/** Newest first; what a browser that keeps nothing cannot note is not offered again. */
function note(owner: string, record: OpenedRecord): void {
  const others = read(owner).filter(({ to }) => to !== record.to)
  const { to, label, detail, companyId } = record
  const notes: OpenedNote[] = [{ to, label, detail, companyId, at: new Date().toISOString() }, ...others].slice(0, MOST)
  try {
    localStorage.setItem(PREFIX + owner, JSON.stringify(notes))
  } catch {
    // Blocked or full: only Ctrl+K remembers less.
  }
}

/** Notes that this record is open, for Ctrl+K; undefined: not known yet. */
export function useNoteOpened(record: OpenedRecord | undefined): void {
  const owner = use(DraftOwner)
  const write = useEffectEvent(() => {
    if (owner !== null && record) note(owner, record)
  })
  const what = record && [record.to, record.label, record.detail].join('\n')
  useEffect(() => write(), [what])
}

/** Reads what this person opened lately in this browser, newest first: of the company and of none. */
export function useOpened(companyId: string | undefined): () => OpenedNote[] {
  const owner = use(DraftOwner)
  if (owner === null) return () => []
  return () => read(owner).filter((record) => record.companyId === null || record.companyId === companyId)
}

/** Forgets what anybody opened in this browser. */
export function forgetOpened(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}
