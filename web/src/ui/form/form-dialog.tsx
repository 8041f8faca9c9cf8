import { useEffect, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../basics/button'
import { confirm } from '../dialog/confirm-store'
import { Dialog } from '../dialog/dialog'
import { toast } from '../toast/toast-store'
import { differences, merged } from './conflict'
import { ConflictCard } from './conflict-card'
import { FieldProblems } from './field-problems'
import classes from './form-dialog.module.css'
import { isSaveProblem } from './save-problem'
import type { Saving } from './save-problem'
import type { RecordFormState } from './use-record-form'

type Props<Values extends Record<string, unknown>> = {
  opened: boolean
  onClose: () => void
  title: string
  subtitle?: string | undefined
  size?: 440 | 560 | 720
  form: RecordFormState<Values>
  saveLabel: string
  /** Title of the toast when saving fails and no field is to blame. */
  errorTitle: string
  /** Its text, made of what the server said; default just that. */
  errorText?: (message: string) => string
  /** Asked before sending; false: not now. */
  maySave?: (values: Values) => Promise<boolean>
  /** Sends the values; `version` is what to send as If-Match. Throws a SaveProblem when refused. */
  save: (values: Values, version: string | undefined) => Promise<void>
  onSaved: () => void
  /** Reads the record that came with a stale save. None: the record has no versions. */
  toValues?: (current: unknown) => Values
  /** Nothing may be changed: only a button that closes. */
  isReadOnly?: boolean
  /** Still open after saving, so its quiet button closes instead of cancelling. */
  staysOpen?: boolean
  /** Nothing in it is worth asking before it is left, such as a password to go on. */
  mayBeLeft?: boolean
  /** The fields. */
  children: ReactNode
}

/** A form of a few fields over the page. Enter and Ctrl+Enter save; what is typed is never left behind without asking. */
export function FormDialog<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { form, opened, title, isReadOnly = false } = props
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<{ theirs: Values; version: string | undefined; saving: Saving } | null>(null)
  const [target, setTarget] = useState<{ path: string } | null>(null)

  // After the error has come to its field.
  useEffect(() => {
    if (target) document.getElementById(form.idOf(target.path))?.focus()
    // Only a new target moves the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [target])

  const showErrors = (errors: Record<string, string>) => {
    form.setErrors(errors)
    const first = [...Object.keys(form.fields), ...Object.keys(errors)].find((name) => errors[name])
    if (first !== undefined) setTarget({ path: first })
    // What belongs to no field here would otherwise not be seen.
    const unplaced = Object.keys(errors).find((name) => !(name in form.fields))
    if (unplaced !== undefined) toast.error(props.errorTitle, errors[unplaced])
  }
  const refuse = (error: unknown) => {
    if (!isSaveProblem(error)) throw error
    if (error.isStale && props.toValues)
      setConflict({ theirs: props.toValues(error.current), version: error.etag, saving: error })
    else if (error.isInvalid) showErrors(error.byField)
    else toast.error(props.errorTitle, props.errorText?.(error.message) ?? error.message)
  }
  const save = async () => {
    if (isSaving || isReadOnly) return
    const unreadable = form.unreadable()
    if (Object.keys(unreadable).length > 0) {
      showErrors(unreadable)
      return
    }
    setSaving(true)
    try {
      if (props.maySave && !(await props.maySave(form.values))) return
      await props.save(form.values, form.version)
      props.onSaved()
    } catch (error) {
      refuse(error)
    } finally {
      setSaving(false)
    }
  }
  const close = async () => {
    const mayLose =
      !form.isDirty ||
      isReadOnly ||
      props.mayBeLeft ||
      (await confirm({
        title: 'Sair sem salvar?',
        text: (
          <p>
            O que você mudou em <strong>{props.subtitle ?? title}</strong> será perdido.
          </p>
        ),
        confirmLabel: 'Sair sem salvar',
        cancelLabel: 'Continuar editando',
      }))
    if (mayLose) props.onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    const isMeant = event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement
    // A list that is open takes Enter for its choice.
    const isChoosing = event.target instanceof HTMLInputElement && event.target.getAttribute('aria-expanded') === 'true'
    if (!isMeant || isChoosing) return
    event.preventDefault()
    // The form around the dialog is not meant.
    event.stopPropagation()
    void save()
  }

  return (
    <Dialog
      opened={opened}
      onClose={() => void close()}
      title={title}
      subtitle={props.subtitle}
      size={props.size}
      foot={
        isReadOnly ? (
          <Button kind="secondary" onClick={props.onClose}>
            Fechar
          </Button>
        ) : (
          <>
            <Button kind="quiet" onClick={() => void close()}>
              {props.staysOpen ? 'Fechar' : 'Cancelar'}
            </Button>
            <Button shortcut="Ctrl Enter" loading={isSaving} onClick={() => void save()}>
              {props.saveLabel}
            </Button>
          </>
        )
      }
    >
      {conflict && (
        <ConflictCard
          saving={conflict.saving}
          differences={differences(form.fields, { base: form.base, mine: form.values, theirs: conflict.theirs })}
          onResolve={(chosen) => {
            form.setValues(merged(form.values, conflict.theirs, chosen))
            form.rebase(conflict.theirs, conflict.version)
            setConflict(null)
          }}
        />
      )}
      {/* The fields report their keys here; the group itself is no control. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div className={classes.fields} role="group" aria-label={title} onKeyDown={onKeyDown}>
        <FieldProblems value={form.reportProblem}>{props.children}</FieldProblems>
      </div>
    </Dialog>
  )
}
