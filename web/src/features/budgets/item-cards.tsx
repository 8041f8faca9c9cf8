import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { formatMoney, IconButton } from '@/ui'
import type { ItemValues } from './budget-values'
import { ItemField } from './item-fields'
import classes from './items-editor.module.css'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'
import { useRowDeeds } from './use-row-deeds'
import type { RowDeeds } from './use-row-deeds'

type Props = { editing: BudgetEditing; deeds: RowDeeds }

/** The items on the phone. */
export function ItemCards({ editing, deeds }: Props) {
  return (
    <ul className={classes.cards} aria-label={texts.fields.itens}>
      {editing.form.values.itens.map((item, index) => (
        <Card key={index} index={index} item={item} editing={editing} deeds={deeds} />
      ))}
    </ul>
  )
}

function Card({ index, item, editing, deeds }: Props & { index: number; item: ItemValues }) {
  const total = editing.totals.itens[index] ?? null
  const { moveUp, moveDown, remove } = useRowDeeds(deeds, index)
  const isLast = index === editing.form.values.itens.length - 1
  const of = item.descricao
  return (
    <li className={classes.itemCard}>
      <div className={classes.cardHead}>
        <span className={classes.codeText}>{[item.prod_cProd, item.unidade].filter(Boolean).join(' · ')}</span>
        <IconButton label={texts.moveUp} of={of} icon={IconArrowUp} disabled={index === 0} onClick={moveUp} />
        <IconButton label={texts.moveDown} of={of} icon={IconArrowDown} disabled={isLast} onClick={moveDown} />
        <IconButton label={texts.removeItem} of={of} icon={IconX} onClick={remove} />
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
}
