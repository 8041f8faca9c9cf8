import { WithCompany } from '@/features/registry/people'
import { ImportPage } from './import-page'
import { nouns } from './texts'

export default function PeopleImportPage() {
  return (
    <WithCompany title={nouns.people.title}>
      <ImportPage target={{ kind: 'people' }} />
    </WithCompany>
  )
}
