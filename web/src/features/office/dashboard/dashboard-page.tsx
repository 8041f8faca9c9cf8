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
import { LatestBudgets } from './latest-budgets'
import { Metrics } from './metrics'
import { MonthChart } from './month-chart'
import { NoCompany } from './no-company'
import { loadDashboard } from './queries'
import { SetupChecklist } from './setup-checklist'
import { setupSteps } from './setup-steps'
import { texts } from './texts'
import { ToSettle } from './to-settle'

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
  if (!hasFigures(data)) return <LatestBudgets budgets={data.ultimos} companyId={company.id} />
  return <WithFigures company={company} data={data} />
}

/** An operador is told of no figures. */
const hasFigures = (data: Dashboard): data is Required<Dashboard> => data.faturamento !== undefined

function WithFigures({ company, data }: { company: ActiveCompany; data: Required<Dashboard> }) {
  const hasSold = data.meses.some(({ quantidade }) => quantidade > 0)
  return (
    <div className={classes.rows}>
      {!data.primeira_nota && <FirstSteps company={company} />}
      <Metrics data={data} />
      {(hasSold || data.primeira_nota) && (
        <div className={classes.pair}>
          <MonthChart months={data.meses} />
          {data.primeira_nota && <ToSettle companyId={company.id} />}
        </div>
      )}
      <LatestBudgets budgets={data.ultimos} companyId={company.id} />
    </div>
  )
}

function FirstSteps({ company }: { company: ActiveCompany }) {
  const { data } = useQuery(loadReadiness(company.id))
  if (!data) return null
  return <SetupChecklist company={company.nome_fantasia || company.razao_social} steps={setupSteps(company.id, data)} />
}
