import type { ReturnSummary } from '@/api'

export type EntryState = 'pending' | 'sending' | 'refused' | 'done'
export type Entry = Pick<ReturnSummary, 'nfe_chave' | 'nfe_estado'>

/** What is missing of the NF-e of entry of a return. */
export function entryStateOf({ nfe_chave, nfe_estado }: Entry): EntryState {
  if (nfe_chave !== null) return 'done'
  if (nfe_estado === 'enviando' || nfe_estado === 'indefinida') return 'sending'
  return nfe_estado === 'rejeitada' ? 'refused' : 'pending'
}
