import { IconBuilding, IconFileDollar } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { useActiveCompany } from '@/api'
import { EmptyState, PageHeader } from '@/ui'
import { texts } from './texts'

export default function BudgetPage() {
  const isNew = useParams().id === undefined
  const company = useActiveCompany()
  return (
    <>
      <PageHeader
        title={isNew ? texts.newTitle : texts.editTitle}
        parent={{ label: texts.title, to: '/app/budgets' }}
      />
      {company ? (
        <EmptyState icon={IconFileDollar} title={texts.formComingTitle} text={texts.formComingText} />
      ) : (
        <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
      )}
    </>
  )
}
