import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useMay } from '@/api'
import type { May, Product } from '@/api'
import { paths, productCopyPath } from '@/app/paths'
import { recordChanges } from '@/ui'
import type { RowAction } from '@/ui'
import { changeProducts, refreshProducts } from './queries'
import { texts } from './texts'

export function useProductActions(company: string) {
  return productActions(company, useQueryClient(), useMay())
}

/** What one may do with one product of this company, and with many. */
export function productActions(company: string, queryClient: QueryClient, may: May) {
  const mayChange = may('POST /api/companies/{id}/products/bulk')
  const { change, rowActions, bulkActions } = recordChanges({
    words: texts.changes,
    inUse: texts.inUse,
    nameOf: ({ prod_xProd }: Product) => prod_xProd,
    kindsFor: ({ deleted_at, prod_ativo }) =>
      deleted_at !== null ? ['restore'] : [prod_ativo === 'S' ? 'deactivate' : 'activate', 'delete'],
    run: (kind, products) => changeProducts(company, kind, products),
    refresh: () => refreshProducts(queryClient),
  })

  const ofRow = (product: Product): RowAction[] => {
    if (!mayChange) return []
    const changes = rowActions(product)
    if (product.deleted_at !== null) return changes
    return [
      { id: 'edit', label: texts.actions.edit, icon: IconPencil, isInRow: true, to: paths.products.edit(product.id) },
      { id: 'duplicate', label: texts.actions.duplicate, icon: IconCopy, to: productCopyPath(product.id) },
      ...changes,
    ]
  }

  return { ofRow, ofSelection: bulkActions, change }
}
