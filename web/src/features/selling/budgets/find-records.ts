import { ofCompany, paths } from '@/app/paths'
import { formatMoney } from '@/ui'
import type { FindRecords } from '@/ui'
import { findBudgets, numberIn } from './queries'
import { texts } from './texts'
import { budgetActions, clientOf, nameOf } from './use-budget-actions'

/** For Ctrl+K: by client, number or seller. */
const find: FindRecords = async (text, on) => {
  const { queryClient, companyId } = on
  const { ofRow } = budgetActions(on)
  const budgets = await queryClient.query(findBudgets(companyId, text))
  return budgets.map((budget) => ({
    id: budget.id,
    label: `${nameOf(budget)} · ${clientOf(budget)}`,
    detail: `${formatMoney(budget.total_fatura)} · ${budget.faturado ? texts.invoiced : texts.pending}`,
    name: texts.numbered(budget.numero_pedido),
    to: ofCompany(paths.budgets.edit(budget.id), companyId),
    isExact: numberIn(text) === budget.numero_pedido,
    actions: ofRow(budget),
  }))
}

export default find
