import { decimal, plusDays } from '@/ui'

export type InstallmentValues = { vencimento: string; valor: string }

/** What the proposal of installments is made from. */
export type Plan = {
  numero_parcelas: string
  /** The day of the sale or, before there is one, of the budget. */
  from: string
  /** What they must add up to. */
  total: string
}

export const MAX_INSTALLMENTS = 120
const DAYS_BETWEEN = 30
const ZERO = '0.00'

/** How many there are to be; null while what is typed is no such number. */
export function countOf(numero: string): number | null {
  const count = Number(numero)
  return /^\d+$/.test(numero) && count >= 1 && count <= MAX_INSTALLMENTS ? count : null
}

/**
 * What the server makes when none are sent: equal values, the cents that are left with the first; a single one is due on
 * the day itself, of several the first 30 days after it and each next one 30 days later. None while the number, the day or
 * the total is not one.
 */
export function propose({ numero_parcelas, from, total }: Plan): InstallmentValues[] {
  const count = countOf(numero_parcelas)
  if (count === null || plusDays(from, 0) === '' || decimal.compare(total, ZERO) <= 0) return []
  const cents = BigInt(total.replace('.', ''))
  const part = cents / BigInt(count)
  const rest = cents % BigInt(count)
  return Array.from({ length: count }, (_, index) => ({
    vencimento: plusDays(from, count === 1 ? 0 : DAYS_BETWEEN * (index + 1)),
    valor: moneyOf(index === 0 ? part + rest : part),
  }))
}

/** '12.05' of 1205 cents. */
function moneyOf(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const same = (a: readonly InstallmentValues[], b: readonly InstallmentValues[]) =>
  a.length === b.length &&
  a.every(({ vencimento, valor }, index) => vencimento === b[index]?.vencimento && valor === b[index].valor)

/** The installments after a change of what they are made from: those nobody touched follow, the others stay. */
export function follow(current: readonly InstallmentValues[], before: Plan, after: Plan): InstallmentValues[] {
  const isUntouched = current.length === 0 || same(current, propose(before))
  const isOtherNumber = before.numero_parcelas !== after.numero_parcelas && countOf(after.numero_parcelas) !== null
  return isUntouched || isOtherNumber ? propose(after) : [...current]
}

/** What the total exceeds their sum by, as a decimal; below zero they are too much. Null while one is not readable. */
export function missingOf(parcelas: readonly InstallmentValues[], total: string): string | null {
  if (!parcelas.every(({ valor }) => decimal.isDecimal(valor))) return null
  return decimal.subtract(total, decimal.sum(parcelas.map(({ valor }) => valor)))
}
