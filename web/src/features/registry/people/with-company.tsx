import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSession } from '@/api'
import { NoCompanyPage } from '@/ui'
import { texts } from './texts'

/** People are everybody's who has a company, whichever is active; who has none is told so instead of being refused. */
export function WithCompany({ title, children }: { title: string; children: ReactNode }) {
  const { role, active_company } = useSession()
  // The session's own is the first of all one has, so that without it there is none. An admin reaches every one.
  const hasCompany = active_company !== null || role === 'admin'
  // Whose access ends meanwhile keeps the screen, and what is typed in it.
  const [hadCompany, setHadCompany] = useState(hasCompany)
  if (hasCompany && !hadCompany) setHadCompany(true)
  if (hadCompany) return children
  return <NoCompanyPage title={title} text={texts.noCompanyText} />
}
