import { createContext, use, useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useLocation } from 'react-router'
import type { FieldSpec, RecordFormState } from './use-record-form'

const PREFIX = 'balcao-rascunho:'

/** Whose drafts are kept in this tab: the id of the signed-in user. Null: none are. */
export const DraftOwner = createContext<string | null>(null)

type Draft<Values> = {
  values: Partial<Values>
  /** What it started from, so that what others saved meanwhile is met as a conflict. */
  base: Partial<Values>
  version: string | null
  /** Instant of the last change. */
  at: string
}

/** Without secrets. */
function publicPart<Values extends Record<string, unknown>>(
  values: Values,
  fields: Readonly<Record<string, FieldSpec>>,
): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !fields[name]?.isSecret)) as Partial<Values>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const namesOf = (values: object) => Object.keys(values).toSorted().join()

/** Null when there is none, or when its form has other fields by now. */
function readDraft<Values>(key: string, expected: Partial<Values>): Draft<Values> | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (!isRecord(draft) || !isRecord(draft.values) || !isRecord(draft.base)) return null
    const names = namesOf(expected)
    const fits = namesOf(draft.values) === names && namesOf(draft.base) === names && typeof draft.at === 'string'
    return fits ? (draft as Draft<Values>) : null
  } catch {
    return null // blocked, or not ours: nothing to recover
  }
}

function writeDraft(key: string, draft: Draft<unknown> | null): void {
  try {
    if (draft) sessionStorage.setItem(key, JSON.stringify(draft))
    else sessionStorage.removeItem(key)
  } catch {
    // Blocked or full: the form works as before, without a net.
  }
}

/** What is to be written yet. Writing a long form costs more than a key may. */
const waiting = new Map<string, Draft<unknown> | null>()
let timer: ReturnType<typeof setTimeout> | undefined

function writeSoon(key: string, draft: Draft<unknown> | null): void {
  waiting.set(key, draft)
  timer ??= setTimeout(writeWaiting, 100)
}

function writeWaiting(): void {
  clearTimeout(timer)
  timer = undefined
  for (const [key, draft] of waiting) writeDraft(key, draft)
  waiting.clear()
}

/** Forgets everything typed in this tab, for whoever uses it next. */
export function forgetDrafts(): void {
  waiting.clear()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

/**
 * Keeps what is typed and not saved in this tab, per address, so that it survives F5 and a crash. `offer` is what was found
 * when the form opened.
 */
export function useDraft<Values extends Record<string, unknown>>(
  form: RecordFormState<Values>,
  isSaved: RefObject<boolean>,
) {
  const owner = use(DraftOwner)
  const { pathname, search } = useLocation()
  // The address of the form as it opened: it may change on the way out.
  const [key] = useState(() => (owner === null ? null : `${PREFIX}${owner}:${pathname}${search}`))
  const [offer, setOffer] = useState(() => {
    writeWaiting()
    return key && readDraft<Values>(key, publicPart(form.values, form.fields))
  })

  const { values, base, version, fields, isDirty } = form
  const isOffered = Boolean(offer)
  useEffect(() => {
    if (key === null || isSaved.current) return
    if (isDirty) {
      const [typed, start] = [publicPart(values, fields), publicPart(base, fields)]
      writeSoon(key, { values: typed, base: start, version: version ?? null, at: new Date().toISOString() })
    } else if (!isOffered) writeSoon(key, null)
  }, [key, isSaved, isDirty, isOffered, values, base, version, fields])

  // The form or the page goes away, perhaps for good.
  useEffect(() => {
    addEventListener('pagehide', writeWaiting)
    document.addEventListener('visibilitychange', writeWaiting)
    return () => {
      removeEventListener('pagehide', writeWaiting)
      document.removeEventListener('visibilitychange', writeWaiting)
      writeWaiting()
    }
  }, [])

  return {
    offer: offer || null,
    restore: () => {
      if (!offer) return
      form.setValues(offer.values)
      form.rebase({ ...base, ...offer.base }, offer.version ?? undefined)
      setOffer(null)
    },
    /** Also for having saved or left, after `isSaved` says so. */
    discard: () => {
      setOffer(null)
      if (key === null) return
      waiting.delete(key)
      writeDraft(key, null)
    },
  }
}
