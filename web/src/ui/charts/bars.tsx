import { formatMoney } from '../format/decimal'
import { Grid, Labels, plotOf } from './axis'
import classes from './charts.module.css'
import { pointLines, pointText } from './point-text'
import { textWidth } from './scale'
import { Stage } from './stage'
import { sizeOf } from './types'
import type { ChartPoint } from './types'

type Props = {
  label: string
  /** At least one. */
  points: readonly ChartPoint[]
  format?: (value: string) => string
  /** What the mark on each bar is: 'mesmo dia da semana anterior'. */
  before?: string
  /** The point that is spoken of; default: the last. */
  first?: number
  height?: number
}

const WIDEST = 34

/** Values side by side; what each is compared with is a mark on the same bar, never a second colour. */
export function Bars({ label, points, format = formatMoney, before, first = points.length - 1, height = 200 }: Props) {
  const values = points.flatMap((point) => [sizeOf(point.value), sizeOf(point.before)])
  // Where there was nothing at all before, a row of marks along the axis would say nothing.
  const hasMarks = points.some((point) => sizeOf(point.before) !== 0)
  const plotAt = (width: number) => {
    const plot = plotOf(values, width, height)
    const slot = (plot.right - plot.left) / points.length
    return { plot, slot, x: (index: number) => plot.left + (index + 0.5) * slot }
  }
  return (
    <Stage
      label={label}
      count={points.length}
      first={first}
      height={height}
      textOf={(index) => pointText(points[index], format, before)}
      noteOf={(index) => pointLines(points[index], format, before)}
      toOf={(index) => points[index]?.to}
      placeOf={(index, width) => {
        const { plot, x } = plotAt(width)
        const { value, before: mark } = points[index] ?? {}
        return { x: x(index), y: plot.y(Math.max(sizeOf(value), sizeOf(mark), 0)) }
      }}
      indexAt={({ x }, width) => {
        const { plot, slot } = plotAt(width)
        return Math.floor((x - plot.left) / slot)
      }}
    >
      {({ width, chosen, isPointed }) => {
        const { plot, slot, x } = plotAt(width)
        const bar = Math.max(Math.min(slot * 0.64, WIDEST), Math.min(slot, 1))
        const spoken = points[chosen]
        const mark = spoken?.value ? (spoken.mark ?? format(spoken.value)) : null
        return (
          <>
            <Grid plot={plot} />
            {points.map((point, index) => {
              const size = sizeOf(point.value)
              const top = plot.y(Math.max(size, 0))
              return (
                <g key={index}>
                  {size !== 0 && (
                    <rect
                      className={classes.bar}
                      data-chosen={index === chosen || undefined}
                      x={x(index) - bar / 2}
                      y={top}
                      width={bar}
                      height={Math.max(Math.abs(plot.y(0) - plot.y(size)), 1)}
                      rx={Math.min(bar / 4, 2)}
                    />
                  )}
                  {hasMarks && point.before != null && (
                    <line
                      className={classes.before}
                      x1={x(index) - bar / 2 - Math.min(3, slot * 0.1)}
                      x2={x(index) + bar / 2 + Math.min(3, slot * 0.1)}
                      y1={plot.y(sizeOf(point.before))}
                      y2={plot.y(sizeOf(point.before))}
                    />
                  )}
                </g>
              )
            })}
            <Labels labels={points.map((point) => point.label)} plot={plot} x={x} chosen={chosen} />
            {mark !== null && !isPointed && (
              <text
                className={classes.mark}
                x={Math.min(Math.max(x(chosen), plot.left + textWidth(mark) / 2), plot.right - textWidth(mark) / 2)}
                y={Math.max(plot.y(Math.max(sizeOf(spoken?.value), sizeOf(spoken?.before), 0)) - 6, 12)}
                textAnchor="middle"
              >
                {mark}
              </text>
            )}
          </>
        )
      }}
    </Stage>
  )
}
