import type { ReceiptSummary } from '@/api'

/** tpEmis: by the authoriser of the UF. */
const NORMAL = 1

type Modelo = ReceiptSummary['modelo']

export const NFCE: Modelo = 65
export const NFE: Modelo = 55

/** The models as people call them; what differs between them on screen stands here. */
const MODELOS: Record<Modelo, { name: string; goesOffline: boolean; fitsRoll: boolean; hasLetters: boolean }> = {
  65: { name: 'NFC-e', goesOffline: true, fitsRoll: true, hasLetters: false },
  55: { name: 'NF-e', goesOffline: false, fitsRoll: false, hasLetters: true },
}

/** Absent in what an earlier version kept in the browser. */
type Of = { modelo?: Modelo }
const lookOf = ({ modelo = NFCE }: Of) => MODELOS[modelo]
export const modeloName = (nota: Of) => lookOf(nota).name
/** A sale that hangs may go offline with another number. */
export const goesOffline = (nota: Of) => lookOf(nota).goesOffline
/**
 * Who can issue it instead of the authoriser that does not answer: the SVC that stands in for the UF's, or the UF's own
 * where the SVC was asked. Null: an NFC-e goes offline.
 */
export function otherAuthoriser({ modelo, tpEmis }: Of & Pick<ReceiptSummary, 'tpEmis'>): 'svc' | 'sefaz' | null {
  if (modelo !== NFE) return null
  return tpEmis === NORMAL ? 'svc' : 'sefaz'
}
/** tpEmis: by the SVC-AN or the SVC-RS. */
const SVC: Partial<Record<ReceiptSummary['tpEmis'], string>> = { 6: 'SVC-AN', 7: 'SVC-RS' }
/** Who was sent it and judges it, as sentences name it; feminine. */
export const authoriserOf = ({ tpEmis }: Pick<ReceiptSummary, 'tpEmis'>) => SVC[tpEmis] ?? 'SEFAZ'

/** It is printed on a receipt printer; else on a sheet. */
export const fitsRoll = (nota: Of) => lookOf(nota).fitsRoll

/** What is wrong in it may be corrected by a letter. */
export const hasLetters = (nota: Of) => lookOf(nota).hasLetters

export const MODELO_CHOICES = [NFCE, NFE].map((modelo) => ({ value: String(modelo), label: MODELOS[modelo].name }))
