import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { StatusBadge } from '@/ui'
import { texts } from './texts'

/** Whether the NF-e of entry was issued. */
export function StateBadge({ hasEntryNote }: { hasEntryNote: boolean }) {
  return hasEntryNote ? (
    <StatusBadge tone="green" icon={IconCheck}>
      {texts.state.done}
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconHourglass}>
      {texts.state.pending}
    </StatusBadge>
  )
}
