import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ApiProblem } from '@/api'
import type { Person } from '@/api'
import { Button, EmptyState, LinkButton, listAddress, Page, PageBody, PageHeader, Spinner, useProblemToast } from '@/ui'
import { LIST } from './addresses'
import { PersonForm } from './person-form'
import { loadPerson } from './queries'
import { texts } from './texts'
import { usePersonActions } from './use-person-actions'

/** 'Nova Pessoa' without an id in the address, 'Editar Pessoa' with one. */
export default function PersonPage() {
  const { id } = useParams()
  return id === undefined ? <NewPerson /> : <ExistingPerson key={id} id={id} />
}

function NewPerson() {
  const [round, setRound] = useState(0)
  return (
    <Page>
      <PageHeader title={texts.newTitle} parent={parent()} />
      <PersonForm key={round} loaded={null} onAnother={() => setRound(round + 1)} />
    </Page>
  )
}

function ExistingPerson({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(loadPerson(id))
  const isMissing = error instanceof ApiProblem && [400, 404, 422].includes(error.status)
  useProblemToast(texts.loadFailed, error, isMissing ? texts.notFoundText : undefined)
  return (
    <Page>
      <PageHeader title={texts.editTitle} parent={parent()} {...(data && { subtitle: data.person.razao_social })} />
      {data && data.person.deleted_at !== null ? (
        <InBin person={data.person} onRestored={() => void refetch()} />
      ) : data ? (
        <PersonForm loaded={data} />
      ) : isMissing ? (
        <EmptyState title={texts.notFoundTitle} text={texts.notFoundText}>
          <LinkButton to={listAddress(LIST)}>{texts.backToList}</LinkButton>
        </EmptyState>
      ) : error ? (
        <EmptyState title={texts.loadFailed} text={error.message}>
          <Button kind="secondary" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </EmptyState>
      ) : (
        <PageBody>
          <Spinner label={texts.loading} />
        </PageBody>
      )}
    </Page>
  )
}

function InBin({ person, onRestored }: { person: Person; onRestored: () => void }) {
  const { restore } = usePersonActions()
  return (
    <EmptyState icon={IconTrash} title={texts.inBinTitle} text={texts.inBinText(person.razao_social)}>
      <Button
        icon={IconArrowBackUp}
        onClick={() => {
          void restore(person).then((isBack) => {
            if (isBack) onRestored()
          })
        }}
      >
        {texts.actions.restore}
      </Button>
    </EmptyState>
  )
}

function parent() {
  return { label: texts.title, to: listAddress(LIST) }
}
