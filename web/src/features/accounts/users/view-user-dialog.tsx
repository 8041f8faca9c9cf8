import type { User } from '@/api'
import { Button, Dialog, formatAgo, formatDateTime } from '@/ui'
import { ActiveBadge, RoleBadge } from './role-badge'
import { texts } from './texts'
import { nameOf } from './user-columns'
import classes from './users.module.css'

/** What is known about a user. */
export function ViewUserDialog({ opened, user, onClose }: { opened: boolean; user: User; onClose: () => void }) {
  const facts: [string, React.ReactNode][] = [
    [texts.columns.full_name, nameOf(user)],
    [texts.columns.email, user.email],
    [texts.columns.role, <RoleBadge key="role" role={user.role} />],
    [texts.columns.active, <ActiveBadge key="active" active={user.active} />],
    [texts.columns.default_company, user.default_company?.razao_social ?? texts.noDefault],
    [texts.columns.last_sign_in_at, user.last_sign_in_at ? formatAgo(user.last_sign_in_at) : texts.never],
    [texts.columns.created_at, formatDateTime(user.created_at)],
  ]
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={texts.viewTitle}
      foot={
        <Button kind="secondary" isFirst onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <dl className={classes.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
