import { IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSession } from '@/api'
import { ThemeChoice } from '@/ui'
import { paths } from '../paths'
import { texts } from '../texts'
import classes from './user-panel.module.css'

/** Who is signed in, the way to the account, and the theme. */
export function UserPanel({ onNavigate }: { onNavigate: () => void }) {
  const { user, role } = useSession()
  return (
    <div className={classes.panel}>
      <div className={classes.identity}>
        <strong>{user.email}</strong>
        <span>{role}</span>
      </div>
      <Link className={classes.entry} to={paths.account} onClick={onNavigate}>
        <IconUserCircle size={18} stroke={1.75} aria-hidden="true" />
        {texts.account}
      </Link>
      <div className={classes.theme}>
        <span className={classes.label}>{texts.theme}</span>
        <ThemeChoice />
      </div>
    </div>
  )
}
