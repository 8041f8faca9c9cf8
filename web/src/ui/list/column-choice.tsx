import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useId } from 'react'
import { Button } from '../basics/button'
import { Checkbox } from '../inputs/checkbox'
import classes from './menu.module.css'
import type { Column } from './types'

type Props<T> = {
  columns: readonly Column<T>[]
  isShown: (column: Column<T>) => boolean
  onToggle: (column: Column<T>) => void
}

export function ColumnChoice<T>({ columns, isShown, onToggle }: Props<T>) {
  const titleId = useId()
  return (
    <Popover position="bottom-end" trapFocus returnFocus transitionProps={{ duration: 120 }}>
      <Popover.Target>
        <Button kind="secondary" icon={IconColumns3}>
          Colunas
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={`${classes.menu} ${classes.columns}`} aria-labelledby={titleId}>
        <div id={titleId} className={classes.title}>
          Colunas à vista
        </div>
        {columns
          .filter(({ isName }) => !isName)
          .map((column) => (
            <Checkbox
              key={column.id}
              label={column.title}
              checked={isShown(column)}
              onChange={() => onToggle(column)}
            />
          ))}
      </Popover.Dropdown>
    </Popover>
  )
}
