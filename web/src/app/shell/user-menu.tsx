import { useRef } from 'react'
import { useSession } from '@/api'
import { texts } from '../texts'
import { useLateUserPanel, useLoadLateUserPanel } from './late-user-panel'
import { usePopover } from './use-popover'
import classes from './user-menu.module.css'

/** The initial, e-mail and role of the signed-in person; opens their panel. */
export function UserMenu() {
  const { user, role } = useSession()
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const popover = usePopover(root, trigger)
  useLoadLateUserPanel()
  const late = useLateUserPanel()
  return (
    <div className={classes.root} ref={root}>
      <button
        ref={trigger}
        type="button"
        className={classes.trigger}
        aria-haspopup="dialog"
        aria-expanded={popover.isOpen}
        onClick={popover.toggle}
      >
        <span className={classes.initial} aria-hidden="true">
          {user.email.charAt(0).toUpperCase()}
        </span>
        <span className={classes.hidden}>{texts.userMenu(user.email, role)}</span>
        {/* As far as there is room for it. */}
        <span className={classes.who} aria-hidden="true">
          <span className={classes.email}>{user.email}</span>
          <span className={classes.role}>{role}</span>
        </span>
      </button>
      {popover.isOpen && late && (
        <div className={classes.popover}>
          <late.UserPanel onNavigate={popover.close} />
        </div>
      )}
    </div>
  )
}
