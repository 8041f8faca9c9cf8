import { IconAlertTriangleFilled, IconCloudOff, IconPencilMinus, IconSend } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CashSession } from '@/api'
import { ofCompany, paths, receiptsPath } from '@/app/paths'
import { formatInteger, StatusBadge } from '@/ui'
import classes from './close.module.css'
import { texts } from './texts'

const words = texts.close

/** What of its sales is not done yet. It keeps nobody from closing. */
export function BeforeClosing({ company, session }: { company: string; session: CashSession }) {
  const { pendencias } = session
  if (!pendencias) return null
  const { notas, contingencia, em_espera } = pendencias
  if (notas.length === 0 && contingencia === 0 && em_espera === 0) return null
  return (
    <section className={classes.card} aria-label={words.before}>
      <div className={classes.head}>
        <h2>{words.before}</h2>
        <span className={classes.aside}>{words.beforeHint}</span>
      </div>
      <ul className={classes.pending}>
        {notas.map(({ id, numero, estado }) => (
          <Row
            key={id}
            badge={<ReceiptBadge estado={estado} />}
            text={words.receipt(formatInteger(numero))}
            to={ofCompany(paths.receipts.one(id), company)}
            label={words.open}
          />
        ))}
        {contingencia > 0 && (
          <Row
            badge={
              <StatusBadge tone="plum" icon={IconCloudOff}>
                {words.contingency}
              </StatusBadge>
            }
            text={words.offline(contingencia)}
            to={receiptsPath(company, 'contingencia')}
            label={words.see}
          />
        )}
        {em_espera > 0 && (
          <Row
            badge={
              <StatusBadge tone="outline" icon={IconPencilMinus}>
                {words.draft}
              </StatusBadge>
            }
            text={words.parked(em_espera)}
            to={ofCompany(paths.sale, company)}
            label={words.resume}
          />
        )}
      </ul>
    </section>
  )
}

type Pending = NonNullable<CashSession['pendencias']>['notas'][number]

function ReceiptBadge({ estado }: Pick<Pending, 'estado'>) {
  return estado === 'enviando' || estado === 'indefinida' ? (
    <StatusBadge tone="blue" icon={IconSend}>
      Enviando
    </StatusBadge>
  ) : (
    <StatusBadge tone="red" icon={IconAlertTriangleFilled}>
      Rejeitada
    </StatusBadge>
  )
}

function Row({ badge, text, to, label }: { badge: ReactNode; text: string; to: string; label: string }) {
  return (
    <li>
      {badge}
      <span>{text}</span>
      <Link to={to} aria-label={`${label}: ${text}`}>
        {label}
      </Link>
    </li>
  )
}
