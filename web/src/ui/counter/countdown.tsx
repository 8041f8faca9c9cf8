import { useEffect } from 'react'
import { useStable } from '../form/use-stable'
import { formatSpan } from '../format/time'
import { useNow } from '../use-now'
import classes from './countdown.module.css'

type Props = {
  /** Instants between which the time runs. */
  from: string
  until: string
  /** What is said before the time that is left. */
  text: string
  /** Said once, when nothing is left. */
  onEnd?: () => void
}

const TICK_MS = 1_000

/** How much is left of a time limit: a sentence and a bar that grows as it runs out. */
export function Countdown({ from, until, text, onEnd }: Props) {
  const now = useNow(TICK_MS)
  const begin = Date.parse(from)
  const end = Date.parse(until)
  const left = end - now
  const isOver = left <= 0
  const tellEnd = useStable(() => onEnd?.())
  useEffect(() => {
    if (isOver) tellEnd()
  }, [isOver, tellEnd])
  const passed = Math.min(100, Math.max(0, ((now - begin) / Math.max(1, end - begin)) * 100))
  return (
    <div className={classes.root}>
      <p className={classes.text} role="timer">
        {text}{' '}
        {isOver ? 'O tempo acabou.' : `${left < 120_000 && left >= 60_000 ? 'Resta' : 'Restam'} ${formatSpan(left)}.`}
      </p>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.bar} style={{ width: `${passed}%` }} />
      </div>
    </div>
  )
}
