import type { QueryClient } from '@tanstack/react-query'
import { api, printAnswer } from '@/api'
import { printSlipHere } from '@/features/registry/stations'
import { texts } from './texts'

/** Prints the romaneio on the receipt printer of this computer. A sentence: why it did not come out. */
export function printRomaneio(
  queryClient: QueryClient,
  company: string,
  bid: string,
  entrega: string,
): Promise<string | null> {
  const body = { orcamento_id: bid, entrega_id: entrega }
  return printSlipHere(queryClient, company, {
    onNetwork: async (eid) =>
      (await api.post('/api/companies/{id}/stations/{eid}/romaneios', { path: { id: company, eid }, body })).data,
    inBrowser: (papel) =>
      printAnswer('/api/companies/{id}/budgets/{bid}/deliveries/{entrega}/slip', {
        path: { id: company, bid, entrega },
        query: { papel },
      }),
    noPrinting: texts.noPrinting,
  })
}
