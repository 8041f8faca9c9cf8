import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Notification } from '@/api'
import { Button, formatDateTime, Spinner } from '@/ui'
import { settledAt } from './addresses'
import classes from './notification-list.module.css'
import { listNotifications } from './queries'
import { texts } from './texts'
import { ToneIcon } from './tone-icon'

/** Everything that needs attention, each leading to where it is settled. `onNavigate` is called by following one. */
export function NotificationList({ onNavigate }: { onNavigate: () => void }) {
  const { data, error, isPending, refetch } = useQuery(listNotifications)
  if (isPending)
    return (
      <Note>
        <Spinner />
      </Note>
    )
  if (!data) {
    return (
      <Note>
        <strong>{texts.loadFailed}</strong>
        <span>{error.message}</span>
        <Button kind="secondary" onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </Note>
    )
  }
  if (data.items.length === 0) {
    return (
      <Note>
        <strong>{texts.emptyTitle}</strong>
        <span>{texts.emptyText}</span>
      </Note>
    )
  }
  return (
    <ul className={classes.list} aria-label={texts.title}>
      {data.items.map((item) => (
        <li key={`${item.tipo}-${item.company?.id ?? ''}-${item.alvo_id ?? ''}`}>
          <Line notification={item} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <div className={classes.note}>{children}</div>
}

function Line({ notification, onNavigate }: { notification: Notification; onNavigate: () => void }) {
  const { tom, titulo, texto, company, em, nova } = notification
  const to = settledAt(notification)
  const words = (
    <>
      <ToneIcon tone={tom} label={texts.tones[tom]} />
      <span className={classes.words}>
        <span className={classes.title}>
          {titulo}
          {nova && <span className={classes.new}>{texts.isNew}</span>}
        </span>
        <span className={classes.text}>{texto}</span>
        <span className={classes.where}>
          {company && `${company.razao_social} · `}
          {formatDateTime(em)}
        </span>
      </span>
    </>
  )
  if (!to) return <div className={classes.line}>{words}</div>
  return (
    <Link className={classes.line} to={to} onClick={onNavigate}>
      {words}
    </Link>
  )
}
