const COMPACT = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })

const FACTORS = [1, 1.5, 2, 2.5, 3, 4, 5, 10]

/**
 * The lines of a chart at round values, 0 among them: from at most `lowest` up to at least `highest`, three or four above
 * zero where nothing is below it.
 */
export function ticksFor(highest: number, lowest = 0): number[] {
  const top = Math.max(highest, 0) || 0
  const bottom = Math.min(lowest, 0) || 0
  if (top === bottom) return [0]
  const rough = (top - bottom) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (FACTORS.find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power
  // Counted in steps: sums of 0.1 are none of them round.
  const first = Math.floor(bottom / step + 1e-9)
  const last = Math.ceil(top / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** '3 mil', '1,5 mi' */
export const tickLabel = (value: number) => COMPACT.format(value)

/** Each how many-th of the labels fits side by side when a point has `slot` px and the longest label `width`. */
export function labelStep(slot: number, width: number): number {
  const needed = width / slot
  if (needed <= 1) return 1
  return [2, 3, 5, 7, 10, 14, 15, 30, 60, 90, 120].find((step) => step >= needed) ?? Math.ceil(needed)
}

/** About how wide a text is at 12 px. */
export const textWidth = (text: string) => text.length * 6.6

/** Moves labels apart that would stand on each other, within 0 and `bottom`; their order stays. */
export function spread(places: readonly number[], gap: number, bottom: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  const moved = [...places]
  let free = -Infinity
  for (const index of order) {
    moved[index] = Math.max(moved[index] ?? 0, free)
    free = (moved[index] ?? 0) + gap
  }
  let end = bottom
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index] ?? 0, end)
    end = (moved[index] ?? 0) - gap
  }
  return moved
}
