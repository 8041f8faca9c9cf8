import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Person } from '@/api'
import { paths } from '@/app/paths'
import {
  Button,
  EmptyState,
  formatCpfCnpj,
  listAddress,
  Loaded,
  Page,
  PageHeader,
  useNeighbours,
  useNoteOpened,
} from '@/ui'
import { PersonForm } from './person-form'
import { loadPerson } from './queries'
import { texts } from './texts'
import { usePersonActions } from './use-person-actions'
import { WithCompany } from './with-company'

/** 'Nova Pessoa' without an id in the address, 'Editar Pessoa' with one. */
export default function PersonPage() {
  const { id } = useParams()
  return (
    <WithCompany title={id === undefined ? texts.newTitle : texts.editTitle}>
      {id === undefined ? <NewPerson /> : <ExistingPerson key={id} id={id} />}
    </WithCompany>
  )
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
  const query = useQuery(loadPerson(id))
  const { data, refetch } = query
  const neighbours = useNeighbours(paths.people.list, paths.people.edit(id))
  useNoteOpened(
    data && {
      to: paths.people.edit(id),
      label: data.person.razao_social,
      detail: formatCpfCnpj(data.person.cpf_cnpj),
      companyId: null,
    },
  )
  return (
    <Page>
      <PageHeader
        neighbours={neighbours}
        title={texts.editTitle}
        parent={parent()}
        {...(data && { subtitle: data.person.razao_social })}
      />
      <Loaded
        query={query}
        loading={texts.loading}
        failed={texts.loadFailed}
        missing={{ ...texts.missing, backTo: listAddress(paths.people.list) }}
      >
        {(loaded) =>
          loaded.person.deleted_at === null ? (
            <PersonForm loaded={loaded} />
          ) : (
            <InBin person={loaded.person} onRestored={() => void refetch()} />
          )
        }
      </Loaded>
    </Page>
  )
}

function InBin({ person, onRestored }: { person: Person; onRestored: () => void }) {
  const { change } = usePersonActions()
  return (
    <EmptyState icon={IconTrash} title={texts.inBinTitle} text={texts.inBinText(person.razao_social)}>
      <Button
        icon={IconArrowBackUp}
        onClick={() => {
          void change('restore', [person]).then((isBack) => {
            if (isBack) onRestored()
          })
        }}
      >
        {texts.changes.restore.label}
      </Button>
    </EmptyState>
  )
}

function parent() {
  return { label: texts.title, to: listAddress(paths.people.list) }
}
