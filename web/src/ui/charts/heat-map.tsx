import { formatMoney } from '../format/decimal'
import classes from './charts.module.css'
import { pointLines, pointText } from './point-text'
import { labelStep, textWidth } from './scale'
import { Stage } from './stage'
import { sizeOf } from './types'
import type { ChartPoint } from './types'

type Props = {
  label: string
  /** 'seg', 'ter', … */
  rows: readonly string[]
  /** '7h', '8h', … */
  columns: readonly string[]
  /** Row by row; `label` is not drawn. */
  cells: readonly ChartPoint[]
  format?: (value: string) => string
}

const GAP = 2
const CELL = 22
const LABELS = 20
/** So many steps of one hue, and a hollow cell where there is nothing. */
export const STEPS = 6

/** Which step a value is: 0 for nothing, else 1 to STEPS. */
export function stepOf(value: number, highest: number): number {
  return value > 0 && highest > 0 ? Math.max(1, Math.ceil((value / highest) * STEPS)) : 0
}

/** How much there is by row and column. The more, the darker and the fuller a cell; its value is beside it and in the table. */
export function HeatMap({ label, rows, columns, cells, format = formatMoney }: Props) {
  const highest = Math.max(0, ...cells.map(({ value }) => sizeOf(value)))
  const top = cells.findIndex(({ value }) => highest > 0 && sizeOf(value) === highest)
  const left = Math.max(...rows.map(textWidth)) + 8
  const slotAt = (width: number) => (width - left) / columns.length
  const height = rows.length * CELL + LABELS
  return (
    <>
      <Stage
        label={label}
        count={cells.length}
        first={Math.max(top, 0)}
        perLine={columns.length}
        height={height}
        textOf={(index) => pointText(cells[index], format)}
        noteOf={(index) => pointLines(cells[index], format)}
        toOf={(index) => cells[index]?.to}
        placeOf={(index, width) => ({
          x: left + ((index % columns.length) + 0.5) * slotAt(width),
          y: Math.floor(index / columns.length) * CELL,
        })}
        indexAt={({ x, y }, width) => {
          const column = Math.min(Math.max(Math.floor((x - left) / slotAt(width)), 0), columns.length - 1)
          const row = Math.min(Math.max(Math.floor(y / CELL), 0), rows.length - 1)
          return row * columns.length + column
        }}
      >
        {({ width, chosen, isPointed }) => {
          const slot = slotAt(width)
          const every = labelStep(slot, Math.max(...columns.map(textWidth)) + 4)
          return (
            <>
              {rows.map((row, index) => (
                <text key={row} className={classes.label} x={0} y={index * CELL + 15}>
                  {row}
                </text>
              ))}
              {cells.map(({ value }, index) => {
                const step = stepOf(sizeOf(value), highest)
                // Smaller where there is less: the picture also speaks without its colour.
                const inset = GAP / 2 + (step === 0 ? 0 : ((STEPS - step) / STEPS) * 3)
                return (
                  <rect
                    key={index}
                    className={classes.cell}
                    data-step={step}
                    data-chosen={(isPointed && index === chosen) || undefined}
                    x={left + (index % columns.length) * slot + inset}
                    y={Math.floor(index / columns.length) * CELL + inset}
                    width={Math.max(slot - 2 * inset, 1)}
                    height={CELL - 2 * inset}
                    rx="3"
                  />
                )
              })}
              {columns.map((column, index) =>
                index % every === 0 ? (
                  <text
                    key={column}
                    className={classes.label}
                    x={left + (index + 0.5) * slot}
                    y={height - 4}
                    textAnchor="middle"
                  >
                    {column}
                  </text>
                ) : null,
              )}
            </>
          )
        }}
      </Stage>
      {highest > 0 && (
        <p className={classes.key}>
          <span className={classes.steps} aria-hidden="true">
            {Array.from({ length: STEPS }, (_, index) => (
              <i key={index} data-step={index + 1} />
            ))}
          </span>
          de pouco até {format(cells[top]?.value ?? '0')}
        </p>
      )}
    </>
  )
}
