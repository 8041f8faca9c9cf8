import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemToast } from '../toast/use-problem-toast'
import { hasNext } from './list-words'
import type { ListPage } from './list-words'
import { MOST_SELECTED } from './selection-bar'
import type { StatusTab } from './types'
import { useListState } from './use-list-state'
import type { ListOptions, ListState } from './use-list-state'

type Options<
  Page,
  Tab extends string,
  Filter extends string,
  Key extends QueryKey,
  Count,
  CountKey extends QueryKey,
> = Omit<ListOptions<Tab, Filter>, 'tabs'> & {
  /** Names the list for what is remembered in this browser: 'empresas'. */
  name: string
  texts: {
    title: string
    /** What the search finds. */
    search: string
    tabs: Readonly<Record<Tab, string>>
    /** Title when it cannot be read. */
    loadListFailed: string
  }
  tabs: readonly Tab[]
  /** The page this state asks for. */
  read: (state: ListState<Tab, Filter>) => UseQueryOptions<Page, Error, Page, Key>
  /** How many are behind each tab within the search and filters of this state, whichever its tab is: one request. */
  counts: (state: ListState<Tab, Filter>) => UseQueryOptions<Count, Error, TabTotals<Tab>, CountKey>
}

export type TabTotals<Tab extends string> = Readonly<Record<Tab, { total: number; total_exact: boolean }>>

/**
 * A list of records: its state in the address, its page and the counts of its tabs; `table` is for the DataTable. While the
 * next page is on its way the one before stays, so a list of one company is mounted anew (`key`) for another.
 */
export function useRecordList<
  Page extends ListPage<{ id: string }>,
  Tab extends string,
  Filter extends string,
  Key extends QueryKey,
  Count,
  CountKey extends QueryKey,
>(options: Options<Page, Tab, Filter, Key, Count, CountKey>) {
  const { name, texts, tabs, read, counts } = options
  const list = useListState<Tab, Filter>(options)
  const queryClient = useQueryClient()
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...read(list), placeholderData: keepPreviousData })
  // A page that cannot be read leaves the one before in sight; why is told once, by the toast.
  const [lastPage, setLastPage] = useState(data)
  if (data && data !== lastPage) setLastPage(data)
  const isNarrowed = list.search !== '' || Object.values(list.filters).some(Boolean)
  // What is typed is counted after the page one waits for.
  const isSettled = data !== undefined && !isPlaceholderData
  const { data: totals } = useQuery({ ...counts(list), enabled: !isNarrowed || isSettled })
  useProblemToast(texts.loadListFailed, error)

  const statusTabs: StatusTab<Tab>[] = tabs.map((id) => ({
    id,
    label: texts.tabs[id],
    count: totals?.[id].total,
    isExact: totals?.[id].total_exact ?? true,
  }))
  return {
    list,
    /** There is no record at all. */
    isEmpty: !isNarrowed && totals !== undefined && tabs.every((tab) => totals[tab].total === 0),
    /** Of each tab; undefined while not known. */
    totals,
    table: {
      name,
      label: texts.title,
      searchLabel: texts.search,
      list,
      page: data ?? lastPage,
      readPage: (page: number) => queryClient.query(read({ ...list, page })),
      readAll: () => readAll((page) => queryClient.query(read({ ...list, page, pageSize: PAGE_OF_ALL }))),
      isStale: isPlaceholderData || data === undefined,
      problem: error
        ? { title: texts.loadListFailed, message: error.message, onRetry: () => void refetch() }
        : undefined,
      tabs: statusTabs,
      rowId: ({ id }: Page['items'][number]) => id,
    },
  }
}

/** As many as the server gives at once. */
const PAGE_OF_ALL = 100

/** Rows of a list, a page after the other: all, or as many as are changed at once. */
async function readAll<Page extends ListPage<unknown>>(read: (page: number) => Promise<Page>): Promise<Page['items']> {
  const rows: Page['items'][number][] = []
  for (let number = 1; ; number++) {
    const page = await read(number)
    rows.push(...page.items)
    if (!hasNext(page) || rows.length >= MOST_SELECTED) return rows
  }
}

/**
 * How many a list has, exactly: told with the tabs where it is at most a thousand, else asked for apart. Undefined while not
 * known.
 */
export function useExactTotal<Count, Key extends QueryKey>(
  known: { total: number; total_exact: boolean } | undefined,
  exact: UseQueryOptions<Count, Error, number, Key>,
): number | undefined {
  const { data } = useQuery({ ...exact, enabled: known?.total_exact === false })
  return known?.total_exact ? known.total : data
}
