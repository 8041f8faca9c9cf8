import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useScreenActions } from '../actions/screen-actions'
import { formatInteger } from '../format/text'
import classes from './selection-bar.module.css'
import type { BulkAction } from './types'

type Props = { count: number; actions: readonly BulkAction[]; onClear: () => void }

/** What to do with everything selected; stays in sight while the list scrolls. */
export function SelectionBar({ count, actions, onClear }: Props) {
  const [running, setRunning] = useState<string | null>(null)
  const start = async ({ id, run }: BulkAction) => {
    setRunning(id)
    try {
      if (await run()) onClear()
    } finally {
      setRunning(null)
    }
  }
  useScreenActions(
    actions.map((action) => ({
      id: `selected-${action.id}`,
      label: action.label,
      icon: action.icon,
      isDisabled: running !== null,
      run: () => void start(action),
    })),
  )
  return (
    <div className={classes.bar} role="region" aria-label="Ações da seleção">
      <span role="status">
        {formatInteger(count)} {count === 1 ? 'selecionado' : 'selecionados'}
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
