import { rowsPath } from '@/app/paths'
import type { Rows } from '@/app/paths'
import { texts } from './texts'

/** The key of sales with neither client nor CPF. */
export const UNKNOWN = '-'

export const nameOfClient = (client: string, name: string) => (client === UNKNOWN ? texts.clients.unnamed : name)

/** The sales of one client; undefined for whom the list of orders cannot find, as they have but a name. */
export function clientRows(companyId: string, rows: Rows, client: string): string | undefined {
  const isPerson = /^[0-9a-f]{8}-/.test(client)
  return rows.lista === 'orcamentos' && !isPerson ? undefined : rowsPath(companyId, rows, { cliente: client })
}
