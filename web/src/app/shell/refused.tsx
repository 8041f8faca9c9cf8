import { useSession } from '@/api'
import { AccessDenied, Page, PageHeader } from '@/ui'
import { texts } from '../texts'
import { useCurrentPlace } from './use-current-place'

/** In place of a screen whose deeds the server would refuse: says who may. */
export function Refused() {
  const { recusado } = useSession()
  const current = useCurrentPlace()
  const isOfAdmins = current?.needs !== undefined && recusado.gerente.includes(current.needs)
  return (
    <Page>
      <PageHeader title={current?.title ?? texts.product} />
      <AccessDenied text={isOfAdmins ? texts.onlyAdmins : texts.onlyGerentes} />
    </Page>
  )
}
