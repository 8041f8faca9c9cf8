import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActiveCompany, useSession } from '@/api'
import type { ActiveCompany, Dashboard } from '@/api'
import { paths } from '@/app/paths'
import { NameQuestion } from '@/features/accounts/account'
import { loadReadiness } from '@/features/office/readiness'
import { Loaded, Page, PageBody, PageHeader } from '@/ui'
import type { ScreenAction } from '@/ui'
import classes from './dashboard-page.module.css'
import { greeting } from './greeting'
import { LastDays } from './last-days'
import { LatestBudgets, LatestReceipts, OpenTills } from './latest'
import { MonthFigures } from './month-figures'
import { NoCompany } from './no-company'
import { loadDashboard } from './queries'
import { SetupChecklist } from './setup-checklist'
import { setupSteps } from './setup-steps'
import { texts } from './texts'
import { ToResolveCard } from './to-resolve'
import { Today } from './today'

const NEW_BUDGET: ScreenAction = {
  id: 'new',
  label: texts.newBudget,
  icon: IconPlus,
  isMain: true,
  shortcut: 'N',
  to: paths.budgets.new,
}

export default function DashboardPage() {
  const { user } = useSession()
  const company = useActiveCompany()
  const now = new Date()
  const today = now.toLocaleDateString('pt-BR', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <Page>
      <PageHeader
        title={texts.title}
        subtitle={`${greeting(user.full_name, now)}. Hoje é ${today}.`}
        actions={[company && NEW_BUDGET]}
      />
      <NameQuestion />
      {company ? <CompanyDashboard key={company.id} company={company} /> : <NoCompany />}
    </Page>
  )
}

function CompanyDashboard({ company }: { company: ActiveCompany }) {
  return (
    <Loaded query={useQuery(loadDashboard(company.id))} failed={texts.loadFailed}>
      {(data) => (
        <PageBody>
          <Content company={company} data={data} />
        </PageBody>
      )}
    </Loaded>
  )
}

function Content({ company, data }: { company: ActiveCompany; data: Dashboard }) {
  if (hasFigures(data)) return <WithFigures company={company} data={data} />
  return (
    <div className={classes.lists}>
      <OpenTills tills={data.caixas} companyId={company.id} />
      <LatestReceipts receipts={data.ultimas_notas} companyId={company.id} />
      <LatestBudgets budgets={data.ultimos} companyId={company.id} />
    </div>
  )
}

/** An operador is told of no figures. */
const hasFigures = (data: Dashboard): data is Required<Dashboard> => data.no_mes !== undefined

/** So many of each list are in sight beside the charts. */
const LATEST = 2

function WithFigures({ company: { id, ...company }, data }: { company: ActiveCompany; data: Required<Dashboard> }) {
  const lists = (
    <>
      <OpenTills tills={data.caixas} companyId={id} />
      <LatestReceipts receipts={data.ultimas_notas.slice(0, LATEST)} companyId={id} />
      <LatestBudgets budgets={data.ultimos.slice(0, LATEST)} companyId={id} />
    </>
  )
  return (
    <div className={classes.rows}>
      {!data.primeira_nota && <FirstSteps company={{ id, ...company }} />}
      <MonthFigures companyId={id} data={data} />
      <div className={classes.pair}>
        {data.resolver.length > 0 && (
          <div className={classes.aside}>
            <ToResolveCard items={data.resolver} companyId={id} />
          </div>
        )}
        <div className={classes.main}>
          <Today companyId={id} data={data} />
        </div>
      </div>
      <div className={classes.pair}>
        <div className={classes.main}>
          <LastDays companyId={id} data={data} />
        </div>
        <div className={`${classes.aside} ${classes.card}`}>{lists}</div>
      </div>
    </div>
  )
}

function FirstSteps({ company }: { company: ActiveCompany }) {
  const { data } = useQuery(loadReadiness(company.id))
  if (!data) return null
  return <SetupChecklist company={company.nome_fantasia || company.razao_social} steps={setupSteps(company.id, data)} />
}
