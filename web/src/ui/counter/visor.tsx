import type { CSSProperties } from 'react'
import { Kbd } from '../basics/kbd'
import classes from './visor.module.css'

/** As wide as its panel lets it be: see the style. */
const figures = (value: string) => ({ '--figures': value.length }) as CSSProperties

type Line = { label: string; value: string; shortcut?: string }

type Props = {
  /** What the total is made of, over it. */
  lines: readonly Line[]
  label: string
  currency: string
  /** Without its currency: '4.150,00'. */
  value: string
}

/** The display of a till: only where money is decided. The total changes at once and never counts up. */
export function Visor({ lines, label, currency, value }: Props) {
  return (
    <dl className={classes.visor}>
      {lines.map((line) => (
        <div key={line.label} className={classes.line}>
          <dt>
            {line.label}
            {line.shortcut && (
              <span className={classes.key} aria-hidden="true">
                <Kbd>{line.shortcut}</Kbd>
              </span>
            )}
          </dt>
          <dd>{line.value}</dd>
        </div>
      ))}
      <div className={classes.total} style={figures(value)}>
        <dt>{label}</dt>
        <dd aria-live="polite">
          <small>{currency}</small> {value}
        </dd>
      </div>
    </dl>
  )
}
