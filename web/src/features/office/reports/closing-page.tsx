import { IconCalendarCheck, IconDownload, IconFileZip, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ClosingSeries, ClosingSheet } from '@/api'
import { ofCompany, paths, reportPath, rowsPath } from '@/app/paths'
import type { Rows } from '@/app/paths'
import { Amount, daysOfMonth, Figure, FigureStrip, MEANINGS, monthInFull } from '@/features/office/figures'
import { modeloName, XmlMonthDialog } from '@/features/selling/receipts'
import {
  EmptyState,
  formatDecimal,
  formatInteger,
  HelpMark,
  LinkButton,
  Loaded,
  Page,
  PageBody,
  PageHeader,
  Select,
  today,
} from '@/ui'
import { exportWays } from './export-report'
import { loadClosing } from './queries'
import { OfCompany, ReportSkeleton } from './report-frame'
import { ReportTable } from './report-table'
import classes from './reports.module.css'
import { texts } from './texts'

const words = texts.closing
const { columns } = words

/** So many months back one may choose here. */
const MONTHS = 24

/** In the address: '2026-10'. */
const MONTH_PARAM = 'mes'

function monthsUntil(day: string): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  )
}

export default function ClosingPage() {
  return (
    <OfCompany title={texts.reports.closing.title}>
      {(companyId) => <Closing key={companyId} companyId={companyId} />}
    </OfCompany>
  )
}

function Closing({ companyId }: { companyId: string }) {
  const [params, setParams] = useSearchParams()
  const [isZipOpen, setZipOpen] = useState(false)
  const months = monthsUntil(today())
  const asked = params.get(MONTH_PARAM) ?? ''
  // What is wanted most is the month that has just ended.
  const mes = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : (months[1] ?? '')
  const query = useQuery(loadClosing(companyId, mes))
  const choices = (months.includes(mes) ? months : [...months, mes]).map((value) => ({
    value,
    label: monthInFull(`${value}-01`),
  }))
  return (
    <Page>
      <PageHeader
        title={texts.reports.closing.title}
        subtitle={monthInFull(`${mes}-01`)}
        parent={{ label: texts.title, to: reportPath('list', companyId) }}
        actions={[
          { id: 'print', label: texts.print, icon: IconPrinter, isSide: true, run: () => window.print() },
          {
            ...{ id: 'export', label: texts.export.button, icon: IconDownload, isSide: true },
            ways: exportWays(companyId, 'fechamento', { mes }, false),
          },
          { id: 'zip', label: words.xml, icon: IconFileZip, isMain: true, run: () => setZipOpen(true) },
        ]}
      />
      <PageBody>
        <div className={classes.rows}>
          <div className={classes.bar}>
            <div className={classes.select}>
              <Select
                label={words.month}
                isLabelHidden
                choices={choices}
                value={mes}
                onChange={(value) => {
                  if (value === null) return
                  setParams((before) => {
                    const next = new URLSearchParams(before)
                    next.set(MONTH_PARAM, value)
                    return next
                  })
                }}
              />
            </div>
          </div>
          {query.isPending ? (
            <ReportSkeleton />
          ) : (
            <Loaded query={query} failed={texts.failed}>
              {(sheet) => (
                <div className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
                  <Sheet companyId={companyId} sheet={sheet} />
                </div>
              )}
            </Loaded>
          )}
        </div>
      </PageBody>
      {isZipOpen && <XmlMonthDialog companyId={companyId} month={mes} onClose={() => setZipOpen(false)} />}
    </Page>
  )
}

