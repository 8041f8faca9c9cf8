import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { rememberList } from './list-address'

export type ListOptions<Tab extends string = string> = {
  /** `campo` or `-campo`; left out of the address. */
  defaultSort: string
  /** Fields that may be sorted by; anything else in the address counts as the default. */
  sortable: readonly string[]
  /** Status tabs; the first is the default. */
  tabs?: readonly Tab[]
  /** Names of further filters in the address. */
  filters?: readonly string[]
}

export type ListState<Tab extends string = string> = {
  search: string
  sort: string
  /** From 1. */
  page: number
  tab: Tab | undefined
  filters: Readonly<Record<string, string>>
  setSearch: (search: string) => void
  setSort: (sort: string) => void
  /** `repair` replaces the address instead of adding to the history. */
  setPage: (page: number, how?: 'repair') => void
  setTab: (tab: Tab) => void
  setFilter: (name: string, value: string) => void
  /** Without search and further filters; the tab stays. */
  clear: () => void
}

/**
 * The state of a list, kept in the address: `?search=…&sort=-cnpj&page=2&status=inativas`. Defaults are left out, and
 * any change but the page's goes back to page 1.
 */
export function useListState<Tab extends string>(options: ListOptions<Tab>): ListState<Tab> {
  const { defaultSort, sortable, tabs = [], filters: names = [] } = options
  const [params, setParams] = useSearchParams()
  const { pathname, search: address } = useLocation()

  useEffect(() => rememberList(pathname, address), [pathname, address])

  const change = (changes: Record<string, string>, how?: { replace: boolean }) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (!('page' in changes)) next.delete('page')
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    }, how)

  const sort = params.get('sort') ?? ''
  const status = params.get('status')
  return {
    search: params.get('search') ?? '',
    sort: sortable.includes(sort.replace(/^-/, '')) ? sort : defaultSort,
    page: pageOf(params.get('page')),
    tab: tabs.find((tab) => tab === status) ?? tabs[0],
    filters: Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])),
    setSearch: (text) => change({ search: text }, { replace: true }),
    setSort: (field) => change({ sort: field === defaultSort ? '' : field }),
    setPage: (page, how) => change({ page: page > 1 ? String(page) : '' }, { replace: how === 'repair' }),
    setTab: (tab) => change({ status: tab === tabs[0] ? '' : tab }),
    setFilter: (name, value) => change({ [name]: value }),
    clear: () => change(Object.fromEntries(['search', ...names].map((name) => [name, '']))),
  }
}

function pageOf(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
