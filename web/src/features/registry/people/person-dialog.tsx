import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdempotencyKey } from '@/api'
import type { Person } from '@/api'
import { FormDialog, toast } from '@/ui'
import classes from './person-dialog.module.css'
import { AddressFields, ContactFields, NotesField, RegistrationFields } from './person-fields'
import { bodyOf, NEW_PERSON } from './person-values'
import type { PersonValues } from './person-values'
import { createPerson, readPerson, refreshPeople } from './queries'
import { texts } from './texts'
import { useExistingPerson, useKnownPerson } from './use-existing-person'
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
  const known = useKnownPerson(form)
  const { record } = known

  const save = async (values: PersonValues) => {
    const body = bodyOf(values)
    try {
      onSaved(await createPerson(body, keyFor(body)))
    } catch (error) {
      existing.note(error)
      throw error
    }
  }
  const take = async (id: string) => {
    try {
      onSaved((await readPerson(id)).person)
    } catch (error) {
      toast.failed(texts.loadFailed, error)
    }
  }

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.newTitle}
      size={720}
      form={form}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      save={save}
      onSaved={() => {
        toast.success(texts.success, texts.created)
        void refreshPeople(queryClient)
      }}
    >
      <RegistrationFields
        form={form}
        isNew
        onLeaveDocument={known.onLeave}
        documentHelp={
          record && (
            <DocumentTaken
              message={texts.known(record.razao_social)}
              label={texts.useKnown}
              onTake={() => void take(record.id)}
            />
          )
        }
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
    </FormDialog>
  )
}

type TakenProps = { message: string; label?: string; onTake: () => void }

function DocumentTaken({ message, label = texts.useExisting, onTake }: TakenProps) {
  return (
    <>
      {message}{' '}
      <button type="button" className={classes.take} onClick={onTake}>
        {label}
      </button>
    </>
  )
}
