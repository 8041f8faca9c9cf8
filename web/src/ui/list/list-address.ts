/** What a tab knows of a list one has seen. */
type Seen = {
  /** Its address: search, order and page. */
  search: string
  /** Where the record leads that was opened from it last; null once one has come back to it. */
  opened: string | null
  shown: ShownPage | null
}

/** The page of a list that is in sight, for going from one of its records to the next. */
export type ShownPage = {
  /** Where its records lead, in order. */
  to: readonly string[]
  page: number
  page_size: number
  total: number
  total_exact: boolean
  ends_at_total?: true
  /** Where the records of another of its pages lead. */
  read: (page: number) => Promise<ShownPage>
}

const lists = new Map<string, Seen>()

function seen(pathname: string): Seen {
  const known = lists.get(pathname) ?? { search: '', opened: null, shown: null }
  lists.set(pathname, known)
  return known
}

export function rememberList(pathname: string, search: string): void {
  seen(pathname).search = search
}

export function rememberShown(pathname: string, shown: ShownPage): void {
  seen(pathname).shown = shown
}

export function shownOf(pathname: string): ShownPage | null {
  return lists.get(pathname)?.shown ?? null
}

/** One leaves the list for this record. */
export function rememberOpened(pathname: string, to: string): void {
  seen(pathname).opened = to
}

/** Where the record leads that one has come back from; asked once. */
export function takeOpened(pathname: string): string | null {
  const list = seen(pathname)
  const { opened } = list
  list.opened = null
  return opened
}

/** `/app/companies` with the search, order and page it was last seen with. */
export function listAddress(pathname: string): string {
  return pathname + (lists.get(pathname)?.search ?? '')
}
