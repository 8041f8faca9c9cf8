import type { QueryClient } from '@tanstack/react-query'
import { api, printAnswer } from '@/api'
import { printSlipHere } from '@/features/registry/stations'
import { texts } from './texts'

/** Prints the slip of a sangria or suprimento at this computer. A sentence: why it did not come out. */
export function printSlip(queryClient: QueryClient, company: string, cid: string, seq: number): Promise<string | null> {
  return printSlipHere(queryClient, company, {
    onNetwork: async (eid) =>
      (await api.post('/api/companies/{id}/stations/{eid}/slips', { path: { id: company, eid }, body: { seq } })).data,
    inBrowser: (papel) =>
      printAnswer('/api/companies/{id}/cash/sessions/{cid}/movements/{seq}/slip', {
        path: { id: company, cid, seq },
        query: { papel },
      }),
    noPrinting: texts.slip.noPrinting,
  })
}
