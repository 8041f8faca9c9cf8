import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Company } from '@/api'
import { CERTIFICATE_PARAM } from '@/app/paths'
import { useProblemToast } from '@/ui'
import { loadCompany } from './queries'
import { texts } from './texts'

/** The company whose certificate the address asks for, as a notification's does (`certificatePath`). */
export function useAskedCertificate(): { company: Company | null; close: () => void } {
  const [params, setParams] = useSearchParams()
  const id = params.get(CERTIFICATE_PARAM)
  const { data, error } = useQuery({ ...loadCompany(id ?? ''), enabled: id !== null })
  useProblemToast(texts.loadFailed, error)
  return {
    company: id === null ? null : (data?.company ?? null),
    close: () =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          after.delete(CERTIFICATE_PARAM)
          return after
        },
        { replace: true },
      ),
  }
}
