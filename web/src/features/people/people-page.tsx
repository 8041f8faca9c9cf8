import { IconAddressBook } from '@tabler/icons-react'
import { EmptyState, PageHeader } from '@/ui'
import { texts } from './texts'

export default function PeoplePage() {
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState icon={IconAddressBook} title={texts.comingTitle} text={texts.comingText} />
    </>
  )
}
