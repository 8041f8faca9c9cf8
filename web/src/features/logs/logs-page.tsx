import { IconListDetails } from '@tabler/icons-react'
import { EmptyState, PageHeader } from '@/ui'
import { texts } from './texts'

export default function LogsPage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState icon={IconListDetails} title={texts.comingTitle} text={texts.comingText} />
    </>
  )
}
