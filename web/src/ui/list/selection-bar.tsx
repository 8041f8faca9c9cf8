import { IconChecks, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useScreenActions } from '../actions/screen-actions'
import { formatInteger } from '../format/text'
import { toast } from '../toast/toast-store'
import classes from './selection-bar.module.css'
import type { BulkAction } from './types'

/** So many records are changed at once. */
export const MOST_SELECTED = 1000

/** How many can be selected: everything that was found, or the first of it. */
export type AllFound = { count: number; isAll: boolean }

type Props = {
  count: number
  actions: readonly BulkAction[]
  onClear: () => void
  /** Null: so many are selected already. */
  all: AllFound | null
  onSelectAll: () => Promise<void>
}

const SELECT_ALL = 'select-all'

/** What to do with everything selected; stays in sight while the list scrolls. */
export function SelectionBar({ count, actions, onClear, all, onSelectAll }: Props) {
  const [running, setRunning] = useState<string | null>(null)
  const selectAll = async () => {
    setRunning(SELECT_ALL)
    try {
      await onSelectAll()
    } catch (error) {
      toast.failed('Erro ao selecionar todos', error)
    } finally {
      setRunning(null)
    }
  }
  const allLabel =
    all &&
    `Selecionar ${all.isAll ? `todos os ${formatInteger(all.count)}` : `os primeiros ${formatInteger(all.count)}`}`
  const start = async ({ id, run }: BulkAction) => {
    setRunning(id)
    try {
      if (await run()) onClear()
    } finally {
      setRunning(null)
    }
  }
  useScreenActions([
    ...actions.map((action) => ({
      id: `selected-${action.id}`,
      label: action.label,
      icon: action.icon,
      isDisabled: running !== null,
      run: () => void start(action),
    })),
    allLabel !== null && {
      id: SELECT_ALL,
      label: allLabel,
      icon: IconChecks,
      isDisabled: running !== null,
      run: () => void selectAll(),
    },
  ])
  return (
    <div className={classes.bar} role="region" aria-label="Ações da seleção">
      <span className={classes.count}>
        <span role="status">
          {formatInteger(count)} {count === 1 ? 'selecionado' : 'selecionados'}
        </span>
        {allLabel !== null && (
          <button
            type="button"
            className={classes.action}
            disabled={running !== null}
            aria-busy={running === SELECT_ALL}
            onClick={() => void selectAll()}
          >
            <IconChecks size={16} stroke={1.75} aria-hidden="true" />
            {allLabel}
          </button>
        )}
      </span>
      <span className={classes.actions}>
        {actions.map((action) => (
          <button
            key={action.id}
            type="button"
            className={classes.action}
            disabled={running !== null}
            aria-busy={running === action.id}
            onClick={() => void start(action)}
          >
            <action.icon size={16} stroke={1.75} aria-hidden="true" />
            {action.label}
          </button>
        ))}
        <button type="button" className={classes.action} aria-label="Limpar seleção" onClick={onClear}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </span>
    </div>
  )
}
