/** From here on before the end one is warned, and finally pressed. In days. */
export const WARN_DAYS = 30
export const PRESS_DAYS = 7

const DAY_MS = 24 * 60 * 60 * 1000

export type Validity = { kind: 'valid' | 'warn' | 'press' | 'ended'; days: number }

/** How long it lasts until the end, an instant: whole days, negative after it. */
export function validityOf(validTo: string, now = Date.now()): Validity {
  const left = Date.parse(validTo) - now
  const days = Math.floor(left / DAY_MS)
  if (left <= 0) return { kind: 'ended', days }
  return { kind: days < PRESS_DAYS ? 'press' : days < WARN_DAYS ? 'warn' : 'valid', days }
}

/** How much of the time between two instants has passed, 0 to 100. */
export function passedPercent(from: string, to: string, now = Date.now()): number {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (end <= start) return 100
  return Math.min(100, Math.max(0, ((now - start) * 100) / (end - start)))
}
