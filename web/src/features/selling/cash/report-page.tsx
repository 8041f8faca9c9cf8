import { IconBuilding, IconFileSpreadsheet, IconPrinter, IconReportMoney } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { keepFile, useActiveCompany } from '@/api'
import { ofCompany, paths } from '@/app/paths'
import {
  EmptyState,
  FilterPeriod,
  formatDay,
  Loaded,
  Page,
  PageBody,
  PageHeader,
  periodOf,
  QuickPeriod,
  today,
  useListState,
} from '@/ui'
import classes from './cash.module.css'
import { loadReport } from './queries'
import { reportCsv } from './report-csv'
import { ReportTable } from './report-table'
import { texts } from './texts'

const words = texts.report

/** What the tills took, by day, operator and kind of payment. */
export default function ReportPage() {
  const company = useActiveCompany()
  if (company) return <OfCompany key={company.id} company={company.id} />
  return (
    <Page>
      <PageHeader title={words.title} />
      <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
    </Page>
  )
}

function OfCompany({ company }: { company: string }) {
  const list = useListState<string, 'de' | 'ate'>({
    defaultSort: '',
    sortable: [],
    filters: { de: 'date', ate: 'date' },
  })
  // Until a period is chosen: this month.
  const month = periodOf('mes', today())
  const filters = { de: list.filters.de || month.de, ate: list.filters.ate || month.ate }
  const shown = { ...list, filters }
  const query = useQuery(loadReport(company, filters.de, filters.ate))
  const rows = query.data ?? []
  return (
    <Page>
      <PageHeader
        title={words.title}
        subtitle={words.between(formatDay(filters.de), formatDay(filters.ate))}
        parent={{ label: texts.title, to: ofCompany(paths.cash.list, company) }}
        actions={[
          { id: 'print', label: words.print, icon: IconPrinter, run: () => window.print() },
          rows.length > 0 && {
            id: 'csv',
            label: words.csv,
            icon: IconFileSpreadsheet,
            run: () => keepFile(reportCsv(rows), `caixa-${filters.de}-${filters.ate}.csv`),
          },
        ]}
      />
      <PageBody>
        <div className={classes.rows}>
          <div className={classes.period}>
            <QuickPeriod list={shown} />
            <FilterPeriod list={shown} from="de" to="ate" label={words.period} />
          </div>
          <Loaded query={query} failed={words.failed}>
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState icon={IconReportMoney} title={words.none} text="" />
              ) : (
                <ReportTable rows={rows} />
              )
            }
          </Loaded>
        </div>
      </PageBody>
    </Page>
  )
}
