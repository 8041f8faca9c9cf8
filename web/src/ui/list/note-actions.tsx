import { Link } from 'react-router'
import type { Action } from '../actions/types'
import { Button, LinkButton } from '../basics/button'
import classes from './list.module.css'

type Props = { actions: readonly Action[]; onLeave: () => void }

/** What to do about a row, as words at the end of its sentence. */
export function NoteWords({ actions, onLeave }: Props) {
  return actions.map(({ id, label, to, run }) =>
    to === undefined ? (
      <button key={id} type="button" className={classes.noteAction} onClick={run}>
        {label}
      </button>
    ) : (
      <Link key={id} to={to} className={classes.noteAction} onClick={onLeave}>
        {label}
      </Link>
    ),
  )
}

/** The same as buttons for a finger. */
export function NoteButtons({ actions }: Pick<Props, 'actions'>) {
  return actions.map(({ id, label, to, run }) =>
    to === undefined ? (
      <Button key={id} kind="secondary" fullWidth onClick={run}>
        {label}
      </Button>
    ) : (
      <LinkButton key={id} kind="secondary" fullWidth to={to}>
        {label}
      </LinkButton>
    ),
  )
}
