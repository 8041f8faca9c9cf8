import { ApiProblem } from '@/api'
import type { IssuedSale } from '@/api'
import type { Intent } from './storage'

/** How the way of a sale to the server goes on. */
export type Outcome =
  /** The same body again: `why` says what is known meanwhile. */
  | { kind: 'again'; afterMs: number; why: 'server' | 'commit' }
  /** It is there: with its receipt, or parked. */
  | { kind: 'done'; issued: IssuedSale }
  /** This identity is used up or somebody else's by now; what was typed stays and can be sold under a new one. */
  | { kind: 'elsewhere'; message: string; current: IssuedSale | null }
  /** Refused and nothing was taken: something has to be put right here. */
  | { kind: 'refused'; problem: ApiProblem }

const SERVER_AWAY_MS = 5_000
const UNKNOWN_MS = 1_000

const isIssuedSale = (value: unknown): value is IssuedSale =>
  typeof value === 'object' && value !== null && 'venda' in value && 'nota' in value

/** What a refusal of POST sales means. Anything that is no answer of the server is a defect and thrown on. */
export function outcomeOf(refusal: unknown, intent: Intent): Outcome {
  if (!(refusal instanceof ApiProblem)) throw refusal
  const current = isIssuedSale(refusal.current) ? refusal.current : null
  if (refusal.code === 'resultado_desconhecido') return { kind: 'again', afterMs: UNKNOWN_MS, why: 'commit' }
  // A session that ended is gone on with after signing in; too many requests, when they are allowed again.
  if (refusal.isTemporary || refusal.isUnauthenticated || refusal.status === 429)
    return { kind: 'again', afterMs: (refusal.retryAfter ?? 0) * 1000 || SERVER_AWAY_MS, why: 'server' }
  if (refusal.code === 'venda_ja_emitida' && intent === 'issue' && current?.nota)
    return { kind: 'done', issued: current }
  if (refusal.code === 'venda_ja_emitida' || refusal.code === 'venda_encerrada' || refusal.code === 'venda_alterada')
    return { kind: 'elsewhere', message: refusal.message, current }
  return { kind: 'refused', problem: refusal }
}