function Sheet({ companyId, sheet }: { companyId: string; sheet: ClosingSheet }) {
  const { mes, series, total, pendentes, ambiente } = sheet
  if (series.length === 0) return <EmptyState icon={IconCalendarCheck} title={words.empty} text={words.emptyText} />
  const days = daysOfMonth(mes)
  const of = (situacao: string, series?: SeriesId): Rows => ({
    lista: 'notas',
    filtros: {
      ...days,
      situacao,
      ambiente,
      ...(series && { modelo: String(series.modelo), serie: String(series.serie) }),
    },
  })
  const hasEntries = hasAnyEntry(series)
  const missing = series.reduce((count, { faltam }) => count + faltam, 0)
  const to = (rows: { linhas?: Rows | undefined }, situacao: string, series?: SeriesId) =>
    rowsPath(companyId, rows.linhas ?? of(situacao, series))
  return (
    <>
      <FigureStrip>
        <Figure
          label={words.total}
          meaning="Autorizado"
          to={to(total, 'autorizadas')}
          detail={texts.notas(total.quantidade)}
        >
          <Amount value={total.valor} />
        </Figure>
        <Figure label={words.pending}>{formatInteger(pendentes)}</Figure>
        <Figure label={words.gaps}>{formatInteger(missing)}</Figure>
      </FigureStrip>
      {pendentes === 0 && missing === 0 ? (
        <p className={classes.text}>{words.closed}</p>
      ) : (
        <Warnings
          companyId={companyId}
          sheet={sheet}
          missing={missing}
          pendingTo={rowsPath(companyId, of('pendentes'))}
        />
      )}
      <ReportTable
        title={texts.reports.closing.title}
        rows={series}
        rowId={({ modelo, serie }) => `${modelo}-${serie}`}
        rowTo={(series) => rowsPath(companyId, of('todas', series))}
        columns={[
          { title: columns.serie, cell: ({ modelo, serie }) => `${modelo} · ${serie}` },
          { title: columns.first, cell: ({ primeiro }) => numberText(primeiro) },
          { title: columns.last, cell: ({ ultimo }) => numberText(ultimo) },
          {
            title: columns.authorised,
            help: <HelpMark about={columns.authorised} text={MEANINGS.Autorizado} />,
            cell: ({ autorizadas }) => formatInteger(autorizadas.quantidade),
          },
          {
            title: columns.cancelled,
            help: <HelpMark about={columns.cancelled} text={MEANINGS.Cancelado} />,
            cell: ({ canceladas }) => formatInteger(canceladas.quantidade),
          },
          ...(hasEntries
            ? [
                {
                  title: columns.entries,
                  help: <HelpMark about={columns.entries} text={MEANINGS.Entradas} />,
                  cell: (row: ClosingSeries) => formatInteger(row.entradas.quantidade),
                },
              ]
            : []),
          { title: columns.voided, cell: ({ inutilizadas }) => formatInteger(inutilizadas) },
          { title: columns.pending, cell: ({ pendentes: open }) => formatInteger(open.quantidade) },
          { title: columns.missing, cell: ({ faltam }) => formatInteger(faltam) },
          { title: columns.cancelledValue, cell: ({ canceladas }) => formatDecimal(canceladas.valor) },
          ...(hasEntries
            ? [{ title: columns.entriesValue, cell: (row: ClosingSeries) => formatDecimal(row.entradas.valor) }]
            : []),
          {
            title: columns.value,
            cell: ({ autorizadas }) => <strong className={classes.strong}>{formatDecimal(autorizadas.valor)}</strong>,
          },
        ]}
        total={totalsOf(series)}
      />
    </>
  )
}

const numberText = (number: number | null) => (number === null ? '–' : formatInteger(number))

type SeriesId = Pick<ClosingSeries, 'modelo' | 'serie'>

const hasAnyEntry = (series: readonly ClosingSeries[]) => series.some(({ entradas }) => entradas.quantidade > 0)

function totalsOf(series: readonly ClosingSeries[]) {
  if (series.length < 2) return undefined
  const sum = (of: (row: ClosingSeries) => number) => formatInteger(series.reduce((count, row) => count + of(row), 0))
  return [
    ...[texts.sum, null, null, sum((row) => row.autorizadas.quantidade), sum((row) => row.canceladas.quantidade)],
    ...(hasAnyEntry(series) ? [sum((row) => row.entradas.quantidade)] : []),
    ...[sum((row) => row.inutilizadas), sum((row) => row.pendentes.quantidade), sum((row) => row.faltam), null, null],
    ...(hasAnyEntry(series) ? [null] : []),
  ]
}

type WarningsProps = { companyId: string; sheet: ClosingSheet; missing: number; pendingTo: string }

/** What keeps the month open. */
function Warnings({ companyId, sheet: { pendentes, series }, missing, pendingTo }: WarningsProps) {
  return (
    <div className={classes.lines} role="status">
      {pendentes > 0 && (
        <div className={classes.warning}>
          <div>
            <strong>{words.pending}</strong>
            {words.pendingText(pendentes)}
          </div>
          <LinkButton kind="secondary" to={pendingTo}>
            {words.see}
          </LinkButton>
        </div>
      )}
      {missing > 0 && (
        <div className={classes.warning}>
          <div>
            <strong>{words.gaps}</strong>
            {words.gapsText(missing)}
            <ul>
              {series.flatMap(({ modelo, serie, intervalos }) =>
                intervalos.map(({ ini, fim }) => (
                  <li key={`${modelo} ${serie} ${ini}`}>
                    {words.gap(modeloName({ modelo }), serie, formatInteger(ini), formatInteger(fim))}
                  </li>
                )),
              )}
            </ul>
          </div>
          <LinkButton kind="secondary" to={ofCompany(paths.receipts.numbers, companyId)}>
            {words.settle}
          </LinkButton>
        </div>
      )}
    </div>
  )
}
