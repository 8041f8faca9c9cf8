import type { ReactNode } from 'react'
import type { ChartPoint } from './types'

const partsOf = (
  { value, before, detail }: ChartPoint,
  format: (value: string) => string,
  name: string | undefined,
) => [
  value === null ? 'sem valor' : format(value),
  ...(detail ? [detail] : []),
  ...(before != null ? [`${name ?? 'antes'} ${format(before)}`] : []),
]

/** 'sexta-feira, 27 de novembro: R$ 2.987,40, 14 notas, sexta passada R$ 3.104,00' */
export function pointText(point: ChartPoint | undefined, format: (value: string) => string, before?: string): string {
  return point ? `${point.name}: ${partsOf(point, format, before).join(', ')}` : ''
}

/** The same below each other. */
export function pointLines(
  point: ChartPoint | undefined,
  format: (value: string) => string,
  before?: string,
): ReactNode {
  if (!point) return null
  const [value, ...others] = partsOf(point, format, before)
  return (
    <>
      <span>{point.name}</span>
      <strong>{value}</strong>
      {others.map((each) => (
        <span key={each}>{each}</span>
      ))}
    </>
  )
}
