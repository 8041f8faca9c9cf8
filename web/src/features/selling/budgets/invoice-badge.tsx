import { IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { StatusBadge } from '@/ui'
import { texts } from './texts'

export function InvoiceBadge({ faturado }: { faturado: boolean }) {
  return faturado ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {texts.invoiced}
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconClock}>
      {texts.pending}
    </StatusBadge>
  )
}
