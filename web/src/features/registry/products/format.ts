import type { ReferenceTable } from '@/api'

const grouped = (pattern: RegExp, replacement: string) => (code: string) => code.replace(pattern, replacement)

/** `6810.91.00` */
export const formatNcm = grouped(/^(\d{4})(\d{2})(\d{2})$/, '$1.$2.$3')
/** `10.005.00` */
const formatCest = grouped(/^(\d{2})(\d{3})(\d{2})$/, '$1.$2.$3')
/** `5.101` */
export const formatCfop = grouped(/^(\d)(\d{3})$/, '$1.$2')

export function maskOf(table: ReferenceTable, code: string): string {
  if (table === 'ncm') return formatNcm(code)
  if (table === 'cest') return formatCest(code)
  return table === 'cfop' ? formatCfop(code) : code
}
