import { IconAlertTriangleFilled, IconClock, IconInfoCircle } from '@tabler/icons-react'
import type { Notification } from '@/api'
import classes from './tone-icon.module.css'

const ICONS = { erro: IconAlertTriangleFilled, aviso: IconClock, info: IconInfoCircle }

/** How pressing a notification is; `label` where no word beside it says so. */
export function ToneIcon({ tone, label }: { tone: Notification['tom']; label: string }) {
  const Icon = ICONS[tone]
  return (
    <span className={classes.tone} data-tone={tone} role="img" aria-label={label}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
