import { formatDate } from '@/ui'
import { texts } from './texts'
import { passedPercent, validityOf } from './validity'
import classes from './certificates.module.css'

/** How much of a certificate's life has passed, and what that means. Instants. */
export function ValidityBar({ from, to }: { from: string; to: string }) {
  const { kind, days } = validityOf(to)
  const percent = Math.round(passedPercent(from, to))
  const sentence =
    kind === 'ended'
      ? texts.ended(formatDate(to))
      : kind === 'valid'
        ? texts.validUntil(formatDate(to))
        : days === 0
          ? texts.endsToday
          : texts.endsIn(days)
  return (
    <div className={classes.validity} data-kind={kind}>
      <div
        className={classes.track}
        role="meter"
        aria-label={texts.validityBar}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={sentence}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <p>{sentence}</p>
    </div>
  )
}
