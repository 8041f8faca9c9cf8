/** One value of a chart. Only sizes are drawn from the numbers; what one reads is the exact decimal. */
export type ChartPoint = {
  /** Below the axis: '27', 'nov'. */
  label: string
  /** In full: 'sexta-feira, 27 de novembro'. */
  name: string
  /** A decimal of the API; null: not known or not yet. */
  value: string | null
  /** What it is compared with; null or left out: nothing. */
  before?: string | null
  /** More about it: '14 notas'. */
  detail?: string
  /** What stands over it while it is the chosen one; default: the value. */
  mark?: string
  /** Where the rows are that make it. */
  to?: string | undefined
}

/** How big a decimal is drawn. */
export const sizeOf = (value: string | null | undefined) => (value ? Number(value) : 0)
