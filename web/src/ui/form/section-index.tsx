import { IconAlertCircleFilled, IconCheck } from '@tabler/icons-react'
import classes from './form.module.css'
import type { SectionState } from './sections'

type Props = {
  sections: readonly { id: string; title: string; state: SectionState }[]
  currentId: string | undefined
  onChoose: (id: string) => void
}

/** The sections at a glance, with a mark for each that is complete or has an error. */
export function SectionIndex({ sections, currentId, onChoose }: Props) {
  return (
    <nav aria-label="Seções do formulário" className={classes.index}>
      {sections.map(({ id, title, state }) => (
        <button
          key={id}
          type="button"
          className={classes.indexEntry}
          aria-current={id === currentId ? 'true' : undefined}
          onClick={() => onChoose(id)}
        >
          {title}
          {state.kind === 'errors' && (
            <IconAlertCircleFilled size={16} className={classes.bad} aria-label="tem erro" role="img" />
          )}
          {state.kind === 'complete' && (
            <IconCheck size={16} stroke={1.75} className={classes.good} aria-label="completa" role="img" />
          )}
        </button>
      ))}
    </nav>
  )
}
