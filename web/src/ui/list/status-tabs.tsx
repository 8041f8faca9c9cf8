import { IconFilter, IconTrash } from '@tabler/icons-react'
import type { ScreenAction } from '../actions/types'
import { formatInteger } from '../format/text'
import classes from './list.module.css'
import type { StatusTab } from './types'
import type { ListState } from './use-list-state'

type Props<Tab extends string> = {
  tabs: readonly StatusTab<Tab>[]
  current: Tab | undefined
  onChoose: (tab: Tab) => void
}

/** Which records are listed, each with its count. */
export function StatusTabs<Tab extends string>({ tabs, current, onChoose }: Props<Tab>) {
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
    </div>
  )
}

const countText = ({ count = 0, isExact = true }: Pick<StatusTab<string>, 'count' | 'isExact'>) =>
  formatInteger(count) + (isExact ? '' : '+')

/** Every other tab as something to do: 'Abrir a lixeira', 'Mostrar só Inativos'. */
export function tabActions<Tab extends string>(
  list: Pick<ListState<Tab>, 'tab' | 'setTab'>,
  tabs: readonly StatusTab<Tab>[],
): ScreenAction[] {
  return tabs
    .filter(({ id }) => id !== list.tab)
    .map((tab) => ({
      id: `tab-${tab.id}`,
      label: tab.id === 'lixeira' ? 'Abrir a lixeira' : `Mostrar: ${tab.label}`,
      icon: tab.id === 'lixeira' ? IconTrash : IconFilter,
      ...(tab.count !== undefined && { detail: countText(tab) }),
      run: () => list.setTab(tab.id),
    }))
}
