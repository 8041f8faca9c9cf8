import { useCallback } from 'react'
import type { ChangeEvent } from 'react'
import { DecimalInput, TextInput } from '@/ui'
import type { ItemValues } from './budget-values'
import { pathOf } from './item-keys'
import type { ColumnName } from './item-keys'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'
import type { RowDeeds } from './use-row-deeds'

const PLACES = { quantidade: 4, valor_venda: 4, desconto: 2 } as const

export type ItemErrors = Partial<Record<ColumnName, string>>

/**
 * All that is drawn of an item, plain or the same from one rendering to the next: a long budget has hundreds of them, and at a
 * key only the one that changed is to be drawn anew.
 */
export type ItemProps = ItemValues &
  RowDeeds &
  Pick<BudgetEditing, 'changeItem'> & {
    index: number
    isLast: boolean
    /** Null while it cannot be told. */
    total: string | null
    errors: ItemErrors
    /** What the ids of the form's fields begin with. */
    idPrefix: string
  }

type Props = Pick<ItemProps, 'index' | 'errors' | 'idPrefix' | 'changeItem'> & {
  column: ColumnName
  value: string
  isLabelHidden?: boolean
}

/** One cell of an item as a field; in a table its label is only for screen readers and names the item. */
export function ItemField({ index, column, value, errors, idPrefix, changeItem, isLabelHidden = false }: Props) {
  const change = useCallback((typed: string) => changeItem(index, { [column]: typed }), [changeItem, index, column])
  const changeText = useCallback((event: ChangeEvent<HTMLInputElement>) => change(event.currentTarget.value), [change])
  const field = {
    id: `${idPrefix}${pathOf({ row: index, column })}`,
    label: isLabelHidden ? texts.cell(texts.item[column], index) : texts.item[column],
    isLabelHidden,
    value,
    error: errors[column],
  }
  if (column === 'descricao') {
    return (
      <TextInput
        {...field}
        maxLength={120}
        autoComplete="off"
        title={isLabelHidden ? value : undefined}
        onChange={changeText}
      />
    )
  }
  return <DecimalInput {...field} places={PLACES[column]} minPlaces={2} onChange={change} />
}
