import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '@/app/paths'
import { formatCnpj, listAddress, Loaded, Page, PageHeader, useNeighbours, useNoteOpened } from '@/ui'
import { CompanyForm } from './company-form'
import { loadCompany } from './queries'
import { texts } from './texts'

/** 'Nova Empresa' without an id in the address, 'Editar Empresa' with one. */
export default function CompanyPage() {
  const { id } = useParams()
  return id === undefined ? <NewCompany /> : <ExistingCompany key={id} id={id} />
}

function NewCompany() {
  return (
    <Page>
      <PageHeader title={texts.newTitle} parent={parent()} />
      <CompanyForm loaded={null} />
    </Page>
  )
}

function ExistingCompany({ id }: { id: string }) {
  const company = useQuery(loadCompany(id))
  const opened = company.data?.company
  const neighbours = useNeighbours(paths.companies.list, paths.companies.edit(id))
  useNoteOpened(
    opened && {
      to: paths.companies.edit(id),
      label: opened.razao_social,
      detail: formatCnpj(opened.cnpj),
      companyId: null,
    },
  )
  return (
    <Page>
      <PageHeader
        neighbours={neighbours}
        title={texts.editTitle}
        subtitle={company.data?.company.razao_social}
        parent={parent()}
      />
      <Loaded
        query={company}
        loading={texts.loading}
        failed={texts.loadFailed}
        missing={{ ...texts.missing, backTo: listAddress(paths.companies.list) }}
      >
        {(loaded) => <CompanyForm loaded={loaded} />}
      </Loaded>
    </Page>
  )
}

function parent() {
  return { label: texts.title, to: listAddress(paths.companies.list) }
}
