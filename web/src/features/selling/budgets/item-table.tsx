/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   its boxes are not those of a table (items-editor.module.css), and some browsers read only roles then */
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { formatDecimal, IconButton } from '@/ui'
import { ItemField } from './item-fields'
import type { ItemProps } from './item-fields'
import { ItemRows } from './item-rows'
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
      <table role="table" className={classes.table} aria-label={texts.fields.itens}>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className={classes.code}>
              {item.prod_cProd}
            </th>
            <th scope="col" role="columnheader">
              {item.descricao}
            </th>
            <th scope="col" role="columnheader" className={classes.number}>
              {item.quantidade}
            </th>
            <th scope="col" role="columnheader" className={classes.unit}>
              {item.unidade}
            </th>
            <th scope="col" role="columnheader" className={classes.number}>
              {item.valor_venda}
            </th>
            <th scope="col" role="columnheader" className={classes.number}>
              {item.desconto}
            </th>
            <th scope="col" role="columnheader" className={classes.total}>
              {item.total}
            </th>
            <td role="cell" className={classes.removeCell} />
          </tr>
        </thead>
        <tbody role="rowgroup">
          <ItemRows editing={editing} deeds={deeds} row={Row} />
        </tbody>
      </table>
    </div>
  )
}

const Row = memo(function Row(item: ItemProps) {
  const { index, isLast, total } = item
  const { moveUp, moveDown, remove } = useRowDeeds(item, index)
  return (
    <tr role="row">
      <td role="cell" className={classes.code}>
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
      <td role="cell" className={classes.name}>
        <ItemField {...item} column="descricao" value={item.descricao} isLabelHidden />
      </td>
      <td role="cell">
        <ItemField {...item} column="quantidade" value={item.quantidade} isLabelHidden />
      </td>
      <td role="cell" className={classes.unit}>
        {item.unidade}
      </td>
      <td role="cell">
        <ItemField {...item} column="valor_venda" value={item.valor_venda} isLabelHidden />
      </td>
      <td role="cell">
        <ItemField {...item} column="desconto" value={item.desconto} isLabelHidden />
      </td>
      <td role="cell" className={classes.total}>
        {total === null ? '—' : formatDecimal(total)}
      </td>
      <td role="cell" className={classes.removeCell}>
        <IconButton label={texts.removeItem} of={item.descricao} icon={IconX} onClick={remove} />
      </td>
    </tr>
  )
})
