import { useQuery } from '@tanstack/react-query'
import { listNotifications, notificationTexts, settledAt, ToneIcon } from '@/features/notifications'
import { formatInteger, LinkButton } from '@/ui'
import { texts } from './texts'
import classes from './to-settle.module.css'

/** More than these are behind the bell. */
const SHOWN = 4

/** What of this company needs attention, as the bell knows it; nothing while there is nothing. */
export function ToSettle({ companyId }: { companyId: string }) {
  const { data } = useQuery(listNotifications)
  const items = (data?.items ?? []).filter(({ company, tom }) => company?.id === companyId && tom !== 'info')
  if (items.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="to-settle-title">
      <h2 id="to-settle-title" className={classes.title}>
        {texts.toSettle} <span className={classes.count}>{formatInteger(items.length)}</span>
      </h2>
      <ul>
        {items.slice(0, SHOWN).map((item) => {
          const to = settledAt(item)
          return (
            <li key={`${item.tipo}-${item.alvo_id ?? ''}`} className={classes.item}>
              <ToneIcon tone={item.tom} label={notificationTexts.tones[item.tom]} />
              <span className={classes.words}>
                <strong>{item.titulo}</strong>
                <span>{item.texto}</span>
              </span>
              {to && (
                <LinkButton kind="secondary" to={to}>
                  {notificationTexts.actions[item.tipo]}
                </LinkButton>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
