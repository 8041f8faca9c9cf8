import type { IssuedSale, ReceiptSummary } from '@/api'

/** A sale whose receipt has a number: the card above the list, until its paper was given out. */
export type SentSale = {
  id: string
  total: string
  troco: string
  /** Number of its first receipt; another one may have taken its place since. */
  firstNumber: number
  /** When its answer came here, ms of this computer. */
  at: number
  nota: ReceiptSummary
}

export function sentOf({ venda, nota }: IssuedSale, at: number): SentSale | null {
  return nota && { id: venda.id, total: venda.total, troco: venda.troco, firstNumber: nota.numero, at, nota }
}

/** What SEFAZ will say of it is not known yet. */
export const isOnItsWay = (nota: ReceiptSummary) =>
  (nota.estado === 'enviando' || nota.estado === 'indefinida') && nota.substituida_por === null

/** Nothing is printed as a receipt before it is one. */
export const hasPaper = (nota: ReceiptSummary) => nota.estado === 'autorizada' || nota.estado === 'contingencia'
