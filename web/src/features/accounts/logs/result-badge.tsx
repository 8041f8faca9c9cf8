import { IconAlertTriangleFilled, IconCircleCheckFilled, IconLoader2 } from '@tabler/icons-react'
import type { AuditLogEntry } from '@/api'
import { StatusBadge } from '@/ui'
import { texts } from './texts'

const LOOKS = {
  success: { tone: 'green', icon: IconCircleCheckFilled },
  error: { tone: 'red', icon: IconAlertTriangleFilled },
  processing: { tone: 'blue', icon: IconLoader2 },
} as const

export function ResultBadge({ resultado }: { resultado: AuditLogEntry['resultado'] }) {
  return <StatusBadge {...LOOKS[resultado]}>{texts.results[resultado]}</StatusBadge>
}
