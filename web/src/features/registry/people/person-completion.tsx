import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { FormDialog, toast } from '@/ui'
import classes from './person-dialog.module.css'
import { AddressFields, ContactFields, NotesField, RegistrationFields } from './person-fields'
import { bodyOf, valuesOf } from './person-values'
import type { PersonValues } from './person-values'
import { loadPerson, refreshPeople, updatePerson } from './queries'
import type { LoadedPerson } from './queries'
import { texts } from './texts'
import { usePersonForm } from './use-person-form'

type Props = {
  id: string
  /** What is missing or wrong, by field of the form. */
  problems: Readonly<Record<string, string>>
  onSaved: () => void
  onClose: () => void
}

/** What a document lacks of a person is filled in without leaving the screen one is on. */
export function PersonCompletion(props: Props) {
  const { data, error } = useQuery(loadPerson(props.id))
  const tell = useEffectEvent(() => {
    toast.failed(texts.loadFailed, error)
    props.onClose()
  })
  useEffect(() => {
    if (error) tell()
  }, [error])
  return data ? <Content {...props} loaded={data} /> : null
}

function Content({ loaded: { person, etag }, problems, onSaved, onClose }: Props & { loaded: LoadedPerson }) {
  const queryClient = useQueryClient()
  const form = usePersonForm(valuesOf(person), etag)
  const show = useEffectEvent(() => form.setErrors(problems))
  useEffect(() => show(), [])
  const save = (values: PersonValues, version: string | undefined) => updatePerson(person.id, bodyOf(values), version)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={texts.completionTitle}
      size={720}
      form={form}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      save={save}
      onSaved={() => {
        void refreshPeople(queryClient)
        onSaved()
      }}
    >
      <RegistrationFields form={form} isNew={false} onLeaveDocument={() => undefined} />
      <h3 className={classes.title}>{texts.sections.contact}</h3>
      <ContactFields form={form} />
      <h3 className={classes.title}>{texts.sections.address}</h3>
      <AddressFields form={form} cityName={person.municipio_nome ?? null} />
      <NotesField form={form} />
    </FormDialog>
  )
}
