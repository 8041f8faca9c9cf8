import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed, IconClock } from '@tabler/icons-react'
import { StatusBadge } from '@/ui'
import { texts } from './texts'
import { validityOf } from './validity'

/** 'Configurado' or 'Não Configurado'. */
export function ConfiguredBadge({ isConfigured }: { isConfigured: boolean }) {
  return isConfigured ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {texts.configured}
    </StatusBadge>
  ) : (
    <StatusBadge tone="grey" icon={IconCircleDashed}>
      {texts.notConfigured}
    </StatusBadge>
  )
}

/** Whether a company's certificate is there and how long; `validTo` is its end, null without one. */
export function CertificateBadge({ validTo }: { validTo: string | null }) {
  return validTo === null ? (
    <ConfiguredBadge isConfigured={false} />
  ) : (
    (endingBadge(validTo) ?? <ConfiguredBadge isConfigured />)
  )
}

/** Only where there is something to do soon: from 30 days before the end. */
export function EndingCertificateBadge({ validTo }: { validTo: string | null }) {
  return validTo === null ? null : endingBadge(validTo)
}

function endingBadge(validTo: string) {
  const { kind, days } = validityOf(validTo)
  if (kind === 'valid') return null
  if (kind === 'ended')
    return (
      <StatusBadge tone="red" icon={IconAlertTriangleFilled}>
        {texts.endedShort}
      </StatusBadge>
    )
  return (
    <StatusBadge tone={kind === 'press' ? 'red' : 'amber'} icon={IconClock}>
      {texts.endsInShort(days)}
    </StatusBadge>
  )
}
