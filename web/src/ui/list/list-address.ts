/** Last address of each list in this tab, so that saving a record returns to the list as it was. */
const lastSearch = new Map<string, string>()

export function rememberList(pathname: string, search: string): void {
  lastSearch.set(pathname, search)
}

/** `/app/companies` with the search, order and page it was last seen with. */
export function listAddress(pathname: string): string {
  return pathname + (lastSearch.get(pathname) ?? '')
}
