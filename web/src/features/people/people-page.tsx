import { IconAddressBook, IconFileUpload, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import {
  DataTable,
  EmptyState,
  FilterSelect,
  LinkButton,
  Page,
  PageHeader,
  SheetActions,
  useListState,
  useProblemToast,
} from '@/ui'
import { editAddress, IMPORT, NEW } from './addresses'
import { COLUMNS, phoneRow } from './person-columns'
import { countPeople, exportPeople, listPeople, SORTS, TABS } from './queries'
import type { PersonFilter, PersonSort, Tab } from './queries'
import { texts } from './texts'
import { usePersonActions } from './use-person-actions'

const TYPES = Object.entries(texts.types).map(([value, label]) => ({ value, label }))
const EVERYTHING = { search: '', pessoa_tipo: undefined }

export default function PeoplePage() {
  const navigate = useNavigate()
  const list = useListState({
    defaultSort: 'razao_social',
    sortable: SORTS,
    tabs: TABS,
    filters: { tipo: ['1', '2'] },
  })
  const { tipo } = list.filters
  const filter: PersonFilter = {
    search: list.search,
    tab: list.tab ?? 'ativas',
    pessoa_tipo: tipo === '1' ? 1 : tipo === '2' ? 2 : undefined,
  }
  const sort = list.sort as PersonSort
  const { data, error, isPlaceholderData, refetch } = useQuery(listPeople(filter, sort, list.page))
  const { data: total } = useQuery(countPeople(filter))
  const counts = useCounts()
  const actions = usePersonActions()
  useProblemToast(texts.loadListFailed, error)

  const isEmpty = TABS.every((tab) => counts[tab] === 0)
  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={
          !isEmpty && (
            <>
              <SheetActions
                importLabel={texts.importSheet}
                importTo={IMPORT}
                total={total}
                exportLabel={texts.exportPeople}
                onExport={(format) => exportPeople(filter, sort, format)}
              />
              <LinkButton to={NEW} icon={IconPlus} shortcut="N">
                {texts.newPerson}
              </LinkButton>
            </>
          )
        }
      />
      <DataTable
        name="pessoas"
        label={texts.title}
        list={list}
        page={data}
        isStale={isPlaceholderData}
        problem={
          error ? { title: texts.loadListFailed, message: error.message, onRetry: () => void refetch() } : undefined
        }
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={({ razao_social }) => razao_social}
        rowTo={({ id }) => editAddress(id)}
        phoneRow={phoneRow}
        actions={actions.ofRow}
        bulkActions={actions.ofSelection}
        tabs={TABS.map((id) => ({ id, label: texts.tabs[id], count: counts[id] }))}
        searchLabel={texts.search}
        filters={
          <FilterSelect list={list} name="tipo" label={texts.columns.tipo} all={texts.allTypes} choices={TYPES} />
        }
        onNew={{ label: texts.newPerson, run: () => void navigate(NEW) }}
        empty={
          <EmptyState icon={IconAddressBook} title={texts.emptyTitle} text={texts.emptyText}>
            <LinkButton to={NEW} icon={IconPlus} shortcut="N">
              {texts.registerFirst}
            </LinkButton>
            <LinkButton kind="secondary" to={IMPORT} icon={IconFileUpload}>
              {texts.importSheet}
            </LinkButton>
          </EmptyState>
        }
      />
    </Page>
  )
}

/** How many are behind each tab, without regard to search and filters. */
function useCounts(): Record<Tab, number | undefined> {
  return {
    ativas: useQuery(countPeople({ ...EVERYTHING, tab: 'ativas' })).data,
    inativas: useQuery(countPeople({ ...EVERYTHING, tab: 'inativas' })).data,
    todas: useQuery(countPeople({ ...EVERYTHING, tab: 'todas' })).data,
    lixeira: useQuery(countPeople({ ...EVERYTHING, tab: 'lixeira' })).data,
  }
}
