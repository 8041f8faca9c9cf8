import { useActiveCompany, useSession } from '@/api'
import { PageBody, PageHeader } from '@/ui'
import { greeting } from './greeting'
import { NoCompany } from './no-company'
import { SetupChecklist } from './setup-checklist'
import { texts } from './texts'

export default function DashboardPage() {
  const { user } = useSession()
  const company = useActiveCompany()
  const now = new Date()
  const today = now.toLocaleDateString('pt-BR', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  return (
    <>
      <PageHeader title={texts.title} subtitle={`${greeting(user.full_name, now)}. Hoje é ${today}.`} />
      {company ? (
        <PageBody>
          <SetupChecklist company={company} />
        </PageBody>
      ) : (
        <NoCompany />
      )}
    </>
  )
}
