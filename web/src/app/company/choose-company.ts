/**
 * Which company a tab works on: the one its address names, else the tab's own choice, else the session's (which the
 * server has already resolved to the last choice or the default).
 */
export function chooseCompany(from: {
  address: string | null
  tab: string | null
  session: string | null
}): string | null {
  return from.address || from.tab || from.session
}
