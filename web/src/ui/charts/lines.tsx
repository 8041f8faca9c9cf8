import { formatMoney } from '../format/decimal'
import { Grid, Labels, plotOf } from './axis'
import classes from './charts.module.css'
import { spread, textWidth } from './scale'
import { Stage } from './stage'
import { sizeOf } from './types'

export type LineSeries = {
  /** At the end of its line: 'Faturado'. */
  name: string
  /** One of each point; null: the line has a gap. */
  values: readonly (string | null)[]
}

type Props = {
  label: string
  points: readonly { label: string; name: string; to?: string | undefined }[]
  /** One to four; told apart by how they are drawn and by their names, not by colour alone. */
  series: readonly LineSeries[]
  format?: (value: string) => string
  first?: number
  height?: number
}

/** How values go over many points. */
export function Lines({ label, points, series, format = formatMoney, first = points.length - 1, height = 200 }: Props) {
  const values = series.flatMap((each) => each.values.map(sizeOf))
  const end = Math.max(...series.map(({ name }) => textWidth(name))) + 14
  const plotAt = (width: number) => {
    const plot = plotOf(values, width, height, end)
    const step = points.length > 1 ? (plot.right - plot.left) / (points.length - 1) : 0
    return { plot, step, x: (index: number) => (step ? plot.left + index * step : (plot.left + plot.right) / 2) }
  }
  const told = (index: number) =>
    series.flatMap(({ name, values }) => {
      const value = values[index]
      return value == null ? [] : [`${name} ${format(value)}`]
    })
  const nameOf = (index: number) => points[index]?.name ?? ''
  return (
    <Stage
      label={label}
      count={points.length}
      first={first}
      height={height}
      textOf={(index) => `${nameOf(index)}: ${told(index).join(', ') || 'sem valor'}`}
      noteOf={(index) => (
        <>
          <span>{nameOf(index)}</span>
          {told(index).map((line) => (
            <strong key={line}>{line}</strong>
          ))}
        </>
      )}
      toOf={(index) => points[index]?.to}
      placeOf={(index, width) => {
        const { plot, x } = plotAt(width)
        return { x: x(index), y: plot.y(Math.max(0, ...series.map(({ values }) => sizeOf(values[index])))) }
      }}
      indexAt={({ x }, width) => {
        const { plot, step } = plotAt(width)
        return step ? Math.round((x - plot.left) / step) : 0
      }}
    >
      {({ width, chosen }) => {
        const { plot, x } = plotAt(width)
        const ends = spread(
          series.map(({ values }) => plot.y(sizeOf(values.findLast((value) => value !== null)))),
          15,
          plot.bottom,
        )
        return (
          <>
            <Grid plot={plot} />
            <line className={classes.at} x1={x(chosen)} x2={x(chosen)} y1={plot.top} y2={plot.bottom} />
            {series.map(({ name, values }, at) => (
              <g key={name} data-series={at} className={classes.series}>
                <path className={classes.line} d={pathOf(values, x, plot.y)} />
                {values[chosen] != null && (
                  <circle className={classes.dot} cx={x(chosen)} cy={plot.y(sizeOf(values[chosen]))} r="3.5" />
                )}
                <text className={classes.end} x={plot.right + 6} y={(ends[at] ?? 0) + 4}>
                  {name}
                </text>
              </g>
            ))}
            <Labels labels={points.map((point) => point.label)} plot={plot} x={x} chosen={chosen} />
          </>
        )
      }}
    </Stage>
  )
}

function pathOf(values: readonly (string | null)[], x: (index: number) => number, y: (value: number) => number) {
  let isDrawing = false
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false
        return ''
      }
      const to = `${isDrawing ? 'L' : 'M'}${x(index).toFixed(1)} ${y(Number(value)).toFixed(1)}`
      // A point by itself is seen as one.
      const isAlone = !isDrawing && values[index + 1] == null
      isDrawing = true
      return isAlone ? `${to}h0.01` : to
    })
    .join('')
}
