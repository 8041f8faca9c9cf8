import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { parseDate } from '../format/date'
import { rememberList } from './list-address'

/** What a filter may hold: one of these words, a day (YYYY-MM-DD), or any text such as an id. */
export type FilterKind = readonly string[] | 'date' | 'text'

export type ListOptions<Tab extends string = string, Filter extends string = string> = {
  /** `campo` or `-campo`; left out of the address. */
  defaultSort: string
  /** Fields that may be sorted by; anything else in the address counts as the default. */
  sortable: readonly string[]
  /** Status tabs; the first is the default. */
  tabs?: readonly Tab[]
  /** Further filters in the address, by name; what does not fit its kind counts as empty. */
  filters?: Readonly<Record<Filter, FilterKind>>
}

export type ListState<Tab extends string = string, Filter extends string = string> = {
  search: string
  sort: string
  /** From 1. */
  page: number
  /** Rows of a page; default: the server's. */
  pageSize?: number
  tab: Tab | undefined
  /** '' where nothing is filtered. */
  filters: Readonly<Record<Filter, string>>
  setSearch: (search: string) => void
  setSort: (sort: string) => void
  /** `repair` replaces the address instead of adding to the history. */
  setPage: (page: number, how?: 'repair') => void
  setTab: (tab: Tab) => void
  setFilter: (name: Filter, value: string) => void
  /** Several at once. */
  setFilters: (values: Partial<Record<Filter, string>>) => void
  /** Without search and further filters; the tab stays. */
  clear: () => void
  /** What the list shows, page apart, as its address has it; empty while it shows everything as it comes. */
  kept: () => Record<string, string>
  /** Shows what was kept; names of what the list no longer knows, which is left out. */
  take: (kept: Readonly<Record<string, string>>) => string[]
}

/**
 * The state of a list, kept in the address: `?search=…&sort=-cnpj&page=2&status=inativas&de=2026-11-01`. Defaults are left out, and
 * any change but the page's goes back to page 1.
 */
export function useListState<Tab extends string = string, Filter extends string = never>(
  options: ListOptions<Tab, Filter>,
): ListState<Tab, Filter> {
  const { defaultSort, sortable, tabs = [] } = options
  const kinds = Object.entries<FilterKind>(options.filters ?? {})
  const [params, setParams] = useSearchParams()
  const { pathname, search: address } = useLocation()
  const newestAddress = useNewestAddress(address)

  useEffect(() => rememberList(pathname, address), [pathname, address])

  const change = (changes: Record<string, string>, how?: { replace: boolean }) => {
    const next = new URLSearchParams(newestAddress.read())
    if (!('page' in changes)) next.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    newestAddress.expect(next)
    setParams(next, how)
  }

  const names = new Set(['search', 'sort', 'status', ...kinds.map(([name]) => name)])
  const fits = (name: string, value: string) => {
    const kind = kinds.find(([each]) => each === name)?.[1]
    if (kind) return filterOf(kind, value) !== ''
    if (name === 'sort') return sortable.includes(value.replace(/^-/, ''))
    return name === 'search' || tabs.some((tab) => tab === value)
  }
  const sort = params.get('sort') ?? ''
  const status = params.get('status')
  return {
    search: params.get('search') ?? '',
    sort: sortable.includes(sort.replace(/^-/, '')) ? sort : defaultSort,
    page: pageOf(params.get('page')),
    tab: tabs.find((tab) => tab === status) ?? tabs[0],
    filters: Object.fromEntries(kinds.map(([name, kind]) => [name, filterOf(kind, params.get(name) ?? '')])) as Record<
      Filter,
      string
    >,
    setSearch: (text) => change({ search: text }, { replace: true }),
    setSort: (field) => change({ sort: field === defaultSort ? '' : field }),
    setPage: (page, how) => change({ page: page > 1 ? String(page) : '' }, { replace: how === 'repair' }),
    setTab: (tab) => change({ status: tab === tabs[0] ? '' : tab }),
    setFilter: (name, value) => change({ [name]: value }),
    setFilters: (values) => change(values as Record<string, string>),
    kept: () => Object.fromEntries([...params].filter(([name, value]) => names.has(name) && fits(name, value))),
    take: (kept) => {
      const nothing = [...names].map((name): [string, string] => [name, ''])
      const known = Object.entries(kept).filter(([name, value]) => names.has(name) && fits(name, value))
      change({ ...Object.fromEntries(nothing), ...Object.fromEntries(known) })
      return Object.keys(kept).filter((name) => !known.some(([each]) => each === name))
    },
    clear: () => change(Object.fromEntries(['search', ...kinds.map(([name]) => name)].map((name) => [name, '']))),
  }
}

/**
 * The address with what was asked for and is not shown yet: on a slow machine a second filter, or the search that waits for the
 * end of typing, comes before the first one has been rendered, and must not undo it.
 */
function useNewestAddress(shown: string) {
  const state = useRef({ shown, asked: [] as string[] })
  useLayoutEffect(() => {
    const { asked } = state.current
    const arrived = asked.lastIndexOf(shown)
    // Somewhere nobody asked for (Back, a link): what was asked for before is void.
    state.current = { shown, asked: arrived < 0 ? [] : asked.slice(arrived + 1) }
  }, [shown])
  return {
    read: () => state.current.asked.at(-1) ?? state.current.shown,
    expect: (next: URLSearchParams) => {
      const text = next.toString()
      state.current.asked.push(text && `?${text}`)
    },
  }
}

function filterOf(kind: FilterKind, text: string): string {
  if (kind === 'text') return text
  const fits = kind === 'date' ? parseDate(text) === text : kind.includes(text)
  return fits ? text : ''
}

function pageOf(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
