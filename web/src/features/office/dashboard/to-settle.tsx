import { useQuery } from '@tanstack/react-query'
import { listNotifications, notificationTexts, settledAt, ToneIcon } from '@/features/office/notifications'
import { useReceiptsToSettle } from '@/features/selling/receipts'
import { formatInteger, LinkButton } from '@/ui'
import { texts } from './texts'
import classes from './to-settle.module.css'

/** More than these are behind the bell. */
const SHOWN = 4

/** What of this company needs attention, its receipts first, then as the bell knows it; nothing while there is nothing. */
export function ToSettle({ companyId }: { companyId: string }) {
  const { data } = useQuery(listNotifications)
  const told = (data?.items ?? [])
    .filter(({ company, tom }) => company?.id === companyId && tom !== 'info')
    .map((item) => ({
      ...{ id: `${item.tipo}-${item.alvo_id ?? ''}`, tom: item.tom, titulo: item.titulo, texto: item.texto },
      ...{ to: settledAt(item), label: notificationTexts.actions[item.tipo] },
    }))
  const items = [...useReceiptsToSettle(companyId), ...told]
  if (items.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="to-settle-title">
      <h2 id="to-settle-title" className={classes.title}>
        {texts.toSettle} <span className={classes.count}>{formatInteger(items.length)}</span>
      </h2>
      <ul>
        {items.slice(0, SHOWN).map(({ id, tom, titulo, texto, to, label }) => (
          <li key={id} className={classes.item}>
            <ToneIcon tone={tom} label={notificationTexts.tones[tom]} />
            <span className={classes.words}>
              <strong>{titulo}</strong>
              <span>{texto}</span>
            </span>
            {to && (
              <LinkButton kind="secondary" to={to}>
                {label}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
