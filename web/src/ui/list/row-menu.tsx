import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { useReturnFocus } from '../use-return-focus'
import classes from './menu.module.css'
import type { Action } from '../actions/types'

type Props = {
  /** Where it opens, in window coordinates; null: closed. */
  at: { x: number; y: number } | null
  /** The record's name. */
  label: string
  actions: readonly Action[]
  onClose: () => void
}

/** Every action of a row, at the pointer or under the button that opened it. */
export function RowMenu({ at, label, actions, onClose }: Props) {
  useReturnFocus(at !== null)
  return (
    <Menu
      opened={at !== null}
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-start"
      offset={2}
      transitionProps={{ duration: 120 }}
      classNames={{ dropdown: classes.menu, item: classes.item, itemSection: classes.icon }}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // In place, so that the menu belongs to the part of the page its row is in.
      withinPortal={false}
    >
      <Menu.Target>
        <span
          className={classes.anchor}
          style={at ? { left: at.x, top: at.y } : undefined}
          aria-hidden="true"
          tabIndex={-1}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Ações de ${label}`} aria-labelledby={undefined}>
        {actions.map(({ id, label: text, icon: Icon, isDanger, to, run }) => {
          const look = {
            leftSection: <Icon size={16} stroke={1.75} aria-hidden="true" />,
            'data-danger': isDanger || undefined,
          }
          return to ? (
            <Menu.Item key={id} component={Link} to={to} {...look}>
              {text}
            </Menu.Item>
          ) : (
            <Menu.Item key={id} onClick={run} {...look}>
              {text}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
