import { IconBuilding, IconServerBolt } from '@tabler/icons-react'
import { useActiveCompany } from '@/api'
import { EmptyState, PageHeader } from '@/ui'
import { texts } from './texts'

export default function SefazSettingsPage() {
  const company = useActiveCompany()
  return (
    <>
      <PageHeader title={texts.title} />
      {company ? (
        <EmptyState icon={IconServerBolt} title={texts.comingTitle} text={texts.comingText} />
      ) : (
        <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
      )}
    </>
  )
}
