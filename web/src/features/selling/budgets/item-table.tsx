import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { formatDecimal, IconButton } from '@/ui'
import { ItemField, itemPropsOf } from './item-fields'
import type { ItemProps } from './item-fields'
import classes from './items-editor.module.css'
import { texts } from './texts'
import type { BudgetEditing } from './use-budget'
import { useRowDeeds } from './use-row-deeds'
import type { RowDeeds } from './use-row-deeds'

type Props = { editing: BudgetEditing; deeds: RowDeeds }

/** The items from 640 px on. */
export function ItemTable({ editing, deeds }: Props) {
  const { item } = texts
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={texts.fields.itens}>
        <thead>
          <tr>
            <th scope="col" className={classes.code}>
              {item.prod_cProd}
            </th>
            <th scope="col">{item.descricao}</th>
            <th scope="col" className={classes.number}>
              {item.quantidade}
            </th>
            <th scope="col" className={classes.unit}>
              {item.unidade}
            </th>
            <th scope="col" className={classes.number}>
              {item.valor_venda}
            </th>
            <th scope="col" className={classes.number}>
              {item.desconto}
            </th>
            <th scope="col" className={classes.total}>
              {item.total}
            </th>
            <td className={classes.removeCell} />
          </tr>
        </thead>
        <tbody>
          {itemPropsOf(editing, deeds).map((item) => (
            // Items have no name of their own before they are saved; every field takes its value from its place.
            <Row key={item.index} {...item} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Row = memo(function Row(item: ItemProps) {
  const { index, isLast, total } = item
  const { moveUp, moveDown, remove } = useRowDeeds(item, index)
  return (
    <tr>
      <td className={classes.code}>
        <span className={classes.codeText}>{item.prod_cProd}</span>
        {/* For the mouse; keys have Alt with the arrows. */}
        <span className={classes.movers}>
          <button type="button" tabIndex={-1} title={texts.moveUp} disabled={index === 0} onClick={moveUp}>
            <IconArrowUp size={14} stroke={1.75} aria-hidden="true" />
            <span className={classes.onlyRead}>{`${texts.moveUp}: ${item.descricao}`}</span>
          </button>
          <button type="button" tabIndex={-1} title={texts.moveDown} disabled={isLast} onClick={moveDown}>
            <IconArrowDown size={14} stroke={1.75} aria-hidden="true" />
            <span className={classes.onlyRead}>{`${texts.moveDown}: ${item.descricao}`}</span>
          </button>
        </span>
      </td>
      <td className={classes.name}>
        <ItemField {...item} column="descricao" value={item.descricao} isLabelHidden />
      </td>
      <td>
        <ItemField {...item} column="quantidade" value={item.quantidade} isLabelHidden />
      </td>
      <td className={classes.unit}>{item.unidade}</td>
      <td>
        <ItemField {...item} column="valor_venda" value={item.valor_venda} isLabelHidden />
      </td>
      <td>
        <ItemField {...item} column="desconto" value={item.desconto} isLabelHidden />
      </td>
      <td className={classes.total}>{total === null ? '—' : formatDecimal(total)}</td>
      <td className={classes.removeCell}>
        <IconButton label={texts.removeItem} of={item.descricao} icon={IconX} onClick={remove} />
      </td>
    </tr>
  )
})
