import type { ReceiptSummary } from '@/api'

export type Estado = ReceiptSummary['estado']

/** What SEFAZ will say of it is not known yet, and a customer may be waiting. */
export const isOnItsWay = ({ estado, substituida_por }: Pick<ReceiptSummary, 'estado' | 'substituida_por'>) =>
  (estado === 'enviando' || estado === 'indefinida') && substituida_por === null

export const isRefused = ({ estado }: Pick<ReceiptSummary, 'estado'>) =>
  estado === 'rejeitada' || estado === 'contingencia_rejeitada'

export const isCancelled = ({ estado }: Pick<ReceiptSummary, 'estado'>) =>
  estado === 'cancelada' || estado === 'cancelada_subst'

/** Nothing is printed as a receipt before it is one. */
export const hasPaper = ({ estado }: Pick<ReceiptSummary, 'estado'>) =>
  estado === 'autorizada' || estado.startsWith('contingencia') || estado.startsWith('cancelada')
