import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemToast } from '../toast/use-problem-toast'
import { hasNext } from './list-words'
import type { ListPage } from './list-words'
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
  /** How many are behind a tab, without regard to search and filters. */
  count: (tab: Tab) => UseQueryOptions<Count, Error, number, CountKey>
}

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
  const { name, texts, tabs, read, count } = options
  const list = useListState<Tab, Filter>(options)
  const queryClient = useQueryClient()
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...read(list), placeholderData: keepPreviousData })
  // A page that cannot be read leaves the one before in sight; why is told once, by the toast.
  const [lastPage, setLastPage] = useState(data)
  if (data && data !== lastPage) setLastPage(data)
  const isNarrowed = list.search !== '' || Object.values(list.filters).some(Boolean)
  // After the page one waits for. Each tab's first page says how many there are, and is there when one goes to it.
  const isSettled = data !== undefined && !isPlaceholderData
  const counts = useQueries({ queries: tabs.map((tab) => ({ ...count(tab), enabled: !isNarrowed })) }).map(
    (query) => query.data,
  )
  const found = useQueries({
    queries: tabs.map((tab) => ({ ...read({ ...list, tab, page: 1 }), enabled: isNarrowed && isSettled })),
  })
  useProblemToast(texts.loadListFailed, error)

  const statusTabs: StatusTab<Tab>[] = tabs.map((id, at) => ({
    id,
    label: texts.tabs[id],
    ...(isNarrowed
      ? { count: found[at]?.data?.total, isExact: found[at]?.data?.total_exact ?? true }
      : { count: counts[at] }),
  }))
  return {
    list,
    /** There is no record at all. */
    isEmpty: !isNarrowed && counts.every((each) => each === 0),
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

/** Every row of a list, a page after the other. */
async function readAll<Page extends ListPage<unknown>>(read: (page: number) => Promise<Page>): Promise<Page['items']> {
  const rows: Page['items'][number][] = []
  for (let number = 1; ; number++) {
    const page = await read(number)
    rows.push(...page.items)
    if (!hasNext(page)) return rows
  }
}
