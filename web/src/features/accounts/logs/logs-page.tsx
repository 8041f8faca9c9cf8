import { IconDownload, IconEye, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { useActiveCompany, useIsAdmin } from '@/api'
import type { ActiveCompany, AuditLogEntry } from '@/api'
import {
  DataTable,
  EmptyState,
  exportWays,
  FilterPeriod,
  FilterSelect,
  NoCompanyPage,
  Page,
  PageHeader,
  SearchPicker,
  useListState,
  useProblemToast,
} from '@/ui'
import type { Column } from '@/ui'
import { ACTIONS, actionName } from './actions'
import { LogDialog } from './log-dialog'
import classes from './logs-page.module.css'
import { exportLog, listLog, searchCompanies, searchUsers } from './queries'
import type { LogFilter } from './queries'
import { ResultBadge } from './result-badge'
import { texts } from './texts'
import { whenOf } from './when'

const TABS = ['todos', 'sucesso', 'erro', 'processando'] as const
const RESULTS = { todos: undefined, sucesso: 'success', erro: 'error', processando: 'processing' } as const

/** Of the list's address. `de_empresa`: whose rows, since `empresa` is the active company. */
const FILTERS = { de: 'date', ate: 'date', acao: Object.keys(ACTIONS), usuario: 'text', de_empresa: 'text' } as const

/** The open entry, in the address: Back closes it. */
const OPEN = 'registro'

const { columns } = texts

const COLUMNS: Column<AuditLogEntry>[] = [
  { id: 'created_at', title: columns.when, width: '172px', cell: whenOf },
  {
    id: 'action_type',
    title: columns.action,
    isName: true,
    width: '230px',
    cell: (row) => actionName(row.action_type),
  },
  {
    id: 'description',
    title: texts.description,
    leaves: 2,
    cell: ({ description }) => <span title={description}>{description}</span>,
  },
  { id: 'user', title: columns.user, width: '140px', cell: ({ user }) => user?.full_name ?? texts.system },
  { id: 'company', title: columns.company, width: '170px', leaves: 1, cell: ({ company }) => company?.razao_social },
  { id: 'resultado', title: columns.result, width: '140px', cell: (row) => <ResultBadge resultado={row.resultado} /> },
  { id: 'email', title: columns.email, isOptional: true, width: '180px', cell: ({ user }) => user?.email },
]

const CHOICES = Object.entries(ACTIONS).map(([value, label]) => ({ value, label }))

export default function LogsPage() {
  const isAdmin = useIsAdmin()
  const company = useActiveCompany()
  if (isAdmin || company) return <Logs key={company?.id} isAdmin={isAdmin} active={company} />
  return <NoCompanyPage title={texts.title} text={texts.noCompanyText} />
}

function Logs({ isAdmin, active }: { isAdmin: boolean; active: ActiveCompany | null }) {
  const list = useListState({ defaultSort: '', sortable: [], tabs: TABS, filters: FILTERS })
  const { filters } = list
  // An admin sees all companies at once, others one of theirs.
  const shownCompany = filters.de_empresa || (isAdmin ? undefined : active?.id)
  const filter: LogFilter = {
    company_id: shownCompany,
    resultado: RESULTS[list.tab ?? 'todos'],
    action_type: filters.acao || undefined,
    user_id: filters.usuario || undefined,
    de: filters.de || undefined,
    ate: filters.ate || undefined,
  }
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(listLog(filter, list.page))
  const rows = data?.items ?? []
  const entry = useOpenEntry(rows)
  useProblemToast(texts.loadFailed, error)

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={[
          {
            id: 'refresh',
            label: texts.refresh,
            icon: IconRefresh,
            isLoading: isFetching,
            run: () => void refetch(),
          },
          // Exactly what the list shows.
          data !== undefined &&
            data.total > 0 && {
              id: 'export',
              label: texts.exportRows(data.total, data.total_exact),
              icon: IconDownload,
              isSide: true,
              ways: exportWays((format) => exportLog(filter, format)),
            },
        ]}
      />
      <DataTable
        name="logs"
        label={texts.title}
        list={list}
        page={data}
        isStale={isPlaceholderData}
        problem={error ? { title: texts.loadFailed, message: error.message, onRetry: () => void refetch() } : undefined}
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={(row) => `${actionName(row.action_type)}, ${whenOf(row)}`}
        rowTo={entry.addressOf}
        phoneRow={(row) => ({
          title: actionName(row.action_type),
          detail: `${whenOf(row)} · ${row.user?.full_name ?? texts.system}`,
          asideDetail: <ResultBadge resultado={row.resultado} />,
        })}
        actionsWidth="64px"
        actions={(row) => [
          { id: 'details', label: texts.details, icon: IconEye, isInRow: true, to: entry.addressOf(row) },
        ]}
        tabs={TABS.map((id) => ({ id, label: texts.tabs[id], count: undefined }))}
        filtersWidth={920}
        filters={
          <>
            <FilterPeriod list={list} from="de" to="ate" label={texts.filters.period} />
            <FilterSelect
              list={list}
              name="acao"
              label={texts.filters.action}
              all={texts.filters.allActions}
              choices={CHOICES}
            />
            {isAdmin && (
              <div className={classes.picker}>
                <SearchPicker
                  label={texts.filters.user}
                  isLabelHidden
                  placeholder={texts.filters.allUsers}
                  value={filters.usuario}
                  valueLabel={
                    rows.find(({ user }) => user?.id === filters.usuario)?.user?.full_name ?? texts.filters.chosen
                  }
                  search={searchUsers}
                  onChange={(id) => list.setFilter('usuario', id)}
                />
              </div>
            )}
            <div className={classes.picker}>
              <SearchPicker
                label={texts.filters.company}
                isLabelHidden
                placeholder={isAdmin ? texts.filters.allCompanies : (active?.nome_fantasia ?? active?.razao_social)}
                value={filters.de_empresa}
                valueLabel={
                  rows.find(({ company }) => company?.id === filters.de_empresa)?.company?.razao_social ??
                  texts.filters.chosen
                }
                search={searchCompanies}
                onChange={(id) => list.setFilter('de_empresa', id)}
              />
            </div>
          </>
        }
        empty={<EmptyState title={texts.empty} />}
        nothingFound={texts.empty}
      />
      <LogDialog entry={entry.open} onClose={entry.close} />
    </Page>
  )
}

/** The entry that is open, by the address; it closes by itself when it is on another page of the list. */
function useOpenEntry(rows: readonly AuditLogEntry[]) {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const id = params.get(OPEN)
  return {
    open: rows.find((row) => row.id === id) ?? null,
    close: () =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          after.delete(OPEN)
          return after
        },
        { replace: true },
      ),
    addressOf: (row: AuditLogEntry) => {
      const to = new URLSearchParams(params)
      to.set(OPEN, row.id)
      return `${pathname}?${to.toString()}`
    },
  }
}
