const COMPACT = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })

/** Lines of a chart from 0 up to at least `highest`, three or four of them at round values. */
export function ticksFor(highest: number): number[] {
  if (!(highest > 0)) return [0]
  const rough = highest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step)
}

/** '3 mil', '1,5 mi' */
export const tickLabel = (value: number) => COMPACT.format(value)
