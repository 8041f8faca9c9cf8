import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { searchProducts } from '@/features/registry/products'
import { Button, formatMoney, Kbd, ScanField, toast, useHotkeys, useIsPhone, useStable } from '@/ui'
import { ItemCards } from './item-cards'
import { ItemTable } from './item-table'
import classes from './items-editor.module.css'
import { cellAfter, cellOf, pathOf } from './item-keys'
import type { Cell } from './item-keys'
import { texts } from './texts'
import { itemFrom } from './use-budget'
import type { BudgetEditing } from './use-budget'
import type { RowDeeds } from './use-row-deeds'

export const MAX_ITEMS = 990
/** The field one searches a product in; no field of the budget, but nothing may be saved while it holds half a name. */
export const SEARCH_FIELD = 'item_novo'

type Props = { editing: BudgetEditing; companyId: string; search: ItemSearch }

export type ItemSearch = ReturnType<typeof useItemSearch>

/** Whether the product search is open; `Ins` opens it from anywhere in the form. */
export function useItemSearch(editing: BudgetEditing) {
  const [isOpen, setOpen] = useState(false)
  // Where the focus goes after the next rendering.
  const [target, setTarget] = useState<{ path: string } | null>(null)
  const open = useStable(() => {
    setOpen(true)
    setTarget({ path: SEARCH_FIELD })
  })
  useHotkeys([{ key: 'Insert', label: texts.addItem, run: open }])
  return {
    isOpen: isOpen || editing.form.values.itens.length === 0,
    open,
    close: () => setOpen(false),
    target,
    setTarget,
  }
}

export function AddItemButton({ open }: Pick<ItemSearch, 'open'>) {
  return (
    <Button kind="secondary" icon={IconPlus} shortcut="Ins" onClick={open}>
      {texts.addItem}
    </Button>
  )
}

/** The items: every cell is a field, keys alone are enough. */
export function ItemsEditor({ editing, companyId, search }: Props) {
  const { form, totals } = editing
  const { itens } = form.values
  const isPhone = useIsPhone()
  const { target, setTarget } = search

  useEffect(() => {
    if (target) document.getElementById(form.idOf(target.path))?.focus()
    // Only a new target moves the focus.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [target])

  const focusCell = (cell: Cell | null) => {
    if (cell) setTarget({ path: pathOf(cell) })
    else search.open()
  }
  /** The cell an event came from; null when it came from elsewhere. */
  const cellFrom = (event: { target: EventTarget | null }): Cell | null =>
    event.target instanceof HTMLInputElement ? cellOf(event.target.id.slice(form.idOf('').length)) : null

  const undo = () => {
    if (!editing.undo()) return
    toast.info(texts.undone)
  }
  useHotkeys([
    {
      key: 'Ctrl+z',
      label: texts.undoLabel,
      run: (event) => {
        // In other fields the browser takes back what was typed there.
        const isElsewhere = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
        if (isElsewhere && !cellFrom(event)) return false
        return editing.undo()
      },
    },
  ])

  const deeds: RowDeeds = {
    remove: useStable((index) => {
      editing.removeItem(index)
      toast.success(texts.itemRemoved, itens[index]?.descricao, { action: { label: texts.undo, onClick: undo } })
      if (itens.length > 1) focusCell({ row: Math.min(index, itens.length - 2), column: 'quantidade' })
      else setTarget({ path: SEARCH_FIELD })
    }),
    move: useStable((cell, by) => {
      if (editing.moveItem(cell.row, by)) focusCell({ ...cell, row: cell.row + by })
    }),
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = cellFrom(event)
    if (event.key === 'Escape' && !event.defaultPrevented && !cell && itens.length > 0) {
      search.close()
      focusCell({ row: itens.length - 1, column: 'quantidade' })
      return
    }
    if (!cell || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const isVertical = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (event.altKey && !isVertical) return
    if (event.altKey) deeds.move(cell, event.key === 'ArrowUp' ? -1 : 1)
    else if (event.key === 'Delete' && isWhole(event.target)) deeds.remove(cell.row)
    else {
      const next = cellAfter(event.key, cell, itens.length, caretOf(event.target))
      if (next === undefined) return
      focusCell(next)
    }
    event.preventDefault()
  }

  return (
    // The cells report their keys here; the area itself is no control.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.editor}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (!cellFrom(event)) return
        editing.beginStep()
        ;(event.target as unknown as HTMLInputElement).select()
      }}
    >
      {isPhone ? (
        <ItemCards editing={editing} deeds={deeds} />
      ) : (
        itens.length > 0 && <ItemTable editing={editing} deeds={deeds} />
      )}
      {itens.length === 0 && <p className={classes.none}>{texts.noItems}</p>}
      {search.isOpen && itens.length < MAX_ITEMS && (
        <div className={classes.search}>
          <ScanField
            id={form.idOf(SEARCH_FIELD)}
            label={texts.findProduct}
            placeholder={texts.findProductHint}
            isLow
            error={form.errors[SEARCH_FIELD]}
            find={(text) => searchProducts(companyId, text)}
            onPick={({ product }) => {
              editing.addItem(itemFrom(product))
              search.close()
              focusCell({ row: itens.length, column: 'quantidade' })
            }}
          />
        </div>
      )}
      {itens.length >= MAX_ITEMS && <p className={classes.none}>{texts.tooManyItems}</p>}
      {itens.length > 0 && (
        <div className={classes.foot}>
          {!isPhone && (
            <ul className={classes.keys}>
              {texts.itemKeys.map(([key, meaning]) => (
                <li key={key}>
                  <Kbd>{key}</Kbd> {meaning}
                </li>
              ))}
            </ul>
          )}
          <span className={classes.sum}>
            {texts.itemsTotal} <strong>{formatMoney(totals.total_venda)}</strong>
          </span>
        </div>
      )}
    </div>
  )
}

/** All of a field is selected, as after coming to it by key: nothing of it is being edited. */
function isWhole(target: EventTarget): boolean {
  if (!(target instanceof HTMLInputElement)) return false
  return target.selectionStart === 0 && target.selectionEnd === target.value.length
}

/** At which ends of its text the caret is; both while everything is selected. */
function caretOf(target: EventTarget): { isAtStart: boolean; isAtEnd: boolean } {
  if (!(target instanceof HTMLInputElement)) return { isAtStart: false, isAtEnd: false }
  const { selectionStart, selectionEnd, value } = target
  const isRange = selectionStart !== selectionEnd && !isWhole(target)
  return { isAtStart: !isRange && selectionStart === 0, isAtEnd: !isRange && selectionEnd === value.length }
}
