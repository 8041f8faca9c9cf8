import type { ReceiptSummary } from '@/api'
import { StatusBadge } from '@/ui'
import { IconArrowBackUp, IconFileInvoice, IconReceipt, IconTruck } from '@tabler/icons-react'
import { fitsRoll, modeloName } from './modelo'
import { texts } from './texts'

/** Documents beside those of sales. */
const BESIDE = {
  devolucao: { icon: IconArrowBackUp, word: texts.entry },
  remessa: { icon: IconTruck, word: texts.remessa },
} as const

/** Which document it is; the NF-e stands out among the receipts of the counter, and those beside a sale among them. */
export function ModeloBadge({ modelo, operacao }: Pick<ReceiptSummary, 'modelo' | 'operacao'>) {
  if (operacao !== 'venda') {
    const { icon, word } = BESIDE[operacao]
    return (
      <StatusBadge tone="blue" icon={icon}>
        {word}
      </StatusBadge>
    )
  }
  const isRoll = fitsRoll({ modelo })
  return (
    <StatusBadge tone={isRoll ? 'grey' : 'blue'} icon={isRoll ? IconReceipt : IconFileInvoice}>
      {modeloName({ modelo })}
    </StatusBadge>
  )
}
