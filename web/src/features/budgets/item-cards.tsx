import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { formatMoney, IconButton } from '@/ui'
import { ItemField } from './item-fields'
import classes from './items-editor.module.css'
import type { RowDeeds } from './items-editor'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'

/** The items on the phone. */
export function ItemCards({ editing, deeds }: { editing: BudgetEditing; deeds: RowDeeds }) {
  const { itens } = editing.form.values
  return (
    <ul className={classes.cards} aria-label={texts.fields.itens}>
      {itens.map((item, index) => {
        const total = editing.totals.itens[index] ?? null
        const move = (by: -1 | 1) => deeds.move({ row: index, column: 'quantidade' }, by)
        return (
          <li key={index} className={classes.itemCard}>
            <div className={classes.cardHead}>
              <span className={classes.codeText}>{[item.prod_cProd, item.unidade].filter(Boolean).join(' · ')}</span>
              <IconButton
                label={texts.moveUp}
                of={item.descricao}
                icon={IconArrowUp}
                disabled={index === 0}
                onClick={() => move(-1)}
              />
              <IconButton
                label={texts.moveDown}
                of={item.descricao}
                icon={IconArrowDown}
                disabled={index === itens.length - 1}
                onClick={() => move(1)}
              />
              <IconButton
                label={texts.removeItem}
                of={item.descricao}
                icon={IconX}
                onClick={() => deeds.remove(index)}
              />
            </div>
            <ItemField editing={editing} index={index} column="descricao" />
            <div className={classes.cardNumbers}>
              <ItemField editing={editing} index={index} column="quantidade" />
              <ItemField editing={editing} index={index} column="valor_venda" />
              <ItemField editing={editing} index={index} column="desconto" />
            </div>
            <div className={classes.cardTotal}>
              <span>{texts.item.total}</span>
              <strong>{total === null ? '—' : formatMoney(total)}</strong>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
