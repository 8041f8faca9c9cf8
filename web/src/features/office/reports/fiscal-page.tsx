import { IconCalendarCheck, IconReceiptTax } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FiscalReport, TaxSums } from '@/api'
import { reportPath, rowsPath } from '@/app/paths'
import { Amount, Figure, FigureStrip } from '@/features/office/figures'
import { ChartCard, EmptyState, formatDecimal, formatInteger, formatMoney, LinkButton, Loaded, RowBars } from '@/ui'
import type { ChartPoint } from '@/ui'
import { loadFiscal } from './queries'
import { SeriesFilter } from './report-filters'
import { OfCompany, ReportFrame, ReportSkeleton } from './report-frame'
import { ReportTable, ViewChoice } from './report-table'
import classes from './reports.module.css'
import { texts } from './texts'
import { useReport } from './use-report'
import type { ReportState } from './use-report'

const words = texts.fiscal
const { columns } = words
type View = keyof typeof words.views

/** The greatest of a group that are drawn. */
const DRAWN = 8

export default function FiscalPage() {
  return (
    <OfCompany title={texts.reports.fiscal.title}>
      {(companyId) => <Fiscal key={companyId} companyId={companyId} />}
    </OfCompany>
  )
}

function Fiscal({ companyId }: { companyId: string }) {
  const state = useReport()
  const { de, ate, comparar, serie } = state.query
  const query = useQuery(loadFiscal(companyId, { de, ate, comparar, serie }))
  return (
    <ReportFrame
      report="fiscal"
      companyId={companyId}
      state={state}
      counted={query.data}
      filters={
        <>
          <SeriesFilter list={state.list} />
          <LinkButton
            kind="secondary"
            icon={IconCalendarCheck}
            to={reportPath('closing', companyId, { mes: ate.slice(0, 7) })}
          >
            {words.closing}
          </LinkButton>
        </>
      }
    >
      {query.isPending ? (
        <ReportSkeleton />
      ) : (
        <Loaded query={query} failed={texts.failed}>
          {(data) => (
            <div className={classes.rows} data-stale={query.isPlaceholderData || undefined}>
              <Content companyId={companyId} data={data} state={state} />
            </div>
          )}
        </Loaded>
      )}
    </ReportFrame>
  )
}

type Props = { companyId: string; data: FiscalReport; state: ReportState }

const TAXES = ['icms', 'pis', 'cofins', 'ibs', 'cbs'] as const

function Content({ companyId, data, state: { list } }: Props) {
  const { total, anterior, notas, lista } = data
  const asked = list.filters.ver
  const view: View = asked in words.views ? (asked as View) : 'cfop'
  const to = rowsPath(companyId, lista)
  const before = (tax: keyof TaxSums) => (anterior ? `${formatMoney(anterior[tax])} antes` : null)
  return (
    <>
      <FigureStrip>
        <Figure label={words.figures.value} to={to} detail={texts.notas(notas)}>
          <Amount value={total.valor} />
        </Figure>
        {TAXES.map((tax) => (
          <Figure
            key={tax}
            label={words.figures[tax]}
            to={to}
            detail={[tax === 'icms' && words.base(formatMoney(total.base_icms)), before(tax)]
              .filter(Boolean)
              .join(' · ')}
          >
            <Amount value={total[tax]} />
          </Figure>
        ))}
      </FigureStrip>
      {notas === 0 ? (
        <EmptyState icon={IconReceiptTax} title={words.empty} text={texts.sales.emptyText} />
      ) : (
        <Groups data={data} view={view} onChoose={(next) => list.setFilter('ver', next === 'cfop' ? '' : next)} />
      )}
    </>
  )
}

type Row = { id: string; name: string; more: readonly string[]; itens: number; somas: TaxSums }

const rateText = (rate: string | null) =>
  rate === null || rate === '' ? words.noRate : words.rate(formatDecimal(rate, 0))

function rowsOf(view: View, data: FiscalReport): Row[] {
  if (view === 'tudo') {
    return data.linhas.map(({ cfop, cst, ncm, aliquota, uf, itens, somas }) => ({
      id: [cfop, cst, ncm, aliquota, uf].join(),
      name: cfop,
      more: [cst, ncm, rateText(aliquota), uf],
      ...{ itens, somas },
    }))
  }
  const groups = { cfop: data.por_cfop, cst: data.por_cst, ncm: data.por_ncm, aliquota: data.por_aliquota }[view]
  return groups.map(({ chave, itens, somas }) => ({
    id: chave,
    name: view === 'aliquota' ? rateText(chave) : chave,
    more: [],
    ...{ itens, somas },
  }))
}

type GroupsProps = { data: FiscalReport; view: View; onChoose: (view: View) => void }

function Groups({ data, view, onChoose }: GroupsProps) {
  const rows = rowsOf(view, data)
  const { total } = data
  const title = words.byTitle[view]
  const sum = (somas: TaxSums) => [somas.valor, somas.base_icms, ...TAXES.map((tax) => somas[tax])]
  const points = rows.slice(0, DRAWN).map(({ name, more, itens, somas }): ChartPoint => ({
    label: name,
    name: [name, ...more].join(' · '),
    value: somas.valor,
    detail: texts.items(itens),
  }))
  const extra = view === 'tudo' ? [columns.cst, columns.ncm, columns.aliquota, columns.uf] : []
  const sums = [columns.value, columns.base_icms, ...TAXES.map((tax) => columns[tax])]
  return (
    <>
      <ChartCard title={title} tools={<ViewChoice views={words.views} current={view} onChoose={onChoose} />}>
        <RowBars label={title} points={points} />
      </ChartCard>
      <ReportTable
        key={view}
        title={`${title}, em números`}
        note={view === 'tudo' && data.mais_linhas && words.more}
        rows={rows}
        rowId={({ id }) => id}
        columns={[
          { title: view === 'tudo' ? columns.cfop : words.views[view], cell: ({ name }) => name },
          ...extra.map((name, index) => ({ title: name, isText: true, cell: ({ more }: Row) => more[index] })),
          { title: columns.items, cell: ({ itens }) => formatInteger(itens) },
          ...sums.map((name, index) => ({
            title: name,
            cell: ({ somas }: Row) => formatDecimal(sum(somas)[index] ?? null),
          })),
        ]}
        total={[
          texts.sum,
          ...extra.map(() => null),
          formatInteger(rows.reduce((count, { itens }) => count + itens, 0)),
          ...sum(total).map((value) => formatDecimal(value)),
        ]}
      />
    </>
  )
}
