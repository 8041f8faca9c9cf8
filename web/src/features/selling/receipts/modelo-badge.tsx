import type { ReceiptSummary } from '@/api'
import { StatusBadge } from '@/ui'
import { IconArrowBackUp, IconFileInvoice, IconReceipt } from '@tabler/icons-react'
import { fitsRoll, modeloName } from './modelo'
import { texts } from './texts'

/** Which document it is; the NF-e stands out among the receipts of the counter, and that of what came back among them. */
export function ModeloBadge({ modelo, devolucao_id }: Pick<ReceiptSummary, 'modelo' | 'devolucao_id'>) {
  if (devolucao_id !== null) {
    return (
      <StatusBadge tone="blue" icon={IconArrowBackUp}>
        {texts.entry}
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
