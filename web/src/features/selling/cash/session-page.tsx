import { IconBuilding, IconCashRegister } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import type { CashSession } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  EmptyState,
  formatDate,
  formatDecimal,
  formatInteger,
  formatTime,
  Loaded,
  Page,
  PageBody,
  PageHeader,
  useNow,
} from '@/ui'
import classes from './cash.module.css'
import { CountTable } from './count-table'
import { signed } from './kinds'
import { Movements } from './movements'
import { NoteCard } from './note-card'
import { OpenTillDialog } from './open-till-dialog'
import { OriginCard } from './origin-card'
import { loadSession, openSessionOf } from './queries'
import { ResultBadge } from './result-badge'
import { StateBadge } from './state-badge'
import { texts } from './texts'
import { useTillActions } from './use-till-actions'

const words = texts.session
const MINUTE_MS = 60_000
const parent = (company: string) => ({ label: texts.title, to: ofCompany(paths.cash.list, company) })

/** One session of a till: what it holds or held, and what its count showed, as far as one may see it. */
export default function SessionPage() {
  const { id = '' } = useParams()
  const company = useActiveCompany()
  if (company) return <OfCompany key={`${company.id} ${id}`} company={company.id} id={id} />
  return (
    <Page>
      <PageHeader title={texts.title} />
      <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
    </Page>
  )
}

function OfCompany({ company, id }: { company: string; id: string }) {
  const query = useQuery(loadSession(company, id))
  if (query.data) return <Known company={company} session={query.data} />
  return (
    <Page>
      <PageHeader title={texts.title} parent={parent(company)} />
      <Loaded
        query={query}
        loading={texts.loading}
        failed={texts.loadFailed}
        missing={{ ...texts.missing, backTo: ofCompany(paths.cash.list, company) }}
      >
        {() => null}
      </Loaded>
    </Page>
  )
}

function Known({ company, session }: { company: string; session: CashSession }) {
  const seesTotals = useMay()('GET /api/companies/{id}/cash/report')
  const { actions, dialog } = useTillActions(company, session)
  const [isOpening, setOpening] = useState(false)
  const { data: open } = useQuery(openSessionOf(company, session.estacao_id))
  const isClosed = session.fechada_em !== null
  const { formas } = session
  return (
    <Page>
      <PageHeader
        title={words.title(formatDate(session.aberta_em))}
        parent={parent(company)}
        badge={<StateBadge closedAt={session.fechada_em} />}
        subtitle={`${session.estacao} · ${session.operador}`}
        actions={[
          ...actions,
          isClosed &&
            open === null && {
              ...{ id: 'open', label: texts.actions.openAnother, icon: IconCashRegister, isMain: true },
              run: () => setOpening(true),
            },
        ]}
      />
      <PageBody>
        <div className={classes.rows}>
          <Figures session={session} />
          <div className={seesTotals && formas ? classes.columns : classes.rows}>
            <div className={classes.rows}>
              {formas ? (
                <CountTable session={session} formas={formas} />
              ) : (
                <p className={classes.blind}>{words.blind}</p>
              )}
              {isClosed && <NoteCard key={session.nota_gerente} company={company} session={session} />}
            </div>
            {seesTotals && formas && <OriginCard formas={formas} />}
          </div>
          <Movements company={company} session={session} />
        </div>
      </PageBody>
      {isOpening && <OpenTillDialog company={company} onOpened={() => undefined} onClose={() => setOpening(false)} />}
      {dialog}
    </Page>
  )
}

/** '10 h 14', '0 h 05'. */
function lengthOf(from: string, to: number): string {
  const minutes = Math.max(0, Math.floor((to - Date.parse(from)) / MINUTE_MS))
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}

function Figures({ session }: { session: CashSession }) {
  const { aberta_em, fechada_em, fechada_por, contado, diferenca, vendas, canceladas, movimentos, fundo } = session
  const now = useNow(MINUTE_MS)
  const from = formatTime(aberta_em)
  const moves = movimentos === null ? null : words.moves(movimentos)
  return (
    <dl className={classes.figures}>
      {diferenca !== null && (
        <div>
          <dt>{words.difference}</dt>
          <dd className={classes.number}>
            <small>R$</small> {signed(diferenca)}
          </dd>
          <dd>
            <ResultBadge difference={diferenca} />
          </dd>
        </div>
      )}
      {contado !== null && fechada_em !== null && (
        <div>
          <dt>{words.counted}</dt>
          <dd className={classes.number}>
            <small>R$</small> {formatDecimal(contado)}
          </dd>
          <dd>{words.countedBy(formatTime(fechada_em), fechada_por ?? '')}</dd>
        </div>
      )}
      {fechada_em === null && fundo !== null && (
        <div>
          <dt>{words.fundo}</dt>
          <dd className={classes.number}>
            <small>R$</small> {formatDecimal(fundo)}
          </dd>
        </div>
      )}
      {vendas !== null && (
        <div>
          <dt>{words.sales}</dt>
          <dd className={classes.number}>{formatInteger(vendas)}</dd>
          {canceladas !== null && <dd>{canceladas === 0 ? words.noneCancelled : words.cancelled(canceladas)}</dd>}
        </div>
      )}
      <div>
        <dt>{words.length}</dt>
        <dd className={classes.number}>{lengthOf(aberta_em, fechada_em === null ? now : Date.parse(fechada_em))}</dd>
        {moves !== null && (
          <dd>
            {fechada_em === null ? words.since(from, moves) : words.lengthDetail(from, formatTime(fechada_em), moves)}
          </dd>
        )}
      </div>
    </dl>
  )
}
