import { useEffect, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '../basics/button'
import { confirm } from '../dialog/confirm-store'
import { Dialog } from '../dialog/dialog'
import { isAheadOfField } from '../hotkeys/hotkeys'
import { toast } from '../toast/toast-store'
import { FieldProblems } from './field-problems'
import classes from './form-dialog.module.css'
import { useSaving } from './use-saving'
import type { SavingProps } from './use-saving'

type Props<Values extends Record<string, unknown>> = SavingProps<Values> & {
  opened: boolean
  onClose: () => void
  title: string
  subtitle?: string | undefined
  size?: 440 | 560 | 720
  saveLabel: string
  onSaved: () => void
  /** Still open after saving, so its quiet button closes instead of cancelling. */
  staysOpen?: boolean
  /** Nothing in it is worth asking before it is left, such as a password to go on. */
  mayBeLeft?: boolean
  /** The fields. */
  children: ReactNode
}

/** What one types into or picks from. */
const FIELD = ':is(input:not([type=radio], [type=file]), textarea):enabled'

/** Marks the first field, where the dialog's focus then begins; without one it begins at the closing cross. */
function markFirstField(fields: HTMLElement | null): void {
  fields?.querySelector(FIELD)?.setAttribute('data-autofocus', 'true')
}

/**
 * A form of a few fields over the page, begun at the first. Enter and Ctrl+Enter save; what is typed is never left behind
 * without asking.
 */
export function FormDialog<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { form, opened, title, isReadOnly = false } = props
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
  const { isSaving, save: start, conflictCard } = useSaving(props, showErrors)
  const save = () => start(props.onSaved)
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
  const saveBy = (event: KeyboardEvent) => {
    event.preventDefault()
    // The form around the dialog is not meant.
    event.stopPropagation()
    void save()
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key === 'Enter' && isInside && isAheadOfField(event)) saveBy(event)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    // A list that is open takes Enter for its choice.
    const isMeant = event.target instanceof HTMLInputElement && event.target.getAttribute('aria-expanded') !== 'true'
    if (event.ctrlKey || event.metaKey || isMeant) saveBy(event)
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
      {conflictCard}
      {/* The fields report their keys here; the group itself is no control. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={markFirstField}
        className={classes.fields}
        role="group"
        aria-label={title}
        onKeyDownCapture={onKeyDownCapture}
        onKeyDown={onKeyDown}
      >
        <FieldProblems value={form.reportProblem}>{props.children}</FieldProblems>
      </div>
    </Dialog>
  )
}
