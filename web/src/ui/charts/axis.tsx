import classes from './charts.module.css'
import { labelStep, textWidth, tickLabel, ticksFor } from './scale'

/** Room above the lines for the value of the chosen point, and below them for the labels. */
const TOP = 22
const BOTTOM = 22

export type Plot = {
  left: number
  right: number
  top: number
  bottom: number
  /** The round values of the axis. */
  ticks: readonly number[]
  /** Where a value is, from the top. */
  y: (value: number) => number
}

/** Where the lines of a chart of these values are. `end` is kept free at the right. */
export function plotOf(values: readonly number[], width: number, height: number, end = 0): Plot {
  const ticks = ticksFor(Math.max(0, ...values), Math.min(0, ...values))
  const lowest = ticks[0] ?? 0
  const span = (ticks.at(-1) ?? 0) - lowest || 1
  const bottom = height - BOTTOM
  const left = Math.max(...ticks.map((tick) => textWidth(tickLabel(tick)))) + 10
  return {
    ...{ left, right: width - end, top: TOP, bottom, ticks },
    y: (value) => bottom - ((value - lowest) / span) * (bottom - TOP),
  }
}

export function Grid({ plot: { left, right, ticks, y } }: { plot: Plot }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        className={classes.grid}
        data-zero={tick === 0 || undefined}
        x1={left}
        x2={right}
        y1={y(tick)}
        y2={y(tick)}
      />
      <text className={classes.tick} x={left - 8} y={y(tick) + 4} textAnchor="end">
        {tickLabel(tick)}
      </text>
    </g>
  ))
}

type LabelsProps = { labels: readonly string[]; plot: Plot; x: (index: number) => number; chosen: number }

/** The labels below the axis: as many as there is room for, and in any case the chosen one's. */
export function Labels({ labels, plot, x, chosen }: LabelsProps) {
  const longest = Math.max(...labels.map(textWidth))
  const slot = (plot.right - plot.left) / labels.length
  const step = labelStep(slot, longest + 6)
  return labels.map((label, index) => {
    const isChosen = index === chosen
    const isNear = step > 1 && Math.abs(index - chosen) * slot < longest + 4
    if (!isChosen && (index % step !== 0 || isNear)) return null
    const half = textWidth(label) / 2
    return (
      <text
        key={index}
        className={classes.label}
        data-chosen={isChosen || undefined}
        x={Math.min(Math.max(x(index), half), plot.right - half)}
        y={plot.bottom + 16}
        textAnchor="middle"
      >
        {label}
      </text>
    )
  })
}
