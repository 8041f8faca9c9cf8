import { IconReportAnalytics } from '@tabler/icons-react'
import { EmptyState, PageHeader } from '@/ui'
import { texts } from './texts'

export default function ReportsPage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState icon={IconReportAnalytics} title={texts.comingTitle} text={texts.comingText} />
    </>
  )
}
