import { useCallback } from 'react'
import type { ChangeEvent } from 'react'
import { DecimalInput, TextInput } from '@/ui'
import { pathOf } from './item-keys'
import type { ColumnName } from './item-keys'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'

const PLACES = { quantidade: 4, valor_venda: 4, desconto: 2 } as const

/** What the arithmetic has against a cell. */
const REFUSALS: Partial<Record<ColumnName, string>> = {
  quantidade: texts.itemTooLarge,
  desconto: texts.discountTooLarge,
}

type Props = { editing: BudgetEditing; index: number; column: ColumnName; isLabelHidden?: boolean }

/** One cell of an item as a field; in a table its label is only for screen readers and names the item. */
export function ItemField({ editing, index, column, isLabelHidden = false }: Props) {
  const { form, totals, changeItem } = editing
  const field = form.itemField('itens', index, column)
  const label = isLabelHidden ? texts.cell(texts.item[column], index) : texts.item[column]
  // The same each time: a long budget has hundreds of cells, and only the one that changes is rendered anew.
  const change = useCallback((value: string) => changeItem(index, { [column]: value }), [changeItem, index, column])
  const changeText = useCallback((event: ChangeEvent<HTMLInputElement>) => change(event.currentTarget.value), [change])
  if (column === 'descricao') {
    return (
      <TextInput
        {...field}
        label={label}
        isLabelHidden={isLabelHidden}
        maxLength={120}
        autoComplete="off"
        title={isLabelHidden ? field.value : undefined}
        onChange={changeText}
      />
    )
  }
  const isRefused = totals.problems.has(pathOf({ row: index, column }))
  return (
    <DecimalInput
      {...field}
      label={label}
      isLabelHidden={isLabelHidden}
      error={field.error ?? (isRefused ? REFUSALS[column] : undefined)}
      places={PLACES[column]}
      minPlaces={2}
      onChange={change}
    />
  )
}
