import { PERIODS } from '@/features/office/figures'
import type { ReactNode } from 'react'
import { FilterPeriod, FilterSelect, FoldedFilters } from '@/ui'
import classes from './reports.module.css'
import { texts } from './texts'
import type { ReportState } from './use-report'

const COMPARISONS = [
  { value: 'ano_anterior', label: texts.comparison.ano_anterior },
  { value: 'nada', label: texts.comparison.nada },
]

type Props = {
  state: ReportState
  /** Everything but the named periods stands behind a button. */
  isFolded: boolean
  /** What else the report can be narrowed by. */
  filters: ReactNode
}

/** Which days, and beside which others. */
export function PeriodBar({ state: { list, named, period }, isFolded, filters }: Props) {
  // The two days show what a named period is; typing in one makes it a period of its own.
  const days = {
    ...list,
    filters: { ...list.filters, ...period },
    setFilter: (name: 'de' | 'ate', day: string) => list.setFilters({ ...period, periodo: '', [name]: day }),
  }
  const others = (
    <>
      <FilterPeriod list={days} from="de" to="ate" label={texts.period.days} />
      <FilterSelect
        list={list}
        name="comparar"
        label={texts.comparison.label}
        all={texts.comparison.periodo_anterior}
        choices={COMPARISONS}
      />
      {filters}
    </>
  )
  return (
    <>
      <div className={classes.chips} role="group" aria-label={texts.period.label}>
        {PERIODS.map((name) => (
          <button
            key={name}
            type="button"
            className={classes.chip}
            aria-pressed={name === named}
            onClick={() => list.setFilters({ periodo: name === 'mes' ? '' : name, de: '', ate: '' })}
          >
            {texts.period[name]}
          </button>
        ))}
      </div>
      {isFolded ? <FoldedFilters values={list.filters}>{others}</FoldedFilters> : others}
    </>
  )
}
