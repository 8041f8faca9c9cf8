import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '../basics/button'
import { EmptyState } from '../basics/empty-state'
import { LoadFailed } from '../basics/load-failed'
import { Spinner } from '../basics/spinner'
import { useScreenActions } from '../actions/screen-actions'
import { useIsPhone } from '../theme/breakpoints'
import { useWidth } from '../use-width'
import { ColumnChoice } from './column-choice'
import { fitting } from './fitting'
import { FoldedFilters } from './folded-filters'
import { rememberOpened } from './list-address'
import { lastPage } from './list-words'
import type { ListPage } from './list-words'
import classes from './list.module.css'
import { Pager } from './pager'
import { PhoneRows } from './phone-rows'
import type { PhoneRow } from './phone-rows'
import { moveRowFocus } from './row-focus'
import { SearchBox } from './search-box'
import { MOST_SELECTED, SelectionBar } from './selection-bar'
import type { AllFound } from './selection-bar'
import { StatusTabs, tabActions } from './status-tabs'
import { TableRows } from './table-rows'
import type { BulkAction, Column, RowAction, RowNote, StatusTab, TabLink } from './types'
import { useColumns } from './use-columns'
import { useInPlace } from './use-in-place'
import type { InPlace } from './use-in-place'
import { useListKeys } from './use-list-keys'
import { useSelection } from './use-selection'
import type { ListState } from './use-list-state'

type Props<T, Tab extends string> = {
  /** Names the list for what is remembered in this browser: 'empresas'. */
  name: string
  /** Accessible name of the table: 'Empresas'. */
  label: string
  list: Omit<ListState<Tab>, 'setFilter' | 'setFilters' | 'kept' | 'take'>
  /** Undefined until the first page is there. */
  page: ListPage<T> | undefined
  /** The rows belong to the state before; the next ones are on their way. */
  isStale: boolean
  /** Reads every row that the list has, where they are no more than can be changed at once. */
  readAll?: () => Promise<readonly T[]>
  /** Reads another page of the same list. */
  readPage?: (page: number) => Promise<ListPage<T>>
  /** The first page could not be read. */
  problem?: { title: string; message: string; onRetry: () => void }
  columns: readonly Column<T>[]
  rowId: (row: T) => string
  /** What the record is called, for the names of its controls. */
  rowName: (row: T) => string
  /** Where the record opens. */
  rowTo: (row: T) => string
  phoneRow: (row: T) => PhoneRow
  actions: (row: T) => readonly RowAction[]
  /** Under a row that needs somebody. */
  rowNote?: (row: T) => RowNote | null
  /** CSS length of the column of actions, where they are fewer or more than usual. */
  actionsWidth?: string
  /** None: rows cannot be selected. */
  bulkActions?: ((rows: readonly T[]) => readonly BulkAction[]) | undefined
  /** A value that is changed in the list itself; not on the phone. */
  inPlace?: InPlace<T> | undefined
  tabs?: readonly StatusTab<Tab>[]
  tabLink?: TabLink
  /** None: the list is only filtered, not searched. */
  searchLabel?: string
  /** FilterSelect and FilterPeriod, beside the search; where they do not fit, behind a button. */
  filters?: ReactNode
  /** Beside the columns: filters one has kept under a name. */
  savedFilters?: ReactNode
  /** How much room they need, in CSS px; default that of two FilterSelect. */
  filtersWidth?: number
  /** Beside the pager, about everything found, not only this page: '132 orçamentos · R$ 1.234,00'. */
  totals?: ReactNode
  /** In place of everything while there is no record at all. */
  empty: ReactNode
  /** Title when the filters leave nothing; default 'Nada com estes filtros'. */
  nothingFound?: string
}

/** Room in the toolbar, in CSS px, with the gaps between. */
const FILTERS_WIDTH = 376
const SEARCH_WIDTH = 204
const COLUMNS_WIDTH = 130
const SAVED_FILTERS_WIDTH = 44

