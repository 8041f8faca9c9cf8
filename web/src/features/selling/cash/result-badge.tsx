import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCirclePlus } from '@tabler/icons-react'
import { decimal, StatusBadge } from '@/ui'
import { texts } from './texts'

/** What a difference means: contado less esperado. */
export function ResultBadge({ difference }: { difference: string }) {
  const side = decimal.compare(difference, '0')
  if (side === 0) {
    return (
      <StatusBadge tone="green" icon={IconCircleCheckFilled}>
        {texts.result.equal}
      </StatusBadge>
    )
  }
  return side < 0 ? (
    <StatusBadge tone="red" icon={IconAlertTriangleFilled}>
      {texts.result.missing}
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconCirclePlus}>
      {texts.result.over}
    </StatusBadge>
  )
}
