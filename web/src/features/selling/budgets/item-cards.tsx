import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { formatMoney, IconButton } from '@/ui'
import { ItemField } from './item-fields'
import type { ItemProps } from './item-fields'
import { ItemRows } from './item-rows'
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
      <ItemRows editing={editing} deeds={deeds} row={Card} />
    </ul>
  )
}

const Card = memo(function Card(item: ItemProps) {
  const { index, isLast, total } = item
  const { moveUp, moveDown, remove } = useRowDeeds(item, index)
  const of = item.descricao
  return (
    <li className={classes.itemCard}>
      <div className={classes.cardHead}>
        <span className={classes.codeText}>{[item.prod_cProd, item.unidade].filter(Boolean).join(' · ')}</span>
        <IconButton label={texts.moveUp} of={of} icon={IconArrowUp} disabled={index === 0} onClick={moveUp} />
        <IconButton label={texts.moveDown} of={of} icon={IconArrowDown} disabled={isLast} onClick={moveDown} />
        <IconButton label={texts.removeItem} of={of} icon={IconX} onClick={remove} />
      </div>
      <ItemField {...item} column="descricao" value={item.descricao} />
      <div className={classes.cardNumbers}>
        <ItemField {...item} column="quantidade" value={item.quantidade} />
        <ItemField {...item} column="valor_venda" value={item.valor_venda} />
        <ItemField {...item} column="desconto" value={item.desconto} />
      </div>
      <div className={classes.cardTotal}>
        <span>{texts.item.total}</span>
        <strong>{total === null ? '—' : formatMoney(total)}</strong>
      </div>
    </li>
  )
})
