import { IconBuilding, IconCashRegister, IconExternalLink, IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveCompany, useMay } from '@/api'
import type { CashSessionSummary } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import { useThisStation } from '@/features/registry/stations'
import {
  ActionButton,
  DataTable,
  EmptyState,
  FilterPeriod,
  formatDate,
  formatDecimal,
  formatMoment,
  formatTime,
  LinkButton,
  Page,
  PageBody,
  PageHeader,
  QuickPeriod,
  useRecordList,
} from '@/ui'
import type { Column, ScreenAction } from '@/ui'
import classes from './cash.module.css'
import { signed } from './kinds'
import { OpenTillDialog } from './open-till-dialog'
import { countSessions, listSessions, openSessionOf, TABS } from './queries'
import { ResultBadge } from './result-badge'
import { StateBadge } from './state-badge'
import { texts } from './texts'
import { useTillActions } from './use-till-actions'

/** The till of this computer, and everybody's sessions. */
export default function CashPage() {
  const company = useActiveCompany()
  if (company) return <OfCompany key={company.id} company={company.id} />
  return (
    <Page>
      <PageHeader title={texts.title} />
      <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
    </Page>
  )
}

const FILTERS = { de: 'date', ate: 'date' } as const

const daysOf = ({ de, ate }: Readonly<Record<keyof typeof FILTERS, string>>) => ({
  de: de || undefined,
  ate: ate || undefined,
})

function OfCompany({ company }: { company: string }) {
  const mayReport = useMay()('GET /api/companies/{id}/cash/report')
  const station = useThisStation(company)
  const { data: session = null, isFetched } = useQuery({
    ...openSessionOf(company, station?.id ?? ''),
    enabled: Boolean(station),
  })
  const [isOpening, setOpening] = useState(false)
  const { actions, dialog } = useTillActions(company, session)
  const { list, table } = useRecordList({
    name: 'caixas',
    texts,
    defaultSort: '-aberta_em',
    sortable: [],
    tabs: TABS,
    filters: FILTERS,
    read: ({ tab = 'todos', filters, page }) => listSessions(company, { tab, ...daysOf(filters) }, page),
    counts: ({ filters }) => countSessions(company, daysOf(filters)),
  })
  const report: ScreenAction = {
    ...{ id: 'report', label: texts.actions.report, icon: IconReportMoney, isSide: true },
    to: ofCompany(paths.cash.report, company),
  }
  const open: ScreenAction = {
    ...{ id: 'open', label: texts.actions.open, icon: IconCashRegister, isMain: true, shortcut: 'N' },
    run: () => setOpening(true),
  }
  const isClosed = station === null || (station !== undefined && isFetched && session === null)
  return (
    <Page>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={[mayReport && report, ...actions, isClosed && open]}
      />
      <div className={classes.top}>
        <section className={classes.here} aria-label={texts.here.label}>
          {session ? (
            <>
              <StateBadge closedAt={null} />
              <p>
                {texts.here.open(session.estacao, session.operador, formatTime(session.aberta_em))}
                {!session.pode && ` · ${texts.here.notYours}`}
              </p>
              <LinkButton kind="quiet" to={ofCompany(paths.cash.one(session.id), company)}>
                {texts.here.see}
              </LinkButton>
            </>
          ) : (
            <p>{station ? texts.here.closed(station.nome) : station === null ? texts.here.noStation : texts.loading}</p>
          )}
        </section>
      </div>
      <DataTable
        {...table}
        columns={COLUMNS}
        rowName={nameOf}
        rowTo={({ id }) => paths.cash.one(id)}
        phoneRow={(row) => ({
          title: row.estacao,
          detail: `${row.operador} · ${formatMoment(row.aberta_em)}`,
          aside: row.contado === null ? null : formatDecimal(row.contado),
          asideDetail: <Outcome {...row} />,
        })}
        actions={({ id }) => [
          {
            ...{ id: 'see', label: texts.here.see, icon: IconExternalLink, isInRow: true },
            to: ofCompany(paths.cash.one(id), company),
          },
        ]}
        actionsWidth="76px"
        filtersWidth={570}
        filters={
          <>
            <QuickPeriod list={list} />
            <FilterPeriod list={list} from="de" to="ate" label={texts.opened} />
          </>
        }
        empty={
          <PageBody>
            <EmptyState icon={IconCashRegister} title={texts.emptyTitle} text={texts.emptyText}>
              {isClosed && <ActionButton action={open} />}
            </EmptyState>
          </PageBody>
        }
      />
      {isOpening && <OpenTillDialog company={company} onOpened={() => undefined} onClose={() => setOpening(false)} />}
      {dialog}
    </Page>
  )
}

const nameOf = ({ estacao, aberta_em }: CashSessionSummary) => texts.of(estacao, formatDate(aberta_em))

/** How it ended, as far as one may see it; else whether it is open. */
function Outcome({ fechada_em, diferenca }: CashSessionSummary) {
  return diferenca === null ? <StateBadge closedAt={fechada_em} /> : <ResultBadge difference={diferenca} />
}

const { columns } = texts
const COLUMNS: Column<CashSessionSummary>[] = [
  { id: 'estacao', title: columns.estacao, width: '160px', cell: ({ estacao }) => <strong>{estacao}</strong> },
  { id: 'operador', title: columns.operador, isName: true, cell: ({ operador }) => operador },
  {
    id: 'aberta_em',
    title: columns.aberta_em,
    width: '116px',
    leaves: 1,
    cell: ({ aberta_em }) => formatMoment(aberta_em),
  },
  {
    id: 'fechada_em',
    title: columns.fechada_em,
    width: '116px',
    leaves: 2,
    cell: ({ fechada_em }) => (fechada_em === null ? '' : formatMoment(fechada_em)),
  },
  { id: 'situacao', title: columns.situacao, width: '116px', cell: (row) => <Outcome {...row} /> },
  {
    id: 'contado',
    title: columns.contado,
    width: '132px',
    align: 'right',
    leaves: 3,
    cell: ({ contado }) => (contado === null ? '' : formatDecimal(contado)),
  },
  {
    id: 'diferenca',
    title: columns.diferenca,
    width: '132px',
    align: 'right',
    cell: ({ diferenca }) => (diferenca === null ? '' : signed(diferenca)),
  },
]
