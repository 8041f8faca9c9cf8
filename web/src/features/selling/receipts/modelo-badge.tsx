import type { ReceiptSummary } from '@/api'
import { StatusBadge } from '@/ui'
import { IconFileInvoice, IconReceipt } from '@tabler/icons-react'
import { fitsRoll, modeloName } from './modelo'

/** Which document it is; the NF-e stands out among the receipts of the counter. */
export function ModeloBadge({ modelo }: Pick<ReceiptSummary, 'modelo'>) {
  const isRoll = fitsRoll({ modelo })
  return (
    <StatusBadge tone={isRoll ? 'grey' : 'blue'} icon={isRoll ? IconReceipt : IconFileInvoice}>
      {modeloName({ modelo })}
    </StatusBadge>
  )
}
