import { IconDeviceDesktop, IconLogout } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountSession } from '@/api'
import { Button, Card, confirm, formatAgo, formatDateTime, IconButton, Spinner, StatusBadge, toast } from '@/ui'
import classes from './account-page.module.css'
import { endOtherSessions, endSession, listSessions, refreshSessions } from './queries'
import { texts } from './texts'

/** Where the account is open, with a way to close it there. */
export function SessionsCard() {
  const queryClient = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(listSessions)
  const [isBusy, setBusy] = useState(false)
  const hasOthers = sessions?.some(({ current }) => !current)

  const change = async (run: () => Promise<void>, done: string) => {
    if (isBusy) return
    setBusy(true)
    try {
      await run()
      toast.success(done)
    } catch (problem) {
      toast.failed(texts.endFailed, problem)
    }
    await refreshSessions(queryClient)
    setBusy(false)
  }
  const endOthers = async () => {
    const isSure = await confirm({
      title: texts.endOthersTitle,
      text: <p>{texts.endOthersText}</p>,
      confirmLabel: texts.endOthers,
    })
    if (isSure) await change(endOtherSessions, texts.othersEnded)
  }

  return (
    <Card title={texts.sessionsTitle}>
      {sessions ? (
        <>
          <ul className={classes.sessions}>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={isBusy}
                onEnd={() => void change(() => endSession(session.id), texts.ended)}
              />
            ))}
          </ul>
          {hasOthers ? (
            <div className={classes.actions}>
              <Button kind="secondary" icon={IconLogout} disabled={isBusy} onClick={() => void endOthers()}>
                {texts.endOthers}
              </Button>
            </div>
          ) : (
            <p className={classes.help}>{texts.onlyHere}</p>
          )}
        </>
      ) : error ? (
        <>
          <p className={classes.text}>{error.message}</p>
          <div className={classes.actions}>
            <Button kind="secondary" onClick={() => void refetch()}>
              {texts.retry}
            </Button>
          </div>
        </>
      ) : (
        <Spinner />
      )}
    </Card>
  )
}

type RowProps = { session: AccountSession; isBusy: boolean; onEnd: () => void }

function SessionRow({ session: { device, created_at, last_used_at, current }, isBusy, onEnd }: RowProps) {
  return (
    <li className={classes.session}>
      <IconDeviceDesktop size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.sessionWords}>
        <span className={classes.device}>{device}</span>
        <span className={classes.sessionDetail}>
          {texts.lastUsed(formatAgo(last_used_at))} · {texts.since(formatDateTime(created_at))}
        </span>
      </span>
      {current ? (
        <StatusBadge tone="green" icon={IconDeviceDesktop}>
          {texts.here}
        </StatusBadge>
      ) : (
        <IconButton label={texts.end} of={device} icon={IconLogout} disabled={isBusy} onClick={onEnd} />
      )}
    </li>
  )
}
