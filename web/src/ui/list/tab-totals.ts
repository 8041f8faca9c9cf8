import type { TabTotals } from './use-record-list'

/** How many each tab has of a list whose server counts none: by its pages of one row. */
export async function totalsOf<Tab extends string>(
  tabs: readonly Tab[],
  read: (tab: Tab) => Promise<{ total: number; total_exact: boolean }>,
): Promise<TabTotals<Tab>> {
  const pages = await Promise.all(tabs.map(read))
  const totals = pages.map(({ total, total_exact }) => ({ total, total_exact }))
  return Object.fromEntries(tabs.map((tab, at) => [tab, totals[at]])) as TabTotals<Tab>
}
