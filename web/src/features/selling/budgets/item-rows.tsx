import { memo } from 'react'
import type { ComponentType } from 'react'
import type { ItemValues } from './budget-values'
import type { ItemErrors, ItemProps } from './item-fields'
import { COLUMNS, pathOf } from './item-keys'
import type { ColumnName } from './item-keys'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'
import type { RowDeeds } from './use-row-deeds'

/** What the arithmetic has against a cell. */
const REFUSALS: Partial<Record<ColumnName, string>> = {
  quantidade: texts.itemTooLarge,
  desconto: texts.discountTooLarge,
}

const NO_ERRORS: ItemErrors = {}

function errorsOf({ form, totals }: BudgetEditing, index: number): ItemErrors {
  const found = COLUMNS.flatMap((column) => {
    const path = pathOf({ row: index, column })
    const error = form.errors[path] ?? (totals.problems.has(path) ? REFUSALS[column] : undefined)
    return error === undefined ? [] : [[column, error] as const]
  })
  return found.length > 0 ? Object.fromEntries(found) : NO_ERRORS
}

/** At a key only the part that the row is in asks its rows whether they have changed. */
const ROWS_OF_A_PART = 32

type Props = {
  editing: BudgetEditing
  deeds: RowDeeds
  /** Draws an item; memoised. */
  row: ComponentType<ItemProps>
}

/** All items as rows of a table or as cards. */
export function ItemRows({ editing, deeds, row }: Props) {
  const { form, totals, changeItem } = editing
  const { itens } = form.values
  const hasErrors = Object.keys(form.errors).length > 0 || totals.problems.size > 0
  const parts = Array.from({ length: Math.ceil(itens.length / ROWS_OF_A_PART) }, (_, at) => at * ROWS_OF_A_PART)
  return parts.map((first) => {
    const items = itens.slice(first, first + ROWS_OF_A_PART)
    return (
      <Part
        key={first}
        row={row}
        first={first}
        items={items}
        totals={totals.itens.slice(first, first + items.length)}
        errors={items.map((_, at) => (hasErrors ? errorsOf(editing, first + at) : NO_ERRORS))}
        last={first + items.length === itens.length ? itens.length - 1 : null}
        changeItem={changeItem}
        idPrefix={form.idOf('')}
        {...deeds}
      />
    )
  })
}

type PartProps = RowDeeds &
  Pick<ItemProps, 'changeItem' | 'idPrefix'> & {
    row: ComponentType<ItemProps>
    /** The place of its first item among all. */
    first: number
    items: readonly ItemValues[]
    totals: readonly (string | null)[]
    errors: readonly ItemErrors[]
    /** The place of the last of all items, if it is one of these. */
    last: number | null
  }

const Part = memo(function Part({ row: Row, first, items, totals, errors, last, ...deeds }: PartProps) {
  return items.map((item, at) => (
    // Items have no name of their own before they are saved; every field takes its value from its place.
    <Row
      key={first + at}
      {...item}
      {...deeds}
      index={first + at}
      isLast={first + at === last}
      total={totals[at] ?? null}
      errors={errors[at] ?? NO_ERRORS}
    />
  ))
}, isSamePart)

/** Lists are new at each key, what is in them is not. */
function isSamePart(before: PartProps, after: PartProps): boolean {
  return (Object.keys(after) as (keyof PartProps)[]).every((name) => {
    const [one, other] = [before[name], after[name]]
    if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other)
    return one.length === other.length && one.every((each, at) => Object.is(each, other[at]))
  })
}
