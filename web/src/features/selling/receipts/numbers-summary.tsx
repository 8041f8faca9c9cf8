import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '@/api'
import type { Numbers } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { formatInteger, formatMoment, StatusBadge } from '@/ui'
import type { Ledger, Pending } from './ledger'
import { lastDay } from './ledger'
import classes from './numbers.module.css'
import { texts } from './texts'

const words = texts.numbers

function Figure({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.figureValue}>{value}</dd>
      <dd className={classes.figureDetail}>{children}</dd>
    </div>
  )
}

/** Just now all are counted; where that does not add up, as far as it was proven last. */
const checkedTo = ({ series, missing }: Ledger) =>
  missing === 0 && !series.lacuna ? series.proximo - 1 : series.conferido_ate

/** Above it the fisco may ask. */
const MUCH_PERCENT = 5
/** What the whole bar is. */
const BAR_PERCENT = 10

/** How much of this month was issued offline. */
function Share({ quantidade, total }: { quantidade: number; total: number }) {
  const percent = total === 0 ? 0 : (quantidade * 100) / total
  const shown = percent.toLocaleString('pt-BR', { maximumFractionDigits: 1 })
  const isMuch = percent > MUCH_PERCENT
  return (
    <Figure
      label={words.share}
      value={
        <>
          {shown} <small>%</small>{' '}
          {isMuch && (
            <StatusBadge tone="amber" icon={IconAlertTriangleFilled}>
              {words.much}
            </StatusBadge>
          )}
        </>
      }
    >
      {total === 0 ? words.noShare : words.shareOf(quantidade, total)}
      <span className={classes.share} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (percent * 100) / BAR_PERCENT)}%` }} />
      </span>
    </Figure>
  )
}

/** When the first of these runs out of time: an offline one by its own deadline, others with their month. */
function firstDue(pending: readonly Pending[]): string | undefined {
  const soonest = pending.flatMap(({ prazo, estado }) => (prazo === null ? [] : { prazo, estado }))
  const [first] = soonest.toSorted((a, b) => a.prazo.localeCompare(b.prazo))
  if (first === undefined) return undefined
  return first.estado === 'rejeitada' ? lastDay(first.prazo) : formatMoment(first.prazo)
}

/** The first answers: the next number, up to where all are accounted for, and what still waits. */
export function NumbersSummary({
  companyId,
  ledger,
  ambiente,
  month,
}: {
  companyId: string
  ledger: Ledger
  ambiente: Numbers['ambiente']
  month: Numbers['contingencia_mes']
}) {
  const { series, missing, pending } = ledger
  const mayConfirm = useMay()('POST /api/companies/{id}/numbers/confirm')
  const due = firstDue(pending.oldest)
  return (
    <dl className={classes.summary}>
      <Figure label={words.next} value={formatInteger(series.proximo)}>
        {series.parada === null ? (
          words.nextDetail(series.serie, ambiente)
        ) : (
          <span className={classes.bad}>
            <IconAlertTriangleFilled size={14} aria-hidden="true" />
            <span>
              {words.stopped(series.parada)}{' '}
              {mayConfirm && <Link to={ofCompany(paths.sefaz, companyId)}>{words.confirm}</Link>}
            </span>
          </span>
        )}
      </Figure>
      <Figure label={words.checked} value={formatInteger(checkedTo(ledger))}>
        {missing === 0 && !series.lacuna ? (
          <span className={classes.good}>
            <IconCircleCheckFilled size={14} aria-hidden="true" />
            {words.allAccounted}
          </span>
        ) : (
          <span className={classes.bad}>
            <IconAlertTriangleFilled size={14} aria-hidden="true" />
            {series.lacuna ? words.gap(series.lacuna.ini, series.lacuna.fim) : words.missing(missing)}
          </span>
        )}
      </Figure>
      <Figure label={words.pending} value={formatInteger(pending.total)}>
        {due === undefined ? words.nonePending : words.firstDue(due)}
      </Figure>
      <Share {...month} />
    </dl>
  )
}
