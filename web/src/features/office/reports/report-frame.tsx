import { IconCalendar, IconDownload, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ReportExportInput } from '@/api'
import { reportPath } from '@/app/paths'
import { SavedFilters } from '@/features/accounts/saved-filters'
import { periodInWords, PERIODS } from '@/features/office/figures'
import type { Period } from '@/features/office/figures'
import { NoCompanyPage, Page, PageBody, PageHeader, useIsPhone, useScreenActions } from '@/ui'
import { useActiveCompany } from '@/api'
import { exportWays } from './export-report'
import { PeriodBar } from './period-bar'
import classes from './reports.module.css'
import { texts } from './texts'
import type { ReportState } from './use-report'

/** A report's screen for the active company, or what to do without one. */
export function OfCompany({ title, children }: { title: string; children: (companyId: string) => ReactNode }) {
  const company = useActiveCompany()
  if (!company) return <NoCompanyPage title={title} text={texts.noCompanyText} />
  return children(company.id)
}

const LISTS = { sales: 'relatorio_vendas', fiscal: 'relatorio_fiscal', clients: 'relatorio_clientes' } as const
const NAMES = { sales: 'vendas', fiscal: 'fiscal', clients: 'clientes' } as const

type Props = {
  report: keyof typeof LISTS
  companyId: string
  state: ReportState
  /** The days the server counted, and those they stand beside; undefined while not known. */
  counted: { periodo: Period; comparado: Period | null } | undefined
  section?: ReportExportInput['secao']
  filters: ReactNode
  children: ReactNode
}

/** What every report has above its figures: what it is about, its files, its views, and its period. */
export function ReportFrame({ report, companyId, state, counted, section, filters, children }: Props) {
  const { periodo, comparado } = counted ?? { periodo: state.period, comparado: null }
  const words = periodInWords(periodo)
  const isPhone = useIsPhone()
  const { comparar, ...query } = state.query
  const body = { ...query, ...(comparar && { comparar }), ...(section && { secao: section }) }
  useScreenActions(
    PERIODS.filter((name) => name !== state.named).map((name) => ({
      id: `period-${name}`,
      label: `${texts.period.label}: ${texts.period[name]}`,
      icon: IconCalendar,
      run: () => state.list.setFilters({ periodo: name === 'mes' ? '' : name, de: '', ate: '' }),
    })),
  )
  return (
    <Page>
      <PageHeader
        title={texts.reports[report].short}
        subtitle={comparado ? texts.compared(words, periodInWords(comparado, periodo.ate.slice(0, 4))) : words}
        parent={{ label: texts.title, to: reportPath('list', companyId) }}
        actions={[
          { id: 'print', label: texts.print, icon: IconPrinter, isSide: true, run: () => window.print() },
          {
            id: 'export',
            label: texts.export.button,
            icon: IconDownload,
            isSide: true,
            ways: exportWays(companyId, NAMES[report], defined(body), report === 'sales'),
          },
        ]}
      />
      <PageBody>
        <div className={classes.rows}>
          <div className={classes.bar}>
            <PeriodBar state={state} isFolded={isPhone} filters={filters} />
            <SavedFilters name={LISTS[report]} list={state.list} />
          </div>
          {children}
        </div>
      </PageBody>
    </Page>
  )
}

/** Without what is undefined, which the server would read as a field. */
const defined = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>
  }

/** In the place of figures that are on their way. */
export function ReportSkeleton() {
  return (
    <div className={classes.rows} role="status" aria-label="Carregando…">
      <div className={classes.skeleton} />
      <div className={classes.skeleton} data-tall />
      <div className={classes.skeleton} data-tall />
    </div>
  )
}
