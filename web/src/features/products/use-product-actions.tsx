import { IconArrowBackUp, IconCopy, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Product } from '@/api'
import { confirm, toast, useBulkChange } from '@/ui'
import type { BulkAction, BulkKind, RowAction } from '@/ui'
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
    if (product.deleted_at !== null) {
      const run = () => void restore(product)
      return [{ id: 'restore', label: texts.actions.restore, icon: IconArrowBackUp, isInRow: true, run }]
    }
    const isActive = product.prod_ativo === 'S'
    return [
      { id: 'edit', label: texts.actions.edit, icon: IconPencil, isInRow: true, to: editAddress(product.id) },
      { id: 'duplicate', label: texts.actions.duplicate, icon: IconCopy, to: duplicateAddress(product.id) },
      {
        id: 'activate',
        label: isActive ? texts.actions.deactivate : texts.actions.activate,
        icon: isActive ? IconPlayerPause : IconPlayerPlay,
        run: () => void change(isActive ? 'deactivate' : 'activate', [product.id]),
      },
      {
        id: 'delete',
        label: texts.actions.delete,
        icon: IconTrash,
        isInRow: true,
        isDanger: true,
        run: () => void remove(product),
      },
    ]
  }

  const ofSelection = (products: readonly Product[]): BulkAction[] => {
    const deleted = products.filter(({ deleted_at }) => deleted_at !== null)
    const listed = products.filter(({ deleted_at }) => deleted_at === null)
    const active = listed.filter(({ prod_ativo }) => prod_ativo === 'S')
    const inactive = listed.filter(({ prod_ativo }) => prod_ativo !== 'S')
    const some = (id: BulkKind, of: readonly Product[], run: () => Promise<boolean>): BulkAction[] =>
      of.length ? [{ id, label: texts.many[id](of.length), icon: ICONS[id], run }] : []
    return [
      ...some('restore', deleted, () => change('restore', idsOf(deleted))),
      ...some('activate', inactive, () => change('activate', idsOf(inactive))),
      ...some('deactivate', active, () => change('deactivate', idsOf(active))),
      ...some('delete', listed, () => removeMany(listed)),
    ]
  }

  return { ofRow, ofSelection, remove, restore }
}

const ICONS = {
  restore: IconArrowBackUp,
  activate: IconPlayerPlay,
  deactivate: IconPlayerPause,
  delete: IconTrash,
}

const idsOf = (products: readonly Product[]) => products.map(({ id }) => id)