/** The list pattern: tabs, search, columns, rows with actions and selection, pager, keys. */
export function DataTable<T, Tab extends string = string>(props: Props<T, Tab>) {
  const { list, page, problem, tabs, rowTo, rowId } = props
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const columns = useColumns(props.name, props.columns)
  const selection = useSelection(`${list.search}|${list.tab}|${JSON.stringify(list.filters)}`, rowId)
  const rows = useRef<HTMLDivElement>(null)
  const { width, measure } = useWidth()
  const isFiltered = list.search !== '' || Object.values(list.filters).some(Boolean)

  useListKeys({
    rows,
    page,
    isStale: props.isStale,
    rowId,
    rowTo,
    actions: props.actions,
    selection: props.bulkActions && !isPhone ? selection : undefined,
    onPage: list.setPage,
    readPage: props.readPage,
  })
  const room = { width, canSelect: props.bulkActions !== undefined, actionsWidth: props.actionsWidth }
  const shown = fitting(columns.shown, room)
  const editing = useInPlace({
    rows,
    items: page?.items ?? [],
    rowId,
    columns: shown.columns,
    inPlace: isPhone ? undefined : props.inPlace,
  })
  useScreenActions(tabActions(list, tabs ?? [], props.tabLink))
  useRepairedPage(list, page, props.isStale)

  if (page?.items.length === 0 && !isFiltered && page.total === 0 && (tabs ?? []).every(({ count }) => count === 0)) {
    return props.empty
  }
  const open = (row: T) => {
    rememberOpened(pathname, rowTo(row))
    void navigate(rowTo(row))
  }
  const rowProps = {
    ...props,
    rows: page?.items ?? [],
    onOpen: open,
    onLeave: (row: T) => rememberOpened(pathname, rowTo(row)),
  }
  const [only] = page?.items.length === 1 && !props.isStale ? page.items : []
  const filtersNeed =
    (props.filtersWidth ?? FILTERS_WIDTH) +
    (props.searchLabel ? SEARCH_WIDTH : 0) +
    COLUMNS_WIDTH +
    (props.savedFilters ? SAVED_FILTERS_WIDTH : 0)
  const savedBesideThem = isPhone && props.savedFilters
  const folded = (props.filters || savedBesideThem) && (
    <>
      {props.filters}
      {savedBesideThem}
    </>
  )

  return (
    <div className={classes.root}>
      {tabs && <StatusTabs tabs={tabs} current={list.tab} onChoose={list.setTab} link={props.tabLink} />}
      <div className={classes.toolbar} ref={measure}>
        {props.searchLabel && (
          <SearchBox
            label={props.searchLabel}
            value={list.search}
            onSearch={list.setSearch}
            onDown={() => moveRowFocus(rows, 1)}
            onEnter={() => only !== undefined && open(only)}
          />
        )}
        {width !== undefined && width < filtersNeed ? (
          <FoldedFilters values={list.filters}>{folded}</FoldedFilters>
        ) : (
          props.filters
        )}
        {!isPhone && (
          <span className={classes.columnsButton}>
            {props.savedFilters}
            <ColumnChoice columns={props.columns} isShown={columns.isShown} onToggle={columns.toggle} />
          </span>
        )}
      </div>
      {problem && !page ? (
        <LoadFailed title={problem.title} text={problem.message} onRetry={problem.onRetry} />
      ) : page?.items.length === 0 ? (
        <NothingFound list={list} tabs={tabs} title={props.nothingFound} />
      ) : (
        <div ref={rows} className={classes.rows} data-stale={props.isStale || undefined}>
          {isPhone ? (
            <PhoneRows {...rowProps} isLoading={!page} />
          ) : (
            <TableRows
              {...rowProps}
              columns={shown.columns}
              editing={editing}
              areActionsFolded={shown.areActionsFolded}
              sort={list.sort}
              onSort={list.setSort}
              selection={props.bulkActions && selection}
              isLoading={!page}
            />
          )}
          {!page && (
            <div className={classes.loading}>
              <Spinner />
            </div>
          )}
        </div>
      )}
      {props.bulkActions && selection.rows.length > 0 && (
        <SelectionBar
          count={selection.rows.length}
          actions={props.bulkActions(selection.rows)}
          onClear={selection.clear}
          all={allFound(page, selection.rows.length, props.isStale)}
          onSelectAll={async () => selection.set((await props.readAll?.()) ?? [], true)}
        />
      )}
      {page && page.items.length > 0 && <Pager page={page} onPage={list.setPage} totals={props.totals} />}
    </div>
  )
}

/** How many there are to select besides those that are. */
function allFound(page: ListPage<unknown> | undefined, selected: number, isStale: boolean): AllFound | null {
  if (!page || isStale || page.items.length === 0) return null
  const isAll = page.total_exact && page.total <= MOST_SELECTED
  const count = isAll ? page.total : MOST_SELECTED
  return count > selected ? { count, isAll } : null
}

/** An address with a page that no longer exists leads to the last one that does. */
function useRepairedPage<T>(
  list: Pick<ListState, 'page' | 'setPage'>,
  page: ListPage<T> | undefined,
  isStale: boolean,
): void {
  const last = page && lastPage(page)
  const isTooHigh = page && !isStale && page.items.length === 0 && page.total > 0 && list.page > 1
  const { setPage } = list
  useEffect(() => {
    if (isTooHigh) setPage(Math.min(last ?? 1, list.page - 1), 'repair')
  })
}

function NothingFound<Tab extends string>({
  list,
  tabs,
  title: ownTitle,
}: {
  list: Omit<ListState<Tab>, 'setFilter' | 'setFilters' | 'kept' | 'take'>
  tabs: readonly StatusTab<Tab>[] | undefined
  title: string | undefined
}) {
  const tab = tabs?.find(({ id }) => id === list.tab)?.label
  const place = tab ? ` em ${tab}` : ''
  const title = ownTitle ?? (list.search ? `Nada com “${list.search}”${place}` : `Nada${place} com estes filtros`)
  const isFiltered = list.search !== '' || Object.values(list.filters).some(Boolean)
  if (!isFiltered) return <EmptyState title={ownTitle ?? `Nada${place}`} />
  return (
    <EmptyState title={title}>
      <Button kind="secondary" onClick={list.clear}>
        {ownTitle ? 'Limpar filtros' : 'Limpar busca'}
      </Button>
    </EmptyState>
  )
}
