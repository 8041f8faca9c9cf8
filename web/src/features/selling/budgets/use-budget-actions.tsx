import { IconCopy, IconFileCheck, IconPencil, IconPrinter, IconReceipt } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { ApiProblem, newIdempotencyKey, useMay } from '@/api'
import type { BudgetSummary, May } from '@/api'
import { paths, salePath } from '@/app/paths'
import { newSaleId } from '@/features/selling/sales'
import { confirm, recordChanges, toast } from '@/ui'
import type { RowAction } from '@/ui'
import { bodyOf, valuesOf } from './budget-values'
import {
  beginSale,
  changeBudgets,
  duplicateBudget,
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

/** Shows the document in a tab of its own, and says why when it does not. */
export async function openPdf(companyId: string, id: string): Promise<void> {
  try {
    if (await openBudgetPdf(companyId, id)) return
    const action = { label: texts.openPdf, onClick: () => void openPdf(companyId, id) }
    toast.info(texts.tabBlocked, texts.tabBlockedText, { action, duration: Infinity })
  } catch (error) {
    toast.failed(texts.printFailed, error)
  }
}

export function useBudgetActions(companyId: string) {
  const navigate = useNavigate()
  return budgetActions({
    ...{ companyId, may: useMay(), queryClient: useQueryClient() },
    navigate: async (to) => navigate(to),
  })
}

type On = { companyId: string; may: May; queryClient: QueryClient; navigate: (to: string) => Promise<void> }

/** What one may do with one budget, and with many. Every deed says how it went. */
export function budgetActions({ companyId, may, queryClient, navigate }: On) {
  const mayRemove = may('POST /api/companies/{id}/budgets/bulk')
  const { change, rowActions, bulkActions } = recordChanges({
    words: texts.changes,
    nameOf: (budget: Named) => `${texts.numbered(budget.numero_pedido)}, ${clientOf(budget)}`,
    kindsFor: ({ deleted_at }) => (mayRemove ? [deleted_at === null ? 'delete' : 'restore'] : []),
    run: (kind, budgets) => changeBudgets(companyId, kind, budgets),
    refresh: () => refreshBudgets(queryClient),
  })

  const duplicate = async (budget: Named): Promise<void> => {
    try {
      const copy = await duplicateBudget(companyId, budget.id, newIdempotencyKey())
      await refreshBudgets(queryClient)
      await navigate(paths.budgets.edit(copy.id))
      toast.success(texts.success, texts.duplicated(nameOf(copy)))
    } catch (error) {
      toast.failed(texts.duplicateFailed, error)
    }
  }

  /** Opens the counter with what the order still has to be invoiced. */
  const invoice = async (budget: Named): Promise<void> => {
    const sale = newSaleId()
    try {
      await beginSale(companyId, budget.id, sale)
      await navigate(salePath(companyId, sale))
    } catch (error) {
      // The field at fault is the order's; its sentence says all.
      const sentence = error instanceof ApiProblem ? error.errors[0]?.message : undefined
      if (sentence === undefined) toast.failed(texts.invoiceFailed, error)
      else toast.error(texts.invoiceFailed, sentence)
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
      const body = {
        ...bodyOf(valuesOf(current)),
        tipo: 'Pedido' as const,
        data_venda: current.data_venda ?? current.data_orcamento,
      }
      const order = await updateBudget(companyId, budget.id, body, etag)
      toast.success(texts.success, texts.converted(order.budget.numero_pedido))
      return order
    } catch (error) {
      toast.failed(texts.convertFailed, error)
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
    if (budget.deleted_at !== null) return [...rowActions(budget), print]
    return [
      { id: 'edit', label: texts.actions.edit, icon: IconPencil, isInRow: true, to: paths.budgets.edit(budget.id) },
      print,
      { id: 'duplicate', label: texts.actions.duplicate, icon: IconCopy, run: () => void duplicate(budget) },
      ...(budget.tipo === 'Orçamento'
        ? [
            {
              id: 'convert',
              label: texts.actions.convert,
              labelOf: texts.convertOf,
              icon: IconFileCheck,
              run: () => void convert(budget),
            },
          ]
        : budget.faturado
          ? []
          : [{ id: 'invoice', label: texts.actions.invoice, icon: IconReceipt, run: () => void invoice(budget) }]),
      ...rowActions(budget),
    ]
  }

  return { ofRow, ofSelection: bulkActions, change, duplicate, convert, invoice }
}
