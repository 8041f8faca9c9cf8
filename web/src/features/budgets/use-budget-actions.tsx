import { IconArrowBackUp, IconCopy, IconFileCheck, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useIdempotencyKey } from '@/api'
import type { BudgetSummary } from '@/api'
import { confirm, toast } from '@/ui'
import type { BulkAction, RowAction } from '@/ui'
import { bodyOf, valuesOf } from './budget-values'
import {
  changeBudgets,
  deleteBudget,
  duplicateBudget,
  messageOf,
  openBudgetPdf,
  readBudget,
  refreshBudgets,
  updateBudget,
} from './queries'
import type { LoadedBudget } from './queries'
import { texts } from './texts'

/** What of a budget its actions need to know. */
type Named = Pick<BudgetSummary, 'id' | 'tipo' | 'numero_pedido' | 'nome_cliente' | 'deleted_at'>

export const nameOf = ({ tipo, numero_pedido }: Named) => texts.named(tipo, numero_pedido)
export const clientOf = ({ nome_cliente }: Pick<Named, 'nome_cliente'>) => nome_cliente ?? texts.noClient
export const editAddress = (id: string) => `/app/budgets/${id}/edit`

/** Shows the document in a tab of its own, and says why when it does not. */
export async function openPdf(companyId: string, id: string): Promise<void> {
  try {
    if (await openBudgetPdf(companyId, id)) return
    const action = { label: texts.openPdf, onClick: () => void openPdf(companyId, id) }
    toast.info(texts.tabBlocked, texts.tabBlockedText, { action, duration: Infinity })
  } catch (error) {
    toast.error(texts.printFailed, messageOf(error))
  }
}

/** What one may do with one budget, and with many. Every deed says how it went. */
export function useBudgetActions(companyId: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const keyFor = useIdempotencyKey()

  const restore = async (ids: string[]): Promise<boolean> => {
    try {
      await changeBudgets(companyId, 'restore', ids)
      toast.success(texts.restored(ids.length))
      return true
    } catch (error) {
      toast.error(texts.restoreFailed, messageOf(error))
      return false
    } finally {
      await refreshBudgets(queryClient)
    }
  }

  const removeNow = async (title: string, ids: string[], run: () => Promise<unknown>): Promise<boolean> => {
    try {
      await run()
      toast.success(title, undefined, { action: { label: texts.undo, onClick: () => void restore(ids) } })
      return true
    } catch (error) {
      toast.error(texts.deleteFailed, messageOf(error))
      return false
    } finally {
      await refreshBudgets(queryClient)
    }
  }

  const remove = async (budget: Named): Promise<boolean> => {
    const isSure = await confirm({
      title: texts.deleteTitle,
      text: (
        <>
          <p>
            {texts.deleteQuestion} <strong>{`${texts.numbered(budget.numero_pedido)}, ${clientOf(budget)}`}</strong>?
          </p>
          <p>{texts.deleteText}</p>
        </>
      ),
      confirmLabel: texts.deleteConfirm(1),
      isDanger: true,
    })
    return isSure && removeNow(texts.deleted, [budget.id], () => deleteBudget(companyId, budget.id))
  }

  const removeMany = async (chosen: readonly Named[]): Promise<boolean> => {
    if (chosen.length === 1 && chosen[0]) return remove(chosen[0])
    const ids = chosen.map(({ id }) => id)
    const isSure = await confirm({
      title: texts.deleteManyTitle,
      text: (
        <>
          <p>{texts.deleteManyQuestion(ids.length)}</p>
          <p>{texts.deleteManyText}</p>
        </>
      ),
      confirmLabel: texts.deleteConfirm(ids.length),
      isDanger: true,
    })
    return isSure && removeNow(texts.deletedMany(ids.length), ids, () => changeBudgets(companyId, 'delete', ids))
  }

  const duplicate = async (budget: Named): Promise<void> => {
    try {
      // The time makes a second wish for the same budget another one.
      const copy = await duplicateBudget(companyId, budget.id, keyFor({ duplicate: budget.id, at: Date.now() }))
      await refreshBudgets(queryClient)
      await navigate(editAddress(copy.id))
      toast.success(texts.success, texts.duplicated(nameOf(copy)))
    } catch (error) {
      toast.error(texts.duplicateFailed, messageOf(error))
    }
  }

  /** Answers with the order, null when nothing changed. */
  const convert = async (budget: Named): Promise<LoadedBudget | null> => {
    const isSure = await confirm({
      title: texts.convertTitle,
      text: (
        <>
          <p>
            {texts.convertQuestion} <strong>{`${texts.numbered(budget.numero_pedido)}, ${clientOf(budget)}`}</strong>?
          </p>
          <p>{texts.convertText}</p>
        </>
      ),
      confirmLabel: texts.convertTitle,
    })
    if (!isSure) return null
    try {
      // Reads first: what is shown may be older than what somebody else saved.
      const { budget: current, etag } = await readBudget(companyId, budget.id)
      const body = { ...bodyOf(valuesOf(current)), tipo: 'Pedido' as const }
      const order = await updateBudget(companyId, budget.id, body, etag)
      toast.success(texts.success, texts.converted(order.budget.numero_pedido))
      return order
    } catch (error) {
      toast.error(texts.convertFailed, messageOf(error))
      return null
    } finally {
      await refreshBudgets(queryClient)
    }
  }

  const ofRow = (budget: BudgetSummary): RowAction[] => {
    const print: RowAction = {
      id: 'print',
      label: texts.actions.print,
      icon: IconPrinter,
      isInRow: true,
      run: () => void openPdf(companyId, budget.id),
    }
    if (budget.deleted_at !== null) {
      const run = () => void restore([budget.id])
      return [{ id: 'restore', label: texts.actions.restore, icon: IconArrowBackUp, isInRow: true, run }, print]
    }
    return [
      { id: 'edit', label: texts.actions.edit, icon: IconPencil, isInRow: true, to: editAddress(budget.id) },
      print,
      { id: 'duplicate', label: texts.actions.duplicate, icon: IconCopy, run: () => void duplicate(budget) },
      ...(budget.tipo === 'Orçamento'
        ? [{ id: 'convert', label: texts.actions.convert, icon: IconFileCheck, run: () => void convert(budget) }]
        : []),
      {
        id: 'delete',
        label: texts.actions.delete,
        icon: IconTrash,
        isInRow: true,
        isDanger: true,
        run: () => void remove(budget),
      },
    ]
  }

  const ofSelection = (chosen: readonly BudgetSummary[]): BulkAction[] => {
    const kept = chosen.filter(({ deleted_at }) => deleted_at === null)
    const binned = chosen.filter(({ deleted_at }) => deleted_at !== null)
    return [
      ...(kept.length
        ? [{ id: 'delete', label: texts.deleteMany(kept.length), icon: IconTrash, run: () => removeMany(kept) }]
        : []),
      ...(binned.length
        ? [
            {
              id: 'restore',
              label: texts.restoreMany(binned.length),
              icon: IconArrowBackUp,
              run: () => restore(binned.map(({ id }) => id)),
            },
          ]
        : []),
    ]
  }

  return { ofRow, ofSelection, remove, restore, duplicate, convert }
}
