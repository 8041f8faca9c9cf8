import { IconFilter, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ScreenAction } from '../actions/types'
import { formatInteger } from '../format/text'
import classes from './list.module.css'
import type { StatusTab, TabLink } from './types'
import type { ListState } from './use-list-state'

type Props<Tab extends string> = {
  tabs: readonly StatusTab<Tab>[]
  current: Tab | undefined
  onChoose: (tab: Tab) => void
  link?: TabLink | undefined
}

/** Which records are listed, each with its count. */
export function StatusTabs<Tab extends string>({ tabs, current, onChoose, link }: Props<Tab>) {
  return (
    <div className={classes.tabs} role="group" aria-label="Situação">
      {tabs.map(({ id, label, count, isExact = true }) => (
        <button
          key={id}
          type="button"
          className={classes.tab}
          aria-pressed={id === current}
          onClick={() => onChoose(id)}
        >
          {label}
          {count !== undefined && <span className={classes.count}>{countText({ count, isExact })}</span>}
        </button>
      ))}
      {link && (
        <Link to={link.to} className={classes.tabLink} aria-current={link.isCurrent ? 'page' : undefined}>
          <link.icon size={16} stroke={1.75} aria-hidden="true" />
          {link.label}
        </Link>
      )}
    </div>
  )
}

const countText = ({ count = 0, isExact = true }: Pick<StatusTab<string>, 'count' | 'isExact'>) =>
  formatInteger(count) + (isExact ? '' : '+')

/** Every other tab as something to do: 'Abrir a lixeira', 'Mostrar só Inativos'. */
export function tabActions<Tab extends string>(
  list: Pick<ListState<Tab>, 'tab' | 'setTab'>,
  tabs: readonly StatusTab<Tab>[],
  link?: TabLink,
): ScreenAction[] {
  const others = tabs
    .filter(({ id }) => id !== list.tab)
    .map((tab) => ({
      id: `tab-${tab.id}`,
      label: tab.id === 'lixeira' ? 'Abrir a lixeira' : `Mostrar: ${tab.label}`,
      icon: tab.id === 'lixeira' ? IconTrash : IconFilter,
      ...(tab.count !== undefined && { detail: countText(tab) }),
      run: () => list.setTab(tab.id),
    }))
  return link ? [...others, { id: 'tab-link', label: `Abrir: ${link.label}`, icon: link.icon, to: link.to }] : others
}
