import { IconUsersGroup } from '@tabler/icons-react'
import { useIsAdmin } from '@/api'
import { AccessDenied, EmptyState, PageHeader } from '@/ui'
import { texts } from './texts'

export default function UsersPage() {
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader title={texts.title} />
      {isAdmin ? (
        <EmptyState icon={IconUsersGroup} title={texts.comingTitle} text={texts.comingText} />
      ) : (
        <AccessDenied />
      )}
    </>
  )
}
