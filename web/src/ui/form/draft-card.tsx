import { IconHistory } from '@tabler/icons-react'
import { Button } from '../basics/button'
import { formatDateTime } from '../format/time'
import classes from './notice-card.module.css'

type Props = {
  /** Instant of the last change. */
  at: string
  onRestore: () => void
  onDiscard: () => void
}

/** What was typed here before the page went away. */
export function DraftCard({ at, onRestore, onDiscard }: Props) {
  return (
    <div className={classes.card} role="status">
      <IconHistory size={22} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>Recuperar o que você tinha digitado?</strong>
        <p>A página foi fechada antes de salvar. Última mudança: {formatDateTime(at)}.</p>
        <div className={classes.actions}>
          <Button onClick={onRestore}>Recuperar</Button>
          <Button kind="secondary" onClick={onDiscard}>
            Descartar
          </Button>
        </div>
      </div>
    </div>
  )
}
