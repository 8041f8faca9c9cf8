import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, queryKeys, useSession } from '@/api'
import { paths } from '@/app/paths'
import { ExampleShopOffer } from '@/features/registry/example-shop'
import { EmptyState, LinkButton } from '@/ui'
import { texts } from './texts'

/** How many companies the person could choose from. */
const reachableCompanies = queryOptions({
  queryKey: queryKeys('companies').list({ counted: true }),
  queryFn: async ({ signal }) =>
    (await api.get('/api/companies', { query: { ativo: 'S', page_size: 1 }, signal })).data.total,
})

/** What to do next without an active company: choose one, register the first, or ask for access. */
export function NoCompany() {
  const { user, role } = useSession()
  const { data: count, isPending } = useQuery(reachableCompanies)
  if (isPending) return null
  if (count) return <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.chooseCompanyText} />
  if (role !== 'admin')
    return <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.askAccessText(user.email)} />
  return (
    <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.firstCompanyText}>
      <LinkButton icon={IconPlus} to={paths.companies.new}>
        {texts.newCompany}
      </LinkButton>
      <ExampleShopOffer />
    </EmptyState>
  )
}
