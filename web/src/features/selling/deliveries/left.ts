import type { BudgetItem } from '@/api'
import { decimal } from '@/ui'

/** What of an item is still to deliver. */
export const leftOf = ({ quantidade, entregue }: Pick<BudgetItem, 'quantidade' | 'entregue'>) =>
  decimal.subtract(quantidade, entregue)

/** '' and zero: nothing of it. */
export const isSome = (quantity: string) =>
  quantity !== '' && decimal.isDecimal(quantity) && decimal.compare(quantity, '0') > 0

export const hasLeft = (item: Pick<BudgetItem, 'quantidade' | 'entregue'>) => isSome(leftOf(item))
