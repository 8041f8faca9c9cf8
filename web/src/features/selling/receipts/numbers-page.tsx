import { IconHash, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { useActiveCompany, useMay } from '@/api'
import type { Numbers } from '@/api'
import { ofCompany, paths, receiptsPath } from '@/app/paths'
import { EmptyState, LinkButton, Loaded, NoCompanyPage, Page, PageBody, PageHeader, Select, StatusTabs } from '@/ui'
import { LedgerCard } from './ledger-card'
import { ledgerOf } from './ledger'
import { NumbersSummary } from './numbers-summary'
import classes from './numbers.module.css'
import { NFCE } from './modelo'
import { PendingCard } from './pending-card'
import { countSituations, loadNumbers, SITUATIONS } from './queries'
import { texts } from './texts'
import { ToVoidCard } from './to-void-card'

const SERIES_PARAM = 'serie'

/** As the address names a series: that of an NFC-e by itself, '55-1' of an NF-e. */
const idOf = ({ modelo, serie }: Numbers['series'][number]) => (modelo === NFCE ? String(serie) : `${modelo}-${serie}`)

/** What became of every number of each series. */
export default function NumbersPage() {
  const company = useActiveCompany()
  if (company) return <CompanyNumbers key={company.id} companyId={company.id} />
  return <NoCompanyPage title={texts.numbers.title} text={texts.noCompanyText} />
}

function CompanyNumbers({ companyId }: { companyId: string }) {
  const query = useQuery(loadNumbers(companyId))
  const maySet = useMay()('GET /api/companies/{id}/sefaz-settings')
  const [params, setParams] = useSearchParams()
  const series = query.data?.series ?? []
  const current = series.find((one) => idOf(one) === params.get(SERIES_PARAM)) ?? series[0]
  const choose = (serie: string | null) =>
    setParams((now) => {
      if (serie !== null) now.set(SERIES_PARAM, serie)
      return now
    })
  return (
    <Page>
      <PageHeader
        title={texts.numbers.title}
        parent={{ label: texts.title, to: receiptsPath(companyId, null) }}
        actions={[
          maySet && {
            id: 'change',
            label: texts.numbers.change,
            icon: IconSettings,
            isSide: true,
            to: ofCompany(paths.sefaz, companyId),
          },
        ]}
      />
      <div className={classes.tabs}>
        <Tabs companyId={companyId} />
      </div>
      <Loaded query={query} failed={texts.numbers.loadFailed}>
        {(numbers) =>
          current ? (
            <PageBody>
              {series.length > 1 && (
                <div className={classes.series}>
                  <Select
                    label={texts.numbers.whichSeries}
                    choices={series.map((one) => ({ value: idOf(one), label: texts.series(one) }))}
                    value={idOf(current)}
                    onChange={choose}
                  />
                </div>
              )}
              <OneSeries companyId={companyId} numbers={numbers} series={current} />
            </PageBody>
          ) : (
            <EmptyState icon={IconHash} title={texts.numbers.noneTitle} text={texts.numbers.noneText}>
              <LinkButton to={ofCompany(paths.sefaz, companyId)}>{texts.numbers.settings}</LinkButton>
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  )
}

/** The tabs of the list, of which this screen is the last. */
function Tabs({ companyId }: { companyId: string }) {
  const navigate = useNavigate()
  const { data: totals } = useQuery(countSituations(companyId, {}))
  return (
    <StatusTabs
      tabs={SITUATIONS.map((id) => ({
        id,
        label: texts.tabs[id],
        count: totals?.[id].total,
        isExact: totals?.[id].total_exact ?? true,
      }))}
      current={undefined}
      onChoose={(id) => void navigate(receiptsPath(companyId, id === 'todas' ? null : id))}
      link={{
        label: texts.numbersTab,
        icon: IconHash,
        to: ofCompany(paths.receipts.numbers, companyId),
        isCurrent: true,
      }}
    />
  )
}

type SeriesProps = { companyId: string; numbers: Numbers; series: Numbers['series'][number] }

function OneSeries({ companyId, numbers, series }: SeriesProps) {
  const ledger = ledgerOf(numbers, series)
  return (
    <div className={classes.rows}>
      <NumbersSummary
        companyId={companyId}
        ledger={ledger}
        ambiente={numbers.ambiente}
        month={numbers.contingencia_mes}
      />
      <LedgerCard companyId={companyId} ledger={ledger} />
      <div className={classes.pair}>
        <PendingCard companyId={companyId} pending={ledger.pending} />
        <ToVoidCard
          companyId={companyId}
          ambiente={numbers.ambiente}
          series={series}
          skipped={ledger.skipped}
          abandoned={ledger.abandoned}
        />
      </div>
    </div>
  )
}
