import { IconRefresh } from '@tabler/icons-react'
import { Button } from '../basics/button'
import classes from './notice-card.module.css'

type Props = {
  /** 'Valor unitário 64,90'; '' when nothing one sees was changed. */
  changes: string
  onTake: () => void
}

/** Somebody else has saved other fields of the record than those one types in. */
export function LiveCard({ changes, onTake }: Props) {
  return (
    <div className={classes.card} role="status">
      <IconRefresh size={22} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{savedNow(changes)}</strong>
        <p>O que você digitou continua aqui.</p>
        <div className={classes.actions}>
          <Button kind="secondary" onClick={onTake}>
            Atualizar
          </Button>
        </div>
      </div>
    </div>
  )
}

export function savedNow(changes: string): string {
  return changes ? `Alguém salvou agora: ${changes}.` : 'Alguém salvou agora.'
}
