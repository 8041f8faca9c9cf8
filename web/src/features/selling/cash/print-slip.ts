import type { QueryClient } from '@tanstack/react-query'
import { api, printAnswer } from '@/api'
import { thisStation } from '@/features/registry/stations'
import { texts } from './texts'

/** Prints the slip of a sangria or suprimento at this computer. A sentence: why it did not come out. */
export async function printSlip(
  queryClient: QueryClient,
  company: string,
  cid: string,
  seq: number,
): Promise<string | null> {
  const station = await thisStation(queryClient, company)
  if (station?.impressora.caminho === 'rede') {
    const path = { id: company, eid: station.id }
    const { ok, texto } = (await api.post('/api/companies/{id}/stations/{eid}/slips', { path, body: { seq } })).data
    return ok ? null : texto
  }
  const path = { id: company, cid, seq }
  const papel = station?.impressora.papel === '58' ? '58' : '80'
  const isPrinted = await printAnswer('/api/companies/{id}/cash/sessions/{cid}/movements/{seq}/slip', {
    path,
    query: { papel },
  })
  return isPrinted ? null : texts.slip.noPrinting
}
