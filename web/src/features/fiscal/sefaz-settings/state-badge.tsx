import { IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { StatusBadge } from '@/ui'
import classes from './sefaz.module.css'
import { texts } from './texts'

/** 'Configurado' or 'Pendente'. */
export function StateBadge({ isConfigured }: { isConfigured: boolean }) {
  return isConfigured ? (
    <StatusBadge tone="green" icon={IconCircleCheckFilled}>
      {texts.configured}
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconClock}>
      {texts.pending}
    </StatusBadge>
  )
}

/** Why nothing can be changed here. */
export function FixedNotice() {
  return (
    <div className={classes.notice}>
      <strong>{texts.fixedTitle}</strong>
      <p>{texts.fixedText}</p>
    </div>
  )
}
