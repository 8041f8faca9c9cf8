import { IconBolt, IconCashBanknote, IconCreditCard, IconDots } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { CountedKind } from '@/api'
import { decimal, formatDecimal } from '@/ui'
import { texts } from './texts'

/** What is counted, in its order. */
export const KINDS: readonly { id: CountedKind; icon: Icon }[] = [
  { id: '01', icon: IconCashBanknote },
  { id: '20', icon: IconBolt },
  { id: '04', icon: IconCreditCard },
  { id: '03', icon: IconCreditCard },
  { id: '99', icon: IconDots },
]

export const CASH: CountedKind = '01'

export const kindName = (id: CountedKind): string => texts.kinds[id]

/** The kind a means of payment of the layout is counted with. */
export function kindOf(tPag: string): CountedKind {
  if (tPag === '17') return '20'
  return KINDS.find(({ id }) => id === tPag)?.id ?? '99'
}

/** '+ 40,00', '− 10,00', '0,00'. */
export function signed(amount: string): string {
  const side = decimal.compare(amount, '0')
  if (side === 0) return formatDecimal(amount)
  return side > 0 ? `+ ${formatDecimal(amount)}` : minus(amount)
}

/** What comes out with a minus that is not taken for a hyphen. */
export function minus(amount: string): string {
  return amount.startsWith('-') ? `− ${formatDecimal(amount.slice(1))}` : formatDecimal(amount)
}
