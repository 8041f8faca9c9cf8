import type { QueryClient } from '@tanstack/react-query'
import { api, printAnswer } from '@/api'
import type { StoreCredit } from '@/api'
import { thisStation } from '@/features/registry/stations'
import { texts } from './texts'

/** Prints the paper with the code at this computer. A sentence: why it did not come out. */
export async function printVoucher(
  queryClient: QueryClient,
  company: string,
  { codigo, ambiente }: Pick<StoreCredit, 'codigo' | 'ambiente'>,
): Promise<string | null> {
  const station = await thisStation(queryClient, company)
  if (station?.impressora.caminho === 'rede') {
    const path = { id: company, eid: station.id }
    const body = { codigo, ambiente }
    const { ok, texto } = (await api.post('/api/companies/{id}/stations/{eid}/vouchers', { path, body })).data
    return ok ? null : texto
  }
  const isPrinted = await printAnswer('/api/companies/{id}/store-credits/{codigo}/voucher', {
    path: { id: company, codigo },
    query: { ambiente, papel: station?.impressora.papel === '58' ? '58' : '80' },
  })
  return isPrinted ? null : texts.noPrinting
}
