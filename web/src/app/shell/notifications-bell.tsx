import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { listNotifications, markSeen, NotificationList, notificationTexts } from '@/features/office/notifications'
import classes from './notifications-bell.module.css'
import { usePopover } from './use-popover'

/** The bell with how many notifications are new; opening it shows them all, and then none is new any more. */
export function NotificationsBell() {
  const queryClient = useQueryClient()
  const { data } = useQuery(listNotifications)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const popover = usePopover(root, trigger)
  const unseen = data?.unseen ?? 0
  const toggle = () => {
    popover.toggle()
    // Not told when it fails: they only stay new until the next look.
    if (!popover.isOpen && unseen > 0) markSeen(queryClient).catch(() => undefined)
  }
  return (
    <div className={classes.root} ref={root}>
      <button
        ref={trigger}
        type="button"
        className={classes.trigger}
        aria-label={unseen > 0 ? notificationTexts.withNew(unseen) : notificationTexts.title}
        title={notificationTexts.title}
        aria-haspopup="dialog"
        aria-expanded={popover.isOpen}
        onClick={toggle}
      >
        <IconBell size={20} stroke={1.75} aria-hidden="true" />
        {unseen > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unseen}
          </span>
        )}
      </button>
      {popover.isOpen && (
        <section className={classes.popover} aria-label={notificationTexts.title}>
          <h2 className={classes.title}>{notificationTexts.title}</h2>
          <NotificationList onNavigate={popover.close} />
        </section>
      )}
    </div>
  )
}
