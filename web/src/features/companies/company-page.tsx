import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApiProblem, useIsAdmin } from '@/api'
import {
  AccessDenied,
  Button,
  EmptyState,
  LinkButton,
  listAddress,
  Page,
  PageBody,
  PageHeader,
  Spinner,
  useProblemToast,
} from '@/ui'
import { CompanyForm } from './company-form'
import { loadCompany } from './queries'
import { texts } from './texts'

/** 'Nova Empresa' without an id in the address, 'Editar Empresa' with one. */
export default function CompanyPage() {
  const { id } = useParams()
  return id === undefined ? <NewCompany /> : <ExistingCompany key={id} id={id} />
}

function NewCompany() {
  const isAdmin = useIsAdmin()
  return (
    <Page>
      <PageHeader title={texts.newTitle} parent={parent()} />
      {isAdmin ? <CompanyForm loaded={null} /> : <AccessDenied />}
    </Page>
  )
}

function ExistingCompany({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(loadCompany(id))
  const isMissing = error instanceof ApiProblem && [400, 404, 422].includes(error.status)
  useProblemToast(texts.loadFailed, error, isMissing ? texts.notFoundText : undefined)
  return (
    <Page>
      <PageHeader title={texts.editTitle} subtitle={data?.company.razao_social} parent={parent()} />
      {data ? (
        <CompanyForm loaded={data} />
      ) : isMissing ? (
        <EmptyState title={texts.notFoundTitle} text={texts.notFoundText}>
          <LinkButton to={listAddress('/app/companies')}>{texts.backToList}</LinkButton>
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

function parent() {
  return { label: texts.title, to: listAddress('/app/companies') }
}
