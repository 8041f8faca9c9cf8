import { IconBuilding } from '@tabler/icons-react'
import { EmptyState } from './empty-state'
import { AccessDenied, Page, PageHeader } from './page'

type Props = { title: string; parent?: { label: string; to: string } }

/** In place of a screen of one company while no company is active. */
export function NoCompanyPage({
  heading = 'Nenhuma Empresa Ativa',
  text,
  ...header
}: Props & { heading?: string; text: string }) {
  return (
    <Page>
      <PageHeader {...header} />
      <EmptyState icon={IconBuilding} title={heading} text={text} />
    </Page>
  )
}

/** In place of a screen that the user may not see. */
export function AccessDeniedPage(header: Props) {
  return (
    <Page>
      <PageHeader {...header} />
      <AccessDenied />
    </Page>
  )
}
