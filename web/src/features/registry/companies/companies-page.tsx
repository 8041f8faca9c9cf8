import { IconBuilding, IconBuildingStore, IconCircleCheckFilled, IconCircleX, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '@/api'
import type { Company } from '@/api'
import { paths } from '@/app/paths'
import { CertificateBadge, EndingCertificateBadge } from '@/features/fiscal/certificates'
import { ExampleShopOffer } from '@/features/registry/example-shop'
import {
  ActionButton,
  CompanyTile,
  DataTable,
  EmptyState,
  formatCnpj,
  formatDateTime,
  formatPhone,
  Page,
  PageHeader,
  StatusBadge,
  useRecordList,
} from '@/ui'
import type { Column, ScreenAction } from '@/ui'
import classes from './companies-page.module.css'
import { useLateParts, useLoadLateParts } from './late-parts'
import { ATIVO, countCompanies, listCompanies, SORTS, TABS } from './queries'
import type { CompanyFilter } from './queries'
import { texts } from './texts'
import { useAskedCertificate } from './use-asked-certificate'
import { useCompanyActions } from './use-company-actions'
import type { CompanyTask } from './use-company-actions'

const CREATE: ScreenAction = {
  id: 'new',
  label: texts.newCompany,
  icon: IconPlus,
  isMain: true,
  shortcut: 'N',
  to: paths.companies.new,
}

const COLUMNS: Column<Company>[] = [
  {
    id: 'razao_social',
    title: texts.fields.razao_social,
    sort: 'razao_social',
    isName: true,
    cell: (company) => (
      <span className={classes.name}>
        <CompanyTile name={company.nome_fantasia ?? company.razao_social} color={company.cor} />
        <span className={classes.text}>{company.razao_social}</span>
        {company.exemplo === 'S' && (
          <StatusBadge tone="amber" icon={IconBuildingStore}>
            {texts.example}
          </StatusBadge>
        )}
        <EndingCertificateBadge validTo={company.certificado_valido_ate} />
      </span>
    ),
  },
  { id: 'cnpj', title: texts.fields.cnpj, sort: 'cnpj', width: '176px', cell: ({ cnpj }) => formatCnpj(cnpj) },
  {
    id: 'municipio',
    title: texts.columns.cityState,
    sort: 'municipio',
    width: '210px',
    leaves: 1,
    cell: ({ municipio, uf }) => `${municipio}/${uf}`,
  },
  {
    id: 'nome_fantasia',
    title: texts.fields.nome_fantasia,
    isOptional: true,
    cell: (company) => company.nome_fantasia,
  },
  {
    id: 'inscricao_estadual',
    title: texts.fields.inscricao_estadual,
    isOptional: true,
    width: '150px',
    cell: (company) => company.inscricao_estadual,
  },
  { id: 'crt', title: texts.columns.crt, isOptional: true, width: '170px', cell: ({ crt }) => texts.crt[crt] },
  {
    id: 'telefone',
    title: texts.fields.telefone,
    isOptional: true,
    width: '150px',
    cell: ({ telefone }) => formatPhone(telefone ?? ''),
  },
  {
    id: 'certificado_valido_ate',
    title: texts.columns.certificate,
    isOptional: true,
    width: '200px',
    cell: ({ certificado_valido_ate }) => <CertificateBadge validTo={certificado_valido_ate} />,
  },
  { id: 'ativo', title: texts.columns.status, isOptional: true, width: '110px', cell: (company) => statusOf(company) },
  {
    id: 'updated_at',
    title: texts.columns.updatedAt,
    sort: 'updated_at',
    isOptional: true,
    width: '150px',
    cell: ({ updated_at }) => formatDateTime(updated_at),
  },
]

function statusOf({ ativo }: Company) {
  return ativo === 'S' ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {texts.active}
    </StatusBadge>
  ) : (
    <StatusBadge tone="grey" icon={IconCircleX}>
      {texts.inactive}
    </StatusBadge>
  )
}

export default function CompaniesPage() {
  const mayCreate = useMay()('POST /api/companies')
  const [task, setTask] = useState<CompanyTask | null>(null)
  const asked = useAskedCertificate()
  useLoadLateParts(asked.company !== null)
  const parts = useLateParts()
  const { table } = useRecordList({
    name: 'empresas',
    texts,
    defaultSort: 'razao_social',
    sortable: SORTS,
    tabs: TABS,
    read: ({ search, sort, tab = 'ativas', page, pageSize }) =>
      listCompanies({ search, sort: sort as CompanyFilter['sort'], ativo: ATIVO[tab], page, page_size: pageSize }),
    counts: ({ search }) => countCompanies(search),
  })
  const actions = useCompanyActions(setTask)

  return (
    <Page>
      <PageHeader title={texts.title} actions={[mayCreate && CREATE]} />
      <DataTable
        {...table}
        columns={COLUMNS}
        rowName={({ razao_social }) => razao_social}
        rowTo={({ id }) => paths.companies.edit(id)}
        phoneRow={(company) => ({
          title: company.razao_social,
          detail: `${formatCnpj(company.cnpj)} · ${company.municipio}/${company.uf}`,
          aside:
            company.ativo === 'N' ? (
              statusOf(company)
            ) : (
              <EndingCertificateBadge validTo={company.certificado_valido_ate} />
            ),
        })}
        actions={actions.ofRow}
        bulkActions={mayCreate ? actions.ofSelection : undefined}
        empty={
          <EmptyState
            icon={IconBuilding}
            title={texts.emptyTitle}
            text={mayCreate ? texts.emptyTextAdmin : texts.emptyTextUser}
          >
            {mayCreate && <ActionButton action={CREATE} label={texts.registerFirst} />}
            {mayCreate && <ExampleShopOffer />}
          </EmptyState>
        }
      />
      {parts && (
        <>
          <parts.CertificateDialog
            company={task?.kind === 'certificate' ? task.company : asked.company}
            onClose={() => {
              setTask(null)
              asked.close()
            }}
          />
          <parts.SefazSettingsDialog
            company={task?.kind === 'sefaz' ? task.company : null}
            onClose={() => setTask(null)}
          />
        </>
      )}
    </Page>
  )
}
