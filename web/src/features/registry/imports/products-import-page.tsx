import { IconBuilding } from '@tabler/icons-react'
import { useActiveCompany } from '@/api'
import { EmptyState, Page, PageHeader } from '@/ui'
import { ImportPage } from './import-page'
import { nouns, texts } from './texts'

export default function ProductsImportPage() {
  const company = useActiveCompany()
  if (company) return <ImportPage key={company.id} target={{ kind: 'products', company: company.id }} />
  return (
    <Page>
      <PageHeader title={nouns.products.title} />
      <EmptyState icon={IconBuilding} title={texts.noCompanyTitle} text={texts.noCompanyText} />
    </Page>
  )
}
