import { useState } from 'react'
import { toast } from '../toast/toast-store'
import { differences, merged } from './conflict'
import { ConflictCard } from './conflict-card'
import { isSaveProblem } from './save-problem'
import type { Saving } from './save-problem'
import type { RecordFormState } from './use-record-form'

/** How a form is saved, wherever it is shown. */
export type SavingProps<Values extends Record<string, unknown>> = {
  form: RecordFormState<Values>
  /** Title of the toast when saving fails and no field is to blame. */
  errorTitle: string
  /** Its text, made of what the server said; default just that. */
  errorText?: (message: string) => string
  /** Asked before sending: may say no for now, such as when the person was asked and thought better of it. */
  maySave?: (values: Values) => Promise<boolean>
  /** Sends the values; `version` is what to send as If-Match. Throws a SaveProblem when refused. */
  save: (values: Values, version: string | undefined) => Promise<void>
  /** Reads the record that came with a stale save. None: the record has no versions. */
  toValues?: (current: unknown) => Values
  /** Nothing may be changed here. */
  isReadOnly?: boolean
}

/**
 * Saves one at a time, sends nothing that cannot be read, and meets what the server says: `showErrors` gets what belongs at
 * fields, a stale save becomes `conflictCard`, everything else a toast.
 */
export function useSaving<Values extends Record<string, unknown>>(
  props: SavingProps<Values>,
  showErrors: (errors: Record<string, string>) => void,
) {
  const { form } = props
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<{ theirs: Values; version: string | undefined; saving: Saving } | null>(null)

  const refuse = (error: unknown) => {
    if (!isSaveProblem(error)) throw error
    if (error.isStale && props.toValues)
      setConflict({ theirs: props.toValues(error.current), version: error.etag, saving: error })
    else if (error.isInvalid) showErrors(error.byField)
    else toast.error(props.errorTitle, props.errorText?.(error.message) ?? error.message)
  }

  const save = async (onSaved: () => void) => {
    if (isSaving || props.isReadOnly) return
    // Sending it would be refused, and sending the value from before would save something else than what is seen.
    const unreadable = form.unreadable()
    if (Object.keys(unreadable).length > 0) {
      showErrors(unreadable)
      return
    }
    setSaving(true)
    try {
      if (props.maySave && !(await props.maySave(form.values))) return
      await props.save(form.values, form.version)
      onSaved()
    } catch (error) {
      refuse(error)
    } finally {
      setSaving(false)
    }
  }

  const conflictCard = conflict && (
    <ConflictCard
      saving={conflict.saving}
      differences={differences(form.fields, { base: form.base, mine: form.values, theirs: conflict.theirs })}
      onResolve={(chosen) => {
        form.setValues(merged(form.values, conflict.theirs, chosen))
        form.rebase(conflict.theirs, conflict.version)
        setConflict(null)
      }}
    />
  )
  /** Somebody else has saved what is being typed. */
  const meet = (theirs: Values, version: string | undefined) => setConflict({ theirs, version, saving: {} })
  return { isSaving, save, conflictCard, hasConflict: conflict !== null, meet }
}
