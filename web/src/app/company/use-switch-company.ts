import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api, enterSession, pinTabCompany } from '@/api'
import { toast } from '@/ui'
import { COMPANY_PARAM } from '../paths'
import { texts } from '../texts'
import { isOutOfReach } from './active-company'

/** Makes a company the active one for this tab and the session's last choice. The screen stays. */
export function useSwitchCompany(): (id: string) => Promise<void> {
  const queryClient = useQueryClient()
  const [, setParams] = useSearchParams()

  const pointTabAt = (id: string) => {
    pinTabCompany(id)
    setParams(
      // Pages and filters of the address belong to the other company's records.
      (params) => (params.has(COMPANY_PARAM) ? { [COMPANY_PARAM]: id } : params),
      { replace: true },
    )
  }

  return async (id) => {
    try {
      const session = (await api.put('/api/session/active-company', { body: { company_id: id } })).data
      enterSession(queryClient, session)
      pointTabAt(id)
      if (session.active_company) {
        toast.info(texts.companySwitched, texts.companySwitchedText(session.active_company.razao_social))
      }
    } catch (error) {
      // The gate then finds it out of reach, says so and leaves the tab without a company, as specified.
      if (isOutOfReach(error)) pointTabAt(id)
      else toast.failed(texts.companySwitchFailed, error)
    }
  }
}
