import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api, enterSession, pinTabCompany } from '@/api'
import { toast } from '@/ui'
import { texts } from '../texts'
import { COMPANY_PARAM, companyProblemText, isOutOfReach } from './active-company'
import { shortNameOf } from './short-name'

/** Makes a company the active one for this tab and the session's last choice. The screen stays. */
export function useSwitchCompany() {
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

  return useMutation({
    mutationFn: async (company_id: string) =>
      (await api.put('/api/session/active-company', { body: { company_id } })).data,
    onSuccess: (session, id) => {
      enterSession(queryClient, session)
      pointTabAt(id)
      if (session.active_company) {
        toast.info(texts.companySwitched, texts.companySwitchedText(shortNameOf(session.active_company)))
      }
    },
    onError: (error, id) => {
      // The gate then finds it out of reach, says so and leaves the tab without a company, as specified.
      if (isOutOfReach(error)) pointTabAt(id)
      else toast.error(texts.companySwitchFailed, companyProblemText(error))
    },
  })
}
