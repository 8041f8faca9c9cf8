import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { listSellers, useActiveCompany, useMay, useSession } from '@/api'
import { AccessDenied, Page, PageHeader } from '@/ui'
import { texts } from '../texts'
import { useCurrentPlace } from './use-current-place'

/** The screen of the address, for those who may do what it is for; to others who may. */
export function AllowedScreen() {
  const isAllowed = useMay()(useCurrentPlace()?.needs)
  const { pathname } = useLocation()
  // Who loses the right meanwhile, or the company, keeps the screen with what is typed in it: the server refuses the rest.
  const [entered, setEntered] = useState<string | null>(null)
  if (isAllowed && entered !== pathname) setEntered(pathname)
  return isAllowed || entered === pathname ? <Outlet /> : <Refused />
}

function Refused() {
  const { recusado } = useSession()
  const current = useCurrentPlace()
  const company = useActiveCompany()
  const isOfAdmins = current?.needs !== undefined && recusado.gerente.includes(current.needs)
  const { data } = useQuery({ ...listSellers(company?.id ?? ''), enabled: company !== null && !isOfAdmins })
  const gerentes = (data ?? []).filter(({ papel }) => papel === 'gerente').map(({ nome }) => nome)
  return (
    <Page>
      <PageHeader title={current?.title ?? texts.product} />
      <AccessDenied text={isOfAdmins ? texts.onlyAdmins : texts.onlyGerentes(gerentes)} />
    </Page>
  )
}
