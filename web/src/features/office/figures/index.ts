/** Figures of reports and dashboard: how they look, what each means, and their days in words. */
export { Amount, Change, Figure, FigureStrip, signedPercent, Unit } from './figure-strip'
export { MEANINGS } from './meanings'
export {
  dayInFull,
  daysOf,
  daysOfMonth,
  isByMonth,
  monthInFull,
  monthInShort,
  periodInWords,
  PERIODS,
  weekdayOf,
} from './period'
export type { Period, PeriodName } from './period'
