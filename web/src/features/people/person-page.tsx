import { IconAddressBook } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { EmptyState, PageHeader } from '@/ui'
import { texts } from './texts'

export default function PersonPage() {
  const isNew = useParams().id === undefined
  return (
    <>
      <PageHeader title={isNew ? texts.newTitle : texts.editTitle} parent={{ label: texts.title, to: '/app/people' }} />
      <EmptyState icon={IconAddressBook} title={texts.formComingTitle} text={texts.formComingText} />
    </>
  )
}
