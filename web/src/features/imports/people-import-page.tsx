import { ImportPage } from './import-page'

export default function PeopleImportPage() {
  return <ImportPage target={{ kind: 'people' }} />
}
