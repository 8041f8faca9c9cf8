import { Link } from 'react-router'
import { ofCompany, paths } from '@/app/paths'
import { formatInteger, formatMoment, formatMoney, useNow } from '@/ui'
import { EstadoBadge } from './estado-badge'
import { isRefused } from './estado'
import { lastDay } from './ledger'
import type { Listed, Pending } from './ledger'
import classes from './numbers.module.css'
import { texts } from './texts'

const words = texts.numbers
const MINUTE_MS = 60_000

/** What has to happen with a pending number, and until when. */
function todoOf({ estado, prazo }: Pending, now: number): string {
  if (prazo === null) return words.todo.asked
  if (estado === 'rejeitada') return words.todo.correct(lastDay(prazo))
  if (estado === 'contingencia_rejeitada') return words.todo.correct(formatMoment(prazo))
  return Date.parse(prazo) < now ? words.todo.late : words.todo.sent(formatMoment(prazo))
}

type Props = {
  companyId: string
  pending: Listed
}

/** Numbers that are neither a document nor void yet, in their order. */
export function PendingCard({ companyId, pending: { oldest, total } }: Props) {
  const now = useNow(MINUTE_MS)
  return (
    <section className={classes.list} aria-label={words.pendingTitle}>
      <div className={classes.listHead}>
        <h2>{words.pendingTitle}</h2>
        <span className={classes.aside}>{formatInteger(total)}</span>
      </div>
      {total === 0 && <p className={classes.none}>{words.nothingPending}</p>}
      {total > oldest.length && <p className={classes.none}>{words.truncated(total - oldest.length)}</p>}
      <ul>
        {oldest.map((nota) => (
          <li key={nota.nfce_id} className={classes.pending}>
            <strong>{formatInteger(nota.numero)}</strong>
            <EstadoBadge estado={nota.estado} />
            <span className={classes.amount}>{formatMoney(nota.vNF)}</span>
            <span className={classes.todo}>{todoOf(nota, now)}</span>
            <Link
              className={classes.link}
              to={ofCompany(paths.receipts.one(nota.nfce_id), companyId)}
              aria-label={`${isRefused(nota) ? words.correct : words.open}: ${texts.one(nota)}`}
            >
              {isRefused(nota) ? words.correct : words.open}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
