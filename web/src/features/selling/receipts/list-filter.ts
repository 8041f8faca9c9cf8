import type { ListState } from '@/ui'
import type { ReceiptFilter, Situation } from './queries'

/** Of the list's address: `?status=rejeitadas&de=2026-11-01&ate=2026-11-30`. */
export const FILTERS = { de: 'date', ate: 'date' } as const

/** The text as the server searches it: a key without its spaces, a CPF without its points, '1.284' as 1284. */
export function plainSearch(text: string): string {
  const compact = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(nota|nfc-?e) (?=\d)/i, '')
  if (/^[\dA-Z ]{44,}$/i.test(compact) && compact.replace(/ /g, '').length === 44) return compact.replace(/ /g, '')
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(compact)) return compact.replace(/\D/g, '')
  if (/^\d{1,3}(\.\d{3})+$/.test(compact)) return compact.replace(/\./g, '')
  return compact
}

/** What the server is asked for; the same for the rows and for their sum. */
export function filterFrom({
  search,
  tab = 'todas',
  filters,
}: Pick<ListState<Situation, keyof typeof FILTERS>, 'search' | 'tab' | 'filters'>): ReceiptFilter {
  return { situacao: tab, search: plainSearch(search), de: filters.de || undefined, ate: filters.ate || undefined }
}
