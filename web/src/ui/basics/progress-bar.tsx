import { useId } from 'react'
import { formatInteger } from '../format/text'
import classes from './progress-bar.module.css'

type Props = {
  /** What goes on: 'Importando produtos'. */
  label: string
  value: number
  /** Null: not known yet; then only what is done is told. */
  total: number | null
  /** Default: '320 de 1.000'. */
  text?: string
}

/** How far something has come that takes a while. */
export function ProgressBar({ label, value, total, text }: Props) {
  const id = useId()
  const done = total === null ? value : Math.min(value, total)
  const shown = text ?? (total === null ? formatInteger(done) : `${formatInteger(done)} de ${formatInteger(total)}`)
  const percent = total === null ? null : total === 0 ? 100 : Math.floor((done * 100) / total)
  return (
    <div className={classes.root}>
      <div className={classes.words}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        <span className={classes.text}>{shown}</span>
      </div>
      <div
        className={classes.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : done}
        aria-valuetext={shown}
      >
        <div className={classes.bar} style={{ width: `${percent ?? 0}%` }} />
      </div>
    </div>
  )
}
