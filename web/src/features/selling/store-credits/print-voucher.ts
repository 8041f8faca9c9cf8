import type { QueryClient } from '@tanstack/react-query'
import { api, printAnswer } from '@/api'
import type { StoreCredit } from '@/api'
import { printSlipHere } from '@/features/registry/stations'
import { texts } from './texts'

/** Prints the paper with the code at this computer. A sentence: why it did not come out. */
export function printVoucher(
  queryClient: QueryClient,
  company: string,
  { codigo, ambiente }: Pick<StoreCredit, 'codigo' | 'ambiente'>,
): Promise<string | null> {
  const body = { codigo, ambiente }
  return printSlipHere(queryClient, company, {
    onNetwork: async (eid) =>
      (await api.post('/api/companies/{id}/stations/{eid}/vouchers', { path: { id: company, eid }, body })).data,
    inBrowser: (papel) =>
      printAnswer('/api/companies/{id}/store-credits/{codigo}/voucher', {
        path: { id: company, codigo },
        query: { ambiente, papel },
      }),
    noPrinting: texts.noPrinting,
  })
}
