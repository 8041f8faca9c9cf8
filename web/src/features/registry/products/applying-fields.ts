import type { ProductFieldName } from './product-fields'

/** Whether companies of this CRT use CSOSN; those of the others use CST. */
export const usesCsosn = (crt: number | undefined) => crt === 1 || crt === 4

const OWN = ['icms_modBC', 'icms_pICMS', 'icms_pFCP'] as const
const REDUCED = [...OWN, 'icms_pRedBC'] as const
const EXEMPTED = ['icms_motDesICMS', 'icms_indDeduzDeson'] as const
/** `icms_pICMS` is then the internal rate of the own operation, which the ST is less by. */
const ST = ['icms_modBCST', 'icms_pMVAST', 'icms_pRedBCST', 'icms_pICMSST', 'icms_pFCPST', 'icms_pICMS'] as const

/** Which fields a CST or CSOSN uses; a code that is not here uses none. Source: groups ICMS00 to ICMSSN900 of the NF-e. */
const ICMS: Readonly<Record<string, readonly ProductFieldName[]>> = {
  '00': OWN,
  '10': [...OWN, ...ST],
  '20': [...REDUCED, ...EXEMPTED],
  '30': [...ST, ...EXEMPTED],
  '40': ['icms_pICMS', ...EXEMPTED],
  '41': ['icms_pICMS', ...EXEMPTED],
  '50': ['icms_pICMS', ...EXEMPTED],
  '51': REDUCED,
  '61': ['icms_adRemICMSRet'],
  '70': [...REDUCED, ...ST, ...EXEMPTED],
  '90': [...REDUCED, ...ST, ...EXEMPTED],
  '101': ['icms_pCredSN'],
  '201': [...ST, 'icms_pCredSN'],
  '202': ST,
  '203': ST,
  '900': ['icms_modBC', 'icms_pRedBC', 'icms_pICMS', ...ST, 'icms_pCredSN'],
}

export function icmsApplies(name: ProductFieldName, code: string): boolean {
  return ICMS[code]?.includes(name) ?? false
}

/** Reasons for not charging ICMS that a CST takes; undefined: any. */
export const EXEMPTION_REASONS: Readonly<Record<string, readonly string[]>> = {
  '20': ['3', '9', '12'],
  '30': ['6', '7', '9'],
  '40': ['1', '3', '4', '5', '6', '7', '8', '9', '10', '11', '16', '90'],
  '41': ['1', '3', '4', '5', '6', '7', '8', '9', '10', '11', '16', '90'],
  '50': ['1', '3', '4', '5', '6', '7', '8', '9', '10', '11', '16', '90'],
  '70': ['3', '9', '12'],
  '90': ['3', '9', '12'],
}

/** Rate in percent or in R$ per unit: 01 and 02 the first, 03 the second, 04 to 09 none, all others either. */
export function contributionApplies(kind: 'percent' | 'perUnit', cst: string): boolean {
  if (cst === '' || /^0[4-9]$/.test(cst)) return false
  return kind === 'percent' ? cst !== '03' : cst !== '01' && cst !== '02'
}

/** 00, 49, 50 and 99 are taxed; the others name why nothing is charged. */
export const ipiIsCharged = (cst: string) => ['00', '49', '50', '99'].includes(cst)
