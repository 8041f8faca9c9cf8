import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useIdempotencyKey, useLatest } from '@/api'
import type { Person } from '@/api'
import { paths } from '@/app/paths'
import { formatCpfCnpj, listAddress, RecordForm, Switch, toast, useFirstFocus } from '@/ui'
import type { FormSection } from '@/ui'
import { AddressFields, ContactFields, NotesField, RegistrationFields } from './person-fields'
import { bodyOf, NEW_PERSON, valuesOf } from './person-values'
import type { PersonValues } from './person-values'
import { createPerson, loadPerson, readPerson, refreshPeople, updatePerson } from './queries'
import type { LoadedPerson } from './queries'
import { texts } from './texts'
import { useExistingPerson, useKnownPerson } from './use-existing-person'
import { usePersonForm } from './use-person-form'

type Props = {
  /** Null for a new person. */
  loaded: LoadedPerson | null
  /** After 'Salvar e novo'. */
  onAnother?: () => void
}

export function PersonForm({ loaded, onAnother }: Props) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const keyFor = useIdempotencyKey()
  const person = loaded?.person ?? null
  const form = usePersonForm(person ? valuesOf(person) : NEW_PERSON, loaded?.etag)
  const { values } = form
  const existing = useExistingPerson(form)
  const known = useKnownPerson(form, person?.id)
  const listTo = listAddress(paths.people.list)
  const latest = useLatest({ topic: 'people', id: person?.id, loaded, read: readPerson })
  useFirstFocus(form.idOf('cpf_cnpj'), person === null)

  const save = async (typed: PersonValues, version: string | undefined) => {
    const body = bodyOf(typed)
    try {
      if (person) await updatePerson(person.id, body, version)
      else await createPerson(body, keyFor(body))
    } catch (error) {
      existing.note(error)
      throw error
    }
    toast.success(texts.success, person ? texts.updated : texts.created)
  }

  const sections: FormSection[] = [
    {
      id: 'registration',
      title: texts.sections.registration,
      summary: [values.razao_social, formatCpfCnpj(values.cpf_cnpj)].filter(Boolean).join(' · '),
      fields: ['pessoa_tipo', 'cpf_cnpj', 'razao_social', 'nome_fantasia', 'insc_estadual', 'ativo'],
      content: (
        <RegistrationFields
          form={form}
          isNew={person === null}
          onLeaveDocument={known.onLeave}
          documentHelp={
            known.record && (
              <>
                {texts.known(known.record.razao_social)}{' '}
                <Link to={paths.people.edit(known.record.id)}>{texts.openKnown}</Link>
              </>
            )
          }
          {...(existing.existingId && {
            documentError: (
              <>
                {form.errors.cpf_cnpj} <Link to={paths.people.edit(existing.existingId)}>{texts.openExisting}</Link>
              </>
            ),
          })}
        />
      ),
    },
    {
      id: 'contact',
      title: texts.sections.contact,
      summary: [values.contato, values.email].filter(Boolean).join(' · '),
      fields: ['telefone', 'email', 'contato'],
      content: <ContactFields form={form} />,
    },
    {
      id: 'address',
      title: texts.sections.address,
      summary: [values.logradouro, values.numero, values.bairro].filter(Boolean).join(', '),
      // The country is always there and says nothing about whether there is an address.
      fields: ['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'municipio'],
      content: <AddressFields form={form} cityName={person?.municipio_nome ?? null} />,
    },
    {
      id: 'notes',
      title: texts.sections.notes,
      fields: ['observacao'],
      content: <NotesField form={form} />,
    },
  ]

  const refresh = () => void refreshPeople(queryClient)
  return (
    <RecordForm
      form={form}
      sections={sections}
      isNew={!person}
      recordName={person?.razao_social ?? (values.razao_social || texts.newTitle)}
      saveLabel={texts.save}
      errorTitle={texts.saveFailed}
      cancelTo={listTo}
      save={save}
      onSaved={() => {
        refresh()
        void navigate(listTo)
      }}
      {...(onAnother && {
        saveAnd: {
          label: texts.saveAndNew,
          onSaved: () => {
            refresh()
            onAnother()
          },
        },
      })}
      toValues={(current) => valuesOf(current as Person)}
      live={
        latest && {
          values: valuesOf(latest.person),
          version: latest.etag,
          isOwn: latest.isOwn,
          onTaken: () => queryClient.setQueryData(loadPerson(latest.person.id).queryKey, latest),
        }
      }
      aside={
        person && (
          <Switch
            id={form.idOf('ativo')}
            label={texts.fields.ativo}
            help={values.ativo ? undefined : texts.ativoHelp}
            error={form.errors.ativo}
            checked={values.ativo}
            onChange={form.field('ativo').onChange}
          />
        )
      }
    />
  )
}
