import { IconAlertTriangle, IconCheck, IconHourglass, IconSend } from '@tabler/icons-react'
import { StatusBadge } from '@/ui'
import { entryStateOf } from './entry-state'
import type { Entry } from './entry-state'
import { texts } from './texts'

const LOOKS = {
  pending: { tone: 'amber', icon: IconHourglass },
  sending: { tone: 'blue', icon: IconSend },
  refused: { tone: 'red', icon: IconAlertTriangle },
  done: { tone: 'green', icon: IconCheck },
} as const

/** How the NF-e of entry of a return stands. */
export function StateBadge(entry: Entry) {
  const state = entryStateOf(entry)
  return <StatusBadge {...LOOKS[state]}>{texts.state[state]}</StatusBadge>
}
