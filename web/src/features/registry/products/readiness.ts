import type { FiscalPendency } from '@/api'
import { labelOf } from './product-fields'
import type { ProductFieldName } from './product-fields'
import { texts } from './texts'

/** What a product lacks for a receipt, by its first field: 'Falta NCM e mais 2', 'Corrigir CEST'. */
export function lackingOf(
  product: Partial<Record<ProductFieldName, unknown>>,
  pendencies: readonly FiscalPendency[],
): string {
  const [first] = pendencies
  if (!first) return texts.ready
  const isEmpty = (product[first.campo as ProductFieldName] ?? '') === ''
  return texts.lacks(isEmpty, first.campo, labelOf(first.campo), pendencies.length - 1)
}

/** What the law asks of it and stops no sale, by its first field: 'Aviso: IBS e CBS'. */
export function warningOf(warnings: readonly FiscalPendency[] | null): string | undefined {
  const [first] = warnings ?? []
  return first && texts.warned(first.campo, labelOf(first.campo), (warnings ?? []).length - 1)
}
