import { IconHelpCircle } from '@tabler/icons-react'
import { EmptyState, PageHeader } from '@/ui'
import { texts } from './texts'

export default function HelpPage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState icon={IconHelpCircle} title={texts.comingTitle} text={texts.comingText} />
    </>
  )
}
