import { IconBuildingStore } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ClientsReport, FiscalReport, SalesReport } from '@/api'
import { reportPath } from '@/app/paths'
import { periodInWords, signedPercent } from '@/features/office/figures'
import { decimal, EmptyState, formatDecimal, formatInteger, Loaded, Page, PageBody, PageHeader, useIsPhone } from '@/ui'
import { PeriodBar } from './period-bar'
import { loadClients, loadFiscal, loadSales, reachedCompanies } from './queries'
import { ReportSkeleton } from './report-frame'
import { ReportTable, ViewChoice } from './report-table'
import classes from './reports.module.css'
import { texts } from './texts'
import { useReport } from './use-report'
import type { ReportState } from './use-report'

const words = texts.allCompanies
type View = keyof typeof words.views
type Company = { id: string; name: string }

/** The companies one reaches beside each other, with their sum. */
export default function AllCompaniesPage() {
  const state = useReport()
  const query = useQuery(reachedCompanies())
  const asked = state.list.filters.ver
  const view: View = asked in words.views ? (asked as View) : 'vendas'
  const isPhone = useIsPhone()
  return (
    <Page>
      <PageHeader
        title={words.title}
        subtitle={periodInWords(state.period)}
        parent={{ label: texts.title, to: reportPath('list', null) }}
      />
      <PageBody>
        <div className={classes.rows}>
          <div className={classes.bar}>
            <PeriodBar
              state={state}
              isFolded={isPhone}
              filters={
                <ViewChoice
                  views={words.views}
                  current={view}
                  onChoose={(next) => state.list.setFilter('ver', next === 'vendas' ? '' : next)}
                />
              }
            />
          </div>
          <Loaded query={query} failed={texts.failed}>
            {(companies) => <Companies key={view} view={view} companies={companies} state={state} />}
          </Loaded>
        </div>
      </PageBody>
    </Page>
  )
}

type Props = { view: View; companies: readonly Company[]; state: ReportState }

function Companies({ view, companies, state: { query } }: Props) {
  if (companies.length === 0) return <EmptyState icon={IconBuildingStore} title={words.none} text={words.noneText} />
  const { de, ate, comparar } = query
  const shared = { companies, query: { de, ate, comparar, serie: undefined } }
  if (view === 'impostos') return <Taxes {...shared} />
  return view === 'clientes' ? <Clients {...shared} /> : <Sales {...shared} />
}

type TableProps = {
  companies: readonly Company[]
  query: { de: string; ate: string; comparar: 'periodo_anterior' | 'ano_anterior' | undefined; serie: undefined }
}
const NOBODY = { operador: undefined, cliente: undefined, produto: undefined, tPag: undefined }

function Sales({ companies, query }: TableProps) {
  const results = useQueries({ queries: companies.map(({ id }) => loadSales(id, { ...query, ...NOBODY })) })
  return (
    <Table<SalesReport>
      report="sales"
      companies={companies}
      results={results}
      query={query}
      columns={[
        {
          title: words.count,
          of: ({ base, total }) => (base === 'notas' ? total.autorizado : total.pedidos).quantidade,
        },
        { title: words.value, of: ({ base, total }) => (base === 'notas' ? total.faturado : total.pedidos.valor) },
        { title: texts.sales.columns.returned, of: ({ total }) => total.devolvido.valor },
        { title: texts.sales.columns.discount, of: ({ total }) => total.desconto },
        { title: texts.sales.columns.ticket, of: ({ total }) => total.ticket_medio, isAlone: true },
        {
          title: words.change,
          of: ({ variacao }) => variacao,
          isAlone: true,
          show: (change) => `${signedPercent(change)}\u00a0%`,
        },
      ]}
    />
  )
}

const TAXES = ['icms', 'pis', 'cofins', 'ibs', 'cbs'] as const

function Taxes({ companies, query }: TableProps) {
  const results = useQueries({ queries: companies.map(({ id }) => loadFiscal(id, query)) })
  return (
    <Table<FiscalReport>
      report="fiscal"
      companies={companies}
      results={results}
      query={query}
      columns={[
        { title: texts.sales.columns.receipts, of: ({ notas }) => notas },
        { title: texts.fiscal.columns.value, of: ({ total }) => total.valor },
        ...TAXES.map((tax) => ({ title: texts.fiscal.columns[tax], of: ({ total }: FiscalReport) => total[tax] })),
      ]}
    />
  )
}

function Clients({ companies, query }: TableProps) {
  const results = useQueries({ queries: companies.map(({ id }) => loadClients(id, { ...query, operador: undefined })) })
  return (
    <Table<ClientsReport>
      report="clients"
      companies={companies}
      results={results}
      query={query}
      columns={[
        // Somebody may buy in several companies: their clients are not added up.
        { title: texts.clients.figures.clients, of: ({ clientes }) => clientes, isAlone: true },
        { title: texts.clients.figures.fresh, of: ({ novos }) => novos, isAlone: true },
        { title: texts.clients.figures.back, of: ({ voltaram }) => voltaram, isAlone: true },
        { title: texts.clients.figures.unknown, of: ({ sem_cliente }) => sem_cliente.valor },
        { title: texts.clients.figures.ticket, of: ({ ticket_medio }) => ticket_medio, isAlone: true },
      ]}
    />
  )
}

type Figure = number | string | null
type Column<Report> = {
  title: string
  /** A number of things, or an amount. */
  of: (report: Report) => Figure
  /** It has no sum over the companies. */
  isAlone?: boolean
  show?: (value: string) => string
}
type CompanyTableProps<Report> = {
  report: 'sales' | 'fiscal' | 'clients'
  companies: readonly Company[]
  results: readonly UseQueryResult<Report>[]
  query: TableProps['query']
  columns: readonly Column<Report>[]
}

function Table<Report>({ report, companies, results, query, columns }: CompanyTableProps<Report>) {
  if (results.some(({ isPending }) => isPending)) return <ReportSkeleton />
  const { de, ate } = query
  const found = results.flatMap(({ data }) => (data === undefined ? [] : [data]))
  const shown = (value: Figure, show?: (value: string) => string) =>
    value === null ? '–' : typeof value === 'number' ? formatInteger(value) : (show ?? formatDecimal)(value)
  const sumOf = ({ of, isAlone }: Column<Report>) => {
    if (isAlone) return null
    const values = found.map(of)
    const counts = values.filter((value) => typeof value === 'number')
    if (counts.length === values.length) return formatInteger(counts.reduce((sum, count) => sum + count, 0))
    return formatDecimal(decimal.sum(values.map((value) => String(value ?? '0.00'))))
  }
  return (
    <ReportTable
      title={words.views[report === 'sales' ? 'vendas' : report === 'fiscal' ? 'impostos' : 'clientes']}
      first={companies.length}
      rows={companies.map((company, index) => ({ company, data: results[index]?.data }))}
      rowId={({ company }) => company.id}
      rowTo={({ company }) => reportPath(report, company.id, { de, ate })}
      columns={[
        { title: words.company, cell: ({ company }) => company.name },
        ...columns.map((column) => ({
          title: column.title,
          cell: ({ data }: { data: Report | undefined }) =>
            data === undefined ? words.failed : shown(column.of(data), column.show),
        })),
      ]}
      {...(companies.length > 1 && { total: [texts.sum, ...columns.map(sumOf)] })}
    />
  )
}
