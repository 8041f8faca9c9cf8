import { decimal, formatMoney } from '@/ui'
import type { PaymentKind } from './payment-kinds'
import { texts } from './texts'
import { givesChange } from './totals'

const { payment: words } = texts

/** Nobody is asked about less. */
const MUCH = '1000.00'
const TIMES = '10'

const isMore = (a: string, b: string) => decimal.compare(a, b) > 0

/** Why this kind cannot pay so much of what is missing: only what gives change may be more than that. */
export function amountProblem({ tPag }: PaymentKind, valor: string, missing: string): string | null {
  if (!isMore(valor, '0')) return words.wrong
  if (givesChange(tPag) || !isMore(valor, missing)) return null
  return isMore(missing, '0') ? words.tooMuch(formatMoney(missing)) : words.nothingMissing
}

/** Whether so much was rather typed by mistake. */
export function isUnlikely(valor: string, missing: string): boolean {
  return isMore(valor, MUCH) && isMore(valor, decimal.multiply([missing, TIMES], 2))
}
