/**
 * Exact arithmetic on the decimals of the API ('1234.50'), with the results of the server's platform/base/decimal.hpp. Nothing here
 * ever goes through a binary floating point number. A text that is no decimal is a bug of the caller and throws
 * RangeError; ask `isDecimal` first where somebody may still be typing.
 */

/** raw / 10^places */
type Scaled = { raw: bigint; places: number }

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

const powerOfTen = (places: number) => 10n ** BigInt(places)

/** Whether it is a decimal as the API writes it. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

function scaled(text: string): Scaled {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? []
  if (whole === undefined) throw new RangeError(`not a decimal: ${JSON.stringify(text)}`)
  const size = BigInt(whole + fraction)
  return { raw: sign ? -size : size, places: fraction.length }
}

function write({ raw, places }: Scaled): string {
  const digits = (raw < 0n ? -raw : raw).toString().padStart(places + 1, '0')
  const sign = raw < 0n ? '-' : ''
  if (places === 0) return sign + digits
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Exact: only for `places` that are not fewer. */
const widen = ({ raw, places }: Scaled, to: number) => raw * powerOfTen(to - places)

/** Half away from zero. */
function divideRounded(value: bigint, divisor: bigint): bigint {
  if (divisor === 0n) throw new RangeError('division by zero')
  const isNegative = value < 0n !== divisor < 0n
  const size = value < 0n ? -value : value
  const by = divisor < 0n ? -divisor : divisor
  const quotient = (2n * size + by) / (2n * by)
  return isNegative ? -quotient : quotient
}

/** Of both at the same number of places, the larger of the two. */
function aligned(a: string, b: string): { first: bigint; second: bigint; places: number } {
  const [one, other] = [scaled(a), scaled(b)]
  const places = Math.max(one.places, other.places)
  return { first: widen(one, places), second: widen(other, places), places }
}

/** Exact, with the places of the longer. */
export function add(a: string, b: string): string {
  const { first, second, places } = aligned(a, b)
  return write({ raw: first + second, places })
}

/** Exact, with the places of the longer. */
export function subtract(a: string, b: string): string {
  const { first, second, places } = aligned(a, b)
  return write({ raw: first - second, places })
}

/** Exact; of nothing it is zero. `places` is the least number of places of the sum. */
export function sum(values: readonly string[], places = 2): string {
  return values.reduce(add, write({ raw: 0n, places }))
}

/**
 * The exact product, rounded once, half away from zero. `divisor` divides it first: `multiply([base, rate], 2, 100)` is
 * base · rate / 100.
 */
export function multiply(factors: readonly string[], places: number, divisor = 1): string {
  const product = factors.map(scaled).reduce((a, b) => ({ raw: a.raw * b.raw, places: a.places + b.places }))
  const by = BigInt(divisor) * powerOfTen(product.places)
  return write({ raw: divideRounded(product.raw * powerOfTen(places), by), places })
}

/** Rounded half away from zero. */
export function divide(a: string, b: string, places: number): string {
  const { first, second } = aligned(a, b)
  return write({ raw: divideRounded(first * powerOfTen(places), second), places })
}

/** The same number with exactly `places` places, rounded half away from zero. */
export function round(value: string, places: number): string {
  return multiply([value], places)
}

/** Below 0, 0 or above 0, like every comparison for a sort. */
export function compare(a: string, b: string): number {
  const { first, second } = aligned(a, b)
  return first < second ? -1 : first > second ? 1 : 0
}

/**
 * Splits `total` by weight with the largest-remainder method: each part is the share rounded down, the units that are left
 * go one by one to the largest remainders, ties to the lowest index. The parts sum exactly to `total` and have its places.
 * Weights must not be negative and must not all be zero (RangeError).
 */
export function apportion(total: string, weights: readonly string[]): string[] {
  const { raw, places } = scaled(total)
  const numbers = weights.map(scaled)
  const common = Math.max(0, ...numbers.map((weight) => weight.places))
  const shares = numbers.map((weight) => widen(weight, common))
  if (shares.some((share) => share < 0n)) throw new RangeError('negative weight')
  const whole = shares.reduce((a, b) => a + b, 0n)
  if (whole === 0n) throw new RangeError('weights are all zero')

  const size = raw < 0n ? -raw : raw
  const parts = shares.map((share) => (size * share) / whole)
  const remainders = shares.map((share) => (size * share) % whole)
  const left = Number(size - parts.reduce((a, b) => a + b, 0n)) // fewer than there are parts
  const order = remainders.map((_, index) => index)
  // The sort is stable, so that ties stay in the order of their index.
  order.sort((a, b) => compareBig(remainders[b], remainders[a]))
  const favoured = new Set(order.slice(0, left))
  return parts.map((part, index) => {
    const given = favoured.has(index) ? part + 1n : part
    return write({ raw: raw < 0n ? -given : given, places })
  })
}

function compareBig(a = 0n, b = 0n): number {
  return a < b ? -1 : a > b ? 1 : 0
}
