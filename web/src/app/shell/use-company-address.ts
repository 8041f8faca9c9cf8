import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useActiveCompany } from '@/api'
import { COMPANY_PARAM } from '../paths'
import { useCurrentPlace } from './use-current-place'

/** Keeps the active company in the address of screens that show its data, so that a copied link opens the same. */
export function useCompanyAddress(): void {
  const company = useActiveCompany()
  const place = useCurrentPlace()?.place
  const [params, setParams] = useSearchParams()
  const isMissing = place?.ofCompany && company && params.get(COMPANY_PARAM) !== company.id
  const id = company?.id
  useEffect(() => {
    if (!isMissing || !id) return
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set(COMPANY_PARAM, id)
        return after
      },
      { replace: true },
    )
  }, [isMissing, id, setParams])
}
