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
  const change = (value: string) => changeItem(index, { [column]: value })
  if (column === 'descricao') {
    return (
      <TextInput
        {...field}
        label={label}
        isLabelHidden={isLabelHidden}
        maxLength={120}
        autoComplete="off"
        title={isLabelHidden ? field.value : undefined}
        onChange={(event) => change(event.currentTarget.value)}
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
