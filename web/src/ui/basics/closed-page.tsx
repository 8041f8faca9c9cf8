import { IconBuilding } from '@tabler/icons-react'
import { EmptyState } from './empty-state'
import { Page, PageHeader } from './page'

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
