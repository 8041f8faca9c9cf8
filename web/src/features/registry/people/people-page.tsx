import { IconAddressBook, IconPlus } from '@tabler/icons-react'
import { useMay } from '@/api'
import { paths } from '@/app/paths'
import { SavedFilters } from '@/features/accounts/saved-filters'
import {
  ActionButton,
  DataTable,
  EmptyState,
  FilterSelect,
  Page,
  PageHeader,
  sheetActions,
  useExactTotal,
  useRecordList,
} from '@/ui'
import type { ListState, ScreenAction } from '@/ui'
import { COLUMNS, phoneRow } from './person-columns'
import { countPeople, countTabs, exportPeople, listPeople, SORTS, TABS } from './queries'
import type { PersonFilter, PersonSort, Tab } from './queries'
import { texts } from './texts'
import { usePersonActions } from './use-person-actions'
import { WithCompany } from './with-company'

const CREATE: ScreenAction = {
  id: 'new',
  label: texts.newPerson,
  icon: IconPlus,
  isMain: true,
  shortcut: 'N',
  to: paths.people.new,
}

const TYPES = Object.entries(texts.types).map(([value, label]) => ({ value, label }))

type State = ListState<Tab, 'tipo'>

const sortOf = ({ sort }: State) => sort as PersonSort

function filterOf({ search, tab = 'ativas', filters: { tipo } }: State): PersonFilter {
  return { search, tab, pessoa_tipo: tipo === '1' ? 1 : tipo === '2' ? 2 : undefined }
}

export default function PeoplePage() {
  return (
    <WithCompany title={texts.title}>
      <People />
    </WithCompany>
  )
}

function People() {
  const { list, table, isEmpty, totals } = useRecordList({
    name: 'pessoas',
    texts,
    defaultSort: 'razao_social',
    sortable: SORTS,
    tabs: TABS,
    filters: { tipo: ['1', '2'] },
    read: (state) => listPeople(filterOf(state), sortOf(state), state),
    counts: (state) => countTabs(filterOf(state)),
  })
  const mayRemove = useMay()('POST /api/people/bulk')
  const filter = filterOf(list)
  const total = useExactTotal(totals?.[filter.tab], countPeople(filter))
  const actions = usePersonActions()
  const [toImport, toExport] = sheetActions({
    importLabel: texts.importSheet,
    importTo: paths.people.import,
    total,
    exportLabel: texts.exportPeople,
    onExport: (format) => exportPeople(filter, sortOf(list), format),
  })

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={mayRemove ? [toImport, toExport, CREATE] : [CREATE]}
        areActionsElsewhere={isEmpty}
      />
      <DataTable
        {...table}
        columns={COLUMNS}
        rowName={({ razao_social }) => razao_social}
        rowTo={({ id }) => paths.people.edit(id)}
        phoneRow={phoneRow}
        actions={actions.ofRow}
        bulkActions={mayRemove ? actions.ofSelection : undefined}
        savedFilters={<SavedFilters name="pessoas" list={list} />}
        filters={
          <FilterSelect list={list} name="tipo" label={texts.columns.tipo} all={texts.allTypes} choices={TYPES} />
        }
        empty={
          <EmptyState icon={IconAddressBook} title={texts.emptyTitle} text={texts.emptyText}>
            <ActionButton action={CREATE} label={texts.registerFirst} />
            {mayRemove && toImport && <ActionButton action={toImport} />}
          </EmptyState>
        }
      />
    </Page>
  )
}
