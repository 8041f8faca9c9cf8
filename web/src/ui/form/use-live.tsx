import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'
import { toast } from '../toast/toast-store'
import { differences, merged } from './conflict'
import { LiveCard, savedNow } from './live-card'
import type { RecordFormState } from './use-record-form'

/** The record as the server has it now. */
export type Live<Values> = {
  values: Values
  version: string | undefined
  /** By an action of this tab, which told of it itself. */
  isOwn?: boolean
  /** It has been taken over. */
  onTaken?: () => void
}

type Options<Values extends Record<string, unknown>> = {
  form: RecordFormState<Values>
  live: Live<Values> | undefined
  isDirty: boolean
  isSaving: boolean
  /** Saved here, and on the way out. */
  isSaved: RefObject<boolean>
  /** Both changed the same: one has to choose. */
  onConflict: (live: Live<Values>) => void
}

/** Versions are counted: `"7"`. What was saved here may be newer than what has been read since. */
function isNewer(version: string | undefined, than: string | undefined): boolean {
  const number = (etag = '') => Number(etag.replaceAll('"', ''))
  return number(version) > number(than)
}

/** Of many changes so many are told. */
const TOLD = 3

/**
 * Follows what others save while the form is open. Nothing typed: it is taken over, and said. Something typed elsewhere: a
 * card offers to take it over. The same field typed: the conflict card, before one has typed more.
 */
export function useLive<Values extends Record<string, unknown>>(options: Options<Values>) {
  const { form, live, isDirty, isSaving, isSaved } = options
  const news = live && !isSaving && isNewer(live.version, form.version) ? live : undefined
  const theirs = news ? differences(form.fields, { base: form.base, mine: form.base, theirs: news.values }) : []
  const all = news ? differences(form.fields, { base: form.base, mine: form.values, theirs: news.values }) : []
  const isContested = all.some(
    ({ field, proposed }) => proposed === 'mine' && theirs.some((each) => each.field === field),
  )
  const changes = theirs
    .slice(0, TOLD)
    .map((each) => `${each.label} ${each.theirs}`)
    .join(', ')

  const update = () => {
    if (!news) return
    form.setValues(merged(form.values, news.values, Object.fromEntries(all.map((each) => [each.field, each.proposed]))))
    form.rebase(news.values, news.version)
    news.onTaken?.()
  }
  const take = useEffectEvent(() => {
    if (!news || isSaved.current) return
    if (isDirty) {
      if (isContested) options.onConflict(news)
      else if (news.isOwn) update()
      return
    }
    form.restart(news.values, news.version)
    news.onTaken?.()
    if (!news.isOwn) toast.info(savedNow(changes))
  })
  const version = news?.version
  useEffect(() => {
    if (version !== undefined) take()
  }, [version])

  return news && isDirty && !isContested && !news.isOwn ? <LiveCard changes={changes} onTake={update} /> : null
}
