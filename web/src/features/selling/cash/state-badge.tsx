import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { StatusBadge } from '@/ui'
import { texts } from './texts'

export function StateBadge({ closedAt }: { closedAt: string | null }) {
  return closedAt === null ? (
    <StatusBadge tone="green" icon={IconLockOpen}>
      {texts.state.open}
    </StatusBadge>
  ) : (
    <StatusBadge tone="grey" icon={IconLock}>
      {texts.state.closed}
    </StatusBadge>
  )
}
