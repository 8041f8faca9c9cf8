import { useId, useState } from 'react'
import type { Dashboard } from '@/api'
import { Button, formatInteger, formatMoney, TableCard } from '@/ui'
import classes from './month-chart.module.css'
import { monthLabel, monthTitle } from './months'
import { ticksFor, tickLabel } from '@/ui/charts/scale'
import { texts } from './texts'

type Month = Required<Dashboard>['meses'][number]

/** Sales of twelve months as bars, or the same as a table. */
export function MonthChart({ months }: { months: readonly Month[] }) {
  const [isTable, setTable] = useState(false)
  const title = useId()
  const isEmpty = months.every(({ quantidade }) => quantidade === 0)
  return (
    <section className={classes.card} aria-labelledby={title}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <h2 id={title} className={classes.title}>
            {texts.chart.title}
          </h2>
          <span className={classes.note}>{texts.chart.note}</span>
        </div>
        {!isEmpty && (
          <Button kind="quiet" onClick={() => setTable(!isTable)}>
            {isTable ? texts.chart.asBars : texts.chart.asTable}
          </Button>
        )}
      </header>
      {isEmpty ? (
        <p className={classes.empty}>{texts.chart.empty}</p>
      ) : isTable ? (
        <div className={classes.table}>
          <MonthTable months={months} />
        </div>
      ) : (
        <Bars months={months} />
      )}
    </section>
  )
}

/** One month is chosen at a time, by arrows as in any radio group, and shows its value. */
function Bars({ months }: { months: readonly Month[] }) {
  const name = useId()
  const [chosen, setChosen] = useState(months.at(-1)?.mes)
  // Only heights are drawn from these; every figure one reads is the exact one.
  const amounts = months.map(({ total }) => Math.max(Number(total), 0))
  const ticks = ticksFor(Math.max(...amounts))
  const top = ticks.at(-1) || 1
  return (
    <div className={classes.chart}>
      <div className={classes.ticks} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className={classes.tick} style={{ bottom: `${(tick / top) * 100}%` }}>
            <span>{tickLabel(tick)}</span>
          </span>
        ))}
      </div>
      <div className={classes.bars} role="radiogroup" aria-label={texts.chart.label}>
        {months.map(({ mes, total, quantidade }, index) => (
          <label key={mes} className={classes.month} data-chosen={mes === chosen || undefined}>
            <input
              type="radio"
              name={name}
              value={mes}
              className={classes.radio}
              checked={mes === chosen}
              aria-label={texts.chart.month(monthTitle(mes), formatMoney(total), texts.orders(quantidade))}
              onChange={() => setChosen(mes)}
            />
            <span className={classes.room} aria-hidden="true">
              <span className={classes.bar} style={{ height: `${((amounts[index] ?? 0) / top) * 100}%` }}>
                <span className={classes.value}>{formatMoney(total)}</span>
              </span>
            </span>
            <span className={classes.name} aria-hidden="true">
              {monthLabel(mes)}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}

function MonthTable({ months }: { months: readonly Month[] }) {
  const { columns } = texts.chart
  return (
    <TableCard label={texts.chart.label}>
      <thead>
        <tr>
          <th scope="col">{columns.month}</th>
          <th scope="col" data-align="right">
            {columns.orders}
          </th>
          <th scope="col" data-align="right">
            {columns.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ mes, total, quantidade }) => (
          <tr key={mes}>
            <td>{monthTitle(mes)}</td>
            <td data-align="right">{formatInteger(quantidade)}</td>
            <td data-align="right">{formatMoney(total)}</td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  )
}
