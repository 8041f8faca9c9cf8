import { IconShoppingCart } from '@tabler/icons-react'
import { useActiveCompany } from '@/api'
import { EmptyState, Page } from '@/ui'
import { Counter } from './counter'
import { texts } from './texts'

/** Vender: one sale after the other, by the keyboard. */
export default function SalePage() {
  const company = useActiveCompany()
  if (company) return <Counter key={company.id} company={company} />
  return (
    <Page>
      <EmptyState icon={IconShoppingCart} title={texts.noCompany.title} text={texts.noCompany.text} />
    </Page>
  )
}
