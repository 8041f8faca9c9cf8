import { IconCircleX } from '@tabler/icons-react'
import { Button, Card, Countdown, formatTime } from '@/ui'
import classes from './receipt-page.module.css'
import { texts } from './texts'

type Props = {
  /** When the time began to run. */
  from: string
  /** Until when it can be cancelled. */
  until: string
  /** Else one reads who may. */
  isAllowed: boolean
  isBusy: boolean
  onCancel: () => void
  /** Nothing is left of the time. */
  onEnd: () => void
}

/** The way out of an authorised receipt, with the time that is left for it. */
export function CancelCard({ from, until, isAllowed, isBusy, onCancel, onEnd }: Props) {
  return (
    <Card title={texts.page.cancel}>
      <div className={classes.stack}>
        <Countdown from={from} until={until} text={texts.page.cancelUntil(formatTime(until))} onEnd={onEnd} />
        {isAllowed ? (
          <div>
            <Button kind="secondary" icon={IconCircleX} loading={isBusy} onClick={onCancel}>
              {texts.actions.cancel}
            </Button>
          </div>
        ) : (
          <p className={classes.hint}>{texts.gerente.cancel}</p>
        )}
      </div>
    </Card>
  )
}
