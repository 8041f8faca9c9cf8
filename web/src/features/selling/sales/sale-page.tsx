import { IconShoppingCart } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useActiveCompany, useSession } from '@/api'
import { SALE_PARAM, TRAINING_PARAM } from '@/app/paths'
import { EmptyState, Page, Spinner } from '@/ui'
import { Counter } from './counter'
import { texts } from './texts'
import { practiseFor, useIsPractising } from './training'

/** Vender: one sale after the other, by the keyboard. */
export default function SalePage() {
  const company = useActiveCompany()
  const isPractice = useAskedPractice(company?.id)
  const { user } = useSession()
  // A sale on this computer belongs to somebody; who this is may come after the company, which the address names.
  if (company && user.id === '') {
    return (
      <Page>
        <Spinner />
      </Page>
    )
  }
  if (company)
    return <Counter key={`${user.id} ${company.id} ${isPractice}`} company={company} isPractice={isPractice} />
  return (
    <Page>
      <EmptyState icon={IconShoppingCart} title={texts.noCompany.title} text={texts.noCompany.text} />
    </Page>
  )
}

/** Whether this tab practises. The address may ask for it; one that names a draft, which is real, ends it. */
function useAskedPractice(company: string | undefined): boolean {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has(TRAINING_PARAM)
  const isReal = params.has(SALE_PARAM)
  const isPractising = useIsPractising(company)
  useEffect(() => {
    if (isReal) practiseFor(null)
    else if (isAsked && company !== undefined) {
      practiseFor(company)
      setParams(
        (now) => {
          now.delete(TRAINING_PARAM)
          return now
        },
        { replace: true },
      )
    }
  }, [isReal, isAsked, company, setParams])
  return isPractising && !isReal
}
