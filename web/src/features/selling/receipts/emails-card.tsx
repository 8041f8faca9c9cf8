import type { ReceiptEmails } from '@/api'
import { Button, Card, formatMoment } from '@/ui'
import { emailTexts } from './email-texts'
import classes from './receipt-page.module.css'

const words = emailTexts.card

type Props = { emails: ReceiptEmails | undefined; onAgain: ((to: string) => void) | null }

/** What became of the e-mails of a receipt; nothing when there are none. */
export function EmailsCard({ emails, onAgain }: Props) {
  if (!emails || emails.items.length === 0) return null
  // An address that was reached later needs no second try.
  const isNewest = (at: number) => emails.items.findIndex(({ para }) => para === emails.items[at]?.para) === at
  return (
    <Card title={words.title}>
      <ul className={classes.emails} aria-label={words.title}>
        {emails.items.map(({ id, para, estado, texto, automatico, created_at, fim_em }, at) => (
          <li key={id}>
            <strong data-failed={estado === 'falhou' || undefined}>{words[estado](para)}</strong>
            <span>
              {formatMoment(fim_em ?? created_at)}
              {automatico && `, ${words.automatic}`}
            </span>
            {texto !== null && <span>{texto}</span>}
            {estado === 'falhou' && onAgain && isNewest(at) && (
              <div>
                <Button kind="secondary" onClick={() => onAgain(para)}>
                  {words.again}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
