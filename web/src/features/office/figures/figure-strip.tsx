import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { decimal, formatDecimal, HelpMark } from '@/ui'
import classes from './figure-strip.module.css'
import { MEANINGS } from './meanings'
import type { Meaning } from './meanings'

/** The most important figures of a screen in one ruled strip. */
export function FigureStrip({ children }: { children: ReactNode }) {
  return <dl className={classes.strip}>{children}</dl>
}

type FigureProps = {
  label: string
  /** What the help beside it says. */
  meaning?: Meaning
  /** A line below: what it stands on, what it is compared with. */
  detail?: ReactNode
  /** Where its rows are. */
  to?: string | undefined
  children: ReactNode
}

export function Figure({ label, meaning, detail, to, children }: FigureProps) {
  return (
    <div className={classes.metric}>
      <dt>
        {label} {meaning && <HelpMark about={label} text={MEANINGS[meaning]} />}
      </dt>
      <dd>
        {to ? (
          <Link className={classes.link} to={to}>
            <span className={classes.value}>{children}</span>
            <span className={classes.detail}>{detail} ›</span>
          </Link>
        ) : (
          <>
            <span className={classes.value}>{children}</span>
            {detail && <span className={classes.detail}>{detail}</span>}
          </>
        )}
      </dd>
    </div>
  )
}

/** An amount with its currency small. Null: there is none. */
export function Amount({ value }: { value: string | null }) {
  if (value === null) return '–'
  const isBelow = value.startsWith('-')
  return (
    <>
      <span className={classes.currency}>{isBelow ? '−' : ''}R$&nbsp;</span>
      {formatDecimal(isBelow ? value.slice(1) : value)}
    </>
  )
}

export function Unit({ children }: { children: string }) {
  return <span className={classes.unit}>{children}</span>
}

/** '+12,4 %', in the colour of its sign. Null: nothing to compare with. */
export function Change({ percent }: { percent: string | null }) {
  if (percent === null) return null
  return (
    <strong className={classes.change} data-sign={Math.sign(decimal.compare(percent, '0'))}>
      {signedPercent(percent)}&nbsp;%
    </strong>
  )
}

/** '+8,4', '−3,0', '0,0' */
export function signedPercent(percent: string): string {
  const size = formatDecimal(percent.replace('-', ''), 1, 1)
  const side = decimal.compare(percent, '0')
  return side > 0 ? `+${size}` : side < 0 ? `−${size}` : size
}
