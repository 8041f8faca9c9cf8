import { useActiveCompany } from '@/api'
import { NoCompanyPage } from '@/ui'
import { ImportPage } from './import-page'
import { nouns, texts } from './texts'

export default function ProductsImportPage() {
  const company = useActiveCompany()
  if (company) return <ImportPage key={company.id} target={{ kind: 'products', company: company.id }} />
  return <NoCompanyPage title={nouns.products.title} text={texts.noCompanyText} />
}
