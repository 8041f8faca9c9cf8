import { formatDecimal, formatMoney } from '../format/decimal'
import { Labels } from './axis'
import type { Plot } from './axis'
import classes from './charts.module.css'
import { pointLines, pointText } from './point-text'
import { Stage } from './stage'
import type { ChartPoint } from './types'

export type AbcPoint = ChartPoint & {
  classe: 'A' | 'B' | 'C'
  /** Per cent of everything up to and with this one, '36.3'. */
  acumulado: string
}

type Props = {
  label: string
  /** The most first. */
  points: readonly AbcPoint[]
  format?: (value: string) => string
  height?: number
}

const TICKS = [0, 20, 40, 60, 80, 100]
const CLASSES = ['A', 'B', 'C'] as const

/** How few of them make most of it. */
export function AbcCurve({ label, points, format = formatMoney, height = 200 }: Props) {
  const plotAt = (width: number) => {
    const bottom = height - 22
    const top = 20
    const plot: Plot = {
      ...{ left: 40, right: width, top, bottom, ticks: TICKS },
      y: (value) => bottom - (value / 100) * (bottom - top),
    }
    const slot = (plot.right - plot.left) / points.length
    return { plot, slot, x: (index: number) => plot.left + (index + 1) * slot }
  }
  const withShare = (index: number): ChartPoint | undefined => {
    const point = points[index]
    return point && { ...point, detail: `classe ${point.classe}, até aqui ${percent(point.acumulado)}` }
  }
  const shareOf = (index: number) => Number(points[index]?.acumulado ?? 0)
  return (
    <Stage
      label={label}
      count={points.length}
      first={0}
      height={height}
      textOf={(index) => pointText(withShare(index), format)}
      noteOf={(index) => pointLines(withShare(index), format)}
      toOf={(index) => points[index]?.to}
      placeOf={(index, width) => {
        const { plot, x } = plotAt(width)
        return { x: x(index), y: plot.y(shareOf(index)) }
      }}
      indexAt={({ x }, width) => {
        const { plot, slot } = plotAt(width)
        return Math.floor((x - plot.left) / slot)
      }}
    >
      {({ width, chosen, isPointed }) => {
        const { plot, x } = plotAt(width)
        const from = (name: string) => points.findIndex(({ classe }) => classe === name)
        return (
          <>
            {TICKS.map((tick) => (
              <g key={tick}>
                <line
                  className={classes.grid}
                  data-zero={tick === 0 || undefined}
                  x1={plot.left}
                  x2={plot.right}
                  y1={plot.y(tick)}
                  y2={plot.y(tick)}
                />
                <text className={classes.tick} x={plot.left - 8} y={plot.y(tick) + 4} textAnchor="end">
                  {tick} %
                </text>
              </g>
            ))}
            {CLASSES.map((name) => {
              const first = from(name)
              if (first < 0) return null
              const count = points.filter(({ classe }) => classe === name).length
              const left = first === 0 ? plot.left : x(first - 1)
              const right = x(first + count - 1)
              return (
                <g key={name}>
                  {first > 0 && <line className={classes.at} x1={left} x2={left} y1={plot.top - 14} y2={plot.bottom} />}
                  {right - left > 18 && (
                    <text className={classes.mark} x={(left + right) / 2} y={12} textAnchor="middle">
                      {right - left > 40 ? `${name} · ${count}` : name}
                    </text>
                  )}
                </g>
              )
            })}
            <g data-series="0" className={classes.series}>
              <path
                className={classes.line}
                d={`M${plot.left} ${plot.y(0)}${points.map((_, index) => `L${x(index).toFixed(1)} ${plot.y(shareOf(index)).toFixed(1)}`).join('')}`}
              />
              {isPointed && <circle className={classes.dot} cx={x(chosen)} cy={plot.y(shareOf(chosen))} r="3.5" />}
            </g>
            <Labels
              labels={points.map((_, index) => String(index + 1))}
              plot={plot}
              x={(index) => x(index) - (plot.right - plot.left) / points.length / 2}
              chosen={chosen}
            />
          </>
        )
      }}
    </Stage>
  )
}

const percent = (value: string) => `${formatDecimal(value, 1, 1)} %`
