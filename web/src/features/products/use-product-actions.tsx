import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Product } from '@/api'
import { confirm, recordBulkActions, restoreAction, stateActions, toast, useBulkChange } from '@/ui'
import type { BulkAction, RowAction } from '@/ui'
import { duplicateAddress, editAddress } from './addresses'
import { changeProducts, deleteProduct, refreshProducts, restoreProduct } from './queries'
import { texts } from './texts'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What one may do with one product of this company, and with many. */
export function useProductActions(company: string) {
  const queryClient = useQueryClient()

  const change = useBulkChange({
    change: (kind, ids) => changeProducts(company, kind, ids),
    refresh: () => refreshProducts(queryClient),
    words: texts.changes,
  })

  const removeMany = async (products: readonly Product[]) => {
    const isSure = await confirm({
      title: texts.deleteManyTitle,
      text: (
        <>
          <p>{texts.deleteManyQuestion(products.length)}</p>
          <p>{texts.deleteManyText}</p>
        </>
      ),
      confirmLabel: texts.deleteConfirm(products.length),
      isDanger: true,
    })
    return isSure && change('delete', idsOf(products))
  }

  const remove = async (product: Product) => {
    const isSure = await confirm({
      title: texts.deleteTitle,
      text: (
        <>
          <p>
            {texts.deleteQuestion} <strong>{product.prod_xProd}</strong>?
          </p>
          <p>{texts.deleteText}</p>
        </>
      ),
      confirmLabel: texts.deleteConfirm(1),
      isDanger: true,
    })
    if (!isSure) return false
    try {
      const kept = await deleteProduct(product)
      if (kept) toast.info(texts.changes.deactivatedInstead(1), texts.inUse(product.prod_xProd))
      else {
        const undo = { label: texts.undo, onClick: () => void restore(product) }
        toast.success(texts.changes.done.delete(1), product.prod_xProd, { action: undo })
      }
      return true
    } catch (error) {
      toast.error(texts.deleteFailed, messageOf(error))
      return false
    } finally {
      await refreshProducts(queryClient)
    }
  }

  const restore = async (product: Product): Promise<boolean> => {
    try {
      await restoreProduct(product)
      toast.success(texts.changes.done.restore(1), product.prod_xProd)
      return true
    } catch (error) {
      toast.error(texts.changes.failed.restore, messageOf(error))
      return false
    } finally {
      await refreshProducts(queryClient)
    }
  }

  const ofRow = (product: Product): RowAction[] => {
    if (product.deleted_at !== null) return [restoreAction(texts.actions, () => void restore(product))]
    return [
      { id: 'edit', label: texts.actions.edit, icon: IconPencil, isInRow: true, to: editAddress(product.id) },
      { id: 'duplicate', label: texts.actions.duplicate, icon: IconCopy, to: duplicateAddress(product.id) },
      ...stateActions(product.prod_ativo === 'S', texts.actions, {
        change: (kind) => void change(kind, [product.id]),
        remove: () => void remove(product),
      }),
    ]
  }

  const ofSelection = (products: readonly Product[]): BulkAction[] =>
    recordBulkActions(products, {
      isDeleted: ({ deleted_at }) => deleted_at !== null,
      isActive: ({ prod_ativo }) => prod_ativo === 'S',
      words: texts.many,
      change,
      remove: removeMany,
    })

  return { ofRow, ofSelection, remove, restore }
}

const idsOf = (products: readonly Product[]) => products.map(({ id }) => id)
