import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import {
  ActiveCompanyProvider,
  api,
  ApiProblem,
  madeOf,
  pinTabCompany,
  queryKeys,
  releaseTabCompanyOnReload,
  useSession,
  useTabCompany,
} from '@/api'
import type { ActiveCompany } from '@/api'
import { toast } from '@/ui'
import { COMPANY_PARAM } from '../paths'
import { texts } from '../texts'
import { chooseCompany } from './choose-company'

/** A company as the shell shows it, for one that is not the session's own choice. */
function companyForTab(id: string) {
  return queryOptions({
    queryKey: [...queryKeys('companies').all, 'active', id],
    queryFn: async ({ signal }): Promise<ActiveCompany> => {
      const { data } = await api.get('/api/companies/{id}', { path: { id }, signal })
      const { razao_social, nome_fantasia, cnpj, ambiente, cor, logo_sistema_url, certificado_valido_ate } = data
      const { exemplo, papel = 'operador' } = data
      const shown = { razao_social, nome_fantasia, cnpj, ambiente, cor, logo_sistema_url, certificado_valido_ate }
      return { id, ...shown, papel, exemplo }
    },
    meta: madeOf('certificate', 'sefaz-settings', 'session'),
  })
}

/** Gives the screens below the company this tab works on; `pending` stands in until it is known. */
export function ActiveCompanyGate({ pending, children }: { pending: ReactNode; children: ReactNode }) {
  const session = useSession()
  const queryClient = useQueryClient()
  const tab = useTabCompany()
  const [params, setParams] = useSearchParams()
  const wanted = chooseCompany({
    address: params.get(COMPANY_PARAM),
    tab,
    session: session.active_company?.id ?? null,
  })
  const isSessions = wanted === (session.active_company?.id ?? null)
  const { data, error, errorUpdateCount } = useQuery({
    ...companyForTab(wanted ?? ''),
    enabled: wanted !== null && !isSessions,
  })
  const isLost = !isSessions && data !== undefined && error !== null && isOutOfReach(error)
  const isLeft = useIsLeft(isLost)
  const company = isSessions ? session.active_company : isLeft ? null : (data ?? null)
  useOutOfReachMessage(wanted, isSessions || isLost ? null : error)
  useEffect(() => {
    if (isLost) releaseTabCompanyOnReload()
  }, [isLost])

  // An address that still named it would bring it back with the next reload.
  const isNamed = isLeft && params.has(COMPANY_PARAM)
  useEffect(() => {
    if (!isNamed) return
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(COMPANY_PARAM)
        return after
      },
      { replace: true },
    )
  }, [isNamed, setParams])

  // The session has moved on from this company, perhaps because it is out of reach by now: only the server knows.
  const asked = isSessions ? null : wanted
  useEffect(() => {
    if (asked !== null) void queryClient.invalidateQueries({ queryKey: companyForTab(asked).queryKey })
  }, [queryClient, asked])

  // When the session moves on to another company, a tab that stays must not wait, or its screen would be lost.
  const sessions = session.active_company
  useEffect(() => {
    if (sessions) queryClient.setQueryData(companyForTab(sessions.id).queryKey, sessions)
  }, [queryClient, sessions])

  const settled = company?.id
  useEffect(() => {
    if (settled) pinTabCompany(settled)
  }, [settled])

  const isPending = !isSessions && !data && errorUpdateCount === 0
  return (
    <ActiveCompanyProvider value={company}>
      <LostCompany value={isLost && !isLeft ? data : null}>{isPending ? pending : children}</LostCompany>
    </ActiveCompanyProvider>
  )
}

const LostCompany = createContext<ActiveCompany | null>(null)

/** The company of the open screen when access to it ended while the screen was open, else null. */
export function useLostCompany(): ActiveCompany | null {
  return use(LostCompany)
}

/**
 * Whether one has gone to another screen since the company was lost. Until then the screen stays as it is, so that what is
 * typed in it can be copied.
 */
function useIsLeft(isLost: boolean): boolean {
  const { pathname } = useLocation()
  const [lostAt, setLostAt] = useState<string | null>(null)
  const next = isLost ? (lostAt ?? pathname) : null
  if (next !== lostAt) setLostAt(next)
  return next !== null && next !== pathname
}

/** Says once per company that it cannot be opened, and lets go of it with the next reload. */
function useOutOfReachMessage(id: string | null, error: Error | null): void {
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (!error) {
      if (told.current !== id) told.current = null
      return
    }
    if (told.current === id) return
    told.current = id
    releaseTabCompanyOnReload()
    toast.error(texts.companySwitchFailed, companyProblemText(error))
  }, [id, error])
}

/** What to say when a company could not become the active one. */
function companyProblemText(error: Error): string {
  return isOutOfReach(error) ? texts.companyOutOfReach : error.message
}

/** An address typed by hand may name no id at all, which the server refuses as unreadable or invalid. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiProblem && [400, 404, 422].includes(error.status)
}
