import type { IssuedSale, ReceiptSummary } from '@/api'

/** A sale whose receipt has a number: the card above the list, until its paper was given out. */
export type SentSale = {
  id: string
  total: string
  troco: string
  /** Since when its customer waits, ms of this computer: its answer came here, it was sent again after a refusal, or with another number. */
  at: number
  nota: ReceiptSummary
  /** Its paper went to the printer: with the next sale the card is done with. */
  isPrinted?: boolean
  /** It was refused after its paper was printed, and corrected since: the paper's QR code is not its own any more. */
  isCorrected?: boolean
}

export function sentOf({ venda, nota }: IssuedSale, at: number): SentSale | null {
  return nota && { id: venda.id, total: venda.total, troco: venda.troco, at, nota }
}

/** Nothing is printed as a receipt before it is one. */
export const hasPaper = (nota: ReceiptSummary) => nota.estado === 'autorizada' || nota.estado === 'contingencia'
