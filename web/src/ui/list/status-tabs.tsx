import { formatInteger } from '../format/text'
import classes from './list.module.css'
import type { StatusTab } from './types'

type Props<Tab extends string> = {
  tabs: readonly StatusTab<Tab>[]
  current: Tab | undefined
  onChoose: (tab: Tab) => void
}

/** Which records are listed, each with its count. */
export function StatusTabs<Tab extends string>({ tabs, current, onChoose }: Props<Tab>) {
  return (
    <div className={classes.tabs} role="group" aria-label="Situação">
      {tabs.map(({ id, label, count, isExact = true }) => (
        <button
          key={id}
          type="button"
          className={classes.tab}
          aria-pressed={id === current}
          onClick={() => onChoose(id)}
        >
          {label}
          {count !== undefined && <span className={classes.count}>{(isExact ? '' : '+') + formatInteger(count)}</span>}
        </button>
      ))}
    </div>
  )
}
