import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Company } from '@/api'
import { useProblemToast } from '@/ui'
import { loadCompany } from './queries'
import { texts } from './texts'

const PARAM = 'certificado'

/** The company whose certificate the address asks for, as a notification's does: `/app/companies?certificado={id}`. */
export function useAskedCertificate(): { company: Company | null; close: () => void } {
  const [params, setParams] = useSearchParams()
  const id = params.get(PARAM)
  const { data, error } = useQuery({ ...loadCompany(id ?? ''), enabled: id !== null })
  useProblemToast(texts.loadFailed, error)
  return {
    company: id === null ? null : (data?.company ?? null),
    close: () =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          after.delete(PARAM)
          return after
        },
        { replace: true },
      ),
  }
}
