import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { ApiProblem, useIdempotencyKey } from '@/api'
import type { Person } from '@/api'
import { Button, confirm, Dialog, toast } from '@/ui'
import classes from './person-dialog.module.css'
import { AddressFields, ContactFields, NotesField, RegistrationFields } from './person-fields'
import { bodyOf, NEW_PERSON } from './person-values'
import type { PersonValues } from './person-values'
import { createPerson, readPerson, refreshPeople } from './queries'
import { texts } from './texts'
import { useExistingPerson } from './use-existing-person'
import { usePersonForm } from './use-person-form'

type Props = {
  opened: boolean
  /** What was searched for: digits become the document, anything else the name. */
  initialName?: string
  /** A new person, or the one who already had this CPF or CNPJ. */
  onSaved: (person: Person) => void
  onClose: () => void
}

/** A new person without leaving the screen one is on. */
export function PersonDialog({ opened, initialName = '', onSaved, onClose }: Props) {
  // Each opening starts anew; while it closes, what it shows stays.
  const [round, setRound] = useState(0)
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setRound(round + 1)
  }
  return <Content key={round} opened={opened} initialName={initialName} onSaved={onSaved} onClose={onClose} />
}

function startOf(text: string): PersonValues {
  const digits = text.replace(/[\s./-]/g, '')
  if (!/^\d+$/.test(digits)) return { ...NEW_PERSON, razao_social: text.trim().slice(0, 60) }
  return digits.length > 11
    ? { ...NEW_PERSON, pessoa_tipo: '2', cpf_cnpj: digits.slice(0, 14) }
    : { ...NEW_PERSON, cpf_cnpj: digits }
}

function Content({ opened, initialName = '', onSaved, onClose }: Props) {
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const form = usePersonForm(startOf(initialName), undefined)
  const existing = useExistingPerson(form)
  const [isSaving, setSaving] = useState(false)
  const [target, setTarget] = useState<{ path: string } | null>(null)

  // After the error has come to its field.
  useEffect(() => {
    if (target) document.getElementById(form.idOf(target.path))?.focus()
    // Only a new target moves the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [target])

  const refuse = (error: unknown) => {
    if (error instanceof ApiProblem && error.isInvalid) {
      const { byField } = error
      form.setErrors(byField)
      const first = ORDER.find((name) => byField[name])
      if (first) setTarget({ path: first })
    } else toast.error(texts.saveFailed, error instanceof Error ? error.message : String(error))
  }
  const run = async (action: () => Promise<void>) => {
    if (isSaving) return
    setSaving(true)
    try {
      await action()
    } catch (error) {
      existing.note(error)
      refuse(error)
    } finally {
      setSaving(false)
    }
  }
  const save = () =>
    run(async () => {
      const body = bodyOf(form.values)
      const person = await createPerson(body, keyFor(body))
      toast.success(texts.success, texts.created)
      void refreshPeople(queryClient)
      onSaved(person)
    })
  const take = (id: string) => run(async () => onSaved((await readPerson(id)).person))

  const close = async () => {
    const mayLose =
      !form.isDirty ||
      (await confirm({
        title: texts.leaveTitle,
        text: <p>{texts.leaveText}</p>,
        confirmLabel: texts.leave,
        cancelLabel: texts.stay,
      }))
    if (mayLose) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // The form around the dialog is not meant.
    event.stopPropagation()
    void save()
  }

  return (
    <Dialog
      opened={opened}
      onClose={() => void close()}
      title={texts.newTitle}
      size={720}
      foot={
        <>
          <Button kind="quiet" onClick={() => void close()}>
            {texts.cancel}
          </Button>
          <Button shortcut="Ctrl Enter" loading={isSaving} onClick={() => void save()}>
            {texts.save}
          </Button>
        </>
      }
    >
      {/* The fields report their keys here; the group itself is no control. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div className={classes.fields} role="group" aria-label={texts.newTitle} onKeyDown={onKeyDown}>
        <RegistrationFields
          form={form}
          {...(existing.existingId && {
            documentError: (
              <DocumentTaken message={form.errors.cpf_cnpj ?? ''} onTake={() => void take(existing.existingId ?? '')} />
            ),
          })}
        />
        <h3 className={classes.title}>{texts.sections.contact}</h3>
        <ContactFields form={form} />
        <h3 className={classes.title}>{texts.sections.address}</h3>
        <AddressFields form={form} cityName={null} />
        <NotesField form={form} />
      </div>
    </Dialog>
  )
}

function DocumentTaken({ message, onTake }: { message: string; onTake: () => void }) {
  return (
    <>
      {message}{' '}
      <button type="button" className={classes.take} onClick={onTake}>
        {texts.useExisting}
      </button>
    </>
  )
}

const ORDER = Object.keys(NEW_PERSON)
