import type { SaleInput } from '@/api'
import type { OpenSale, Scan } from './sale'
import type { SentSale } from './sent'

/** What is done with a sale that was sent: its receipt issued, or put away under a name. */
export type Intent = 'issue' | 'park'

export type Owner = { id: string; name: string }

/** A sale as this computer keeps it: until its answer came, and then until its paper was given out. */
export type SaleRecord = { owner: Owner; savedAt: number } & (
  | { phase: 'open'; sale: OpenSale }
  /** `body` is what was sent, and is sent again until it is answered. */
  | { phase: 'sending'; sale: OpenSale; body: SaleInput; intent: Intent; waiting?: Scan[] }
  | { phase: 'sent'; sent: SentSale }
)

/** Stations of a company come with their printers. */
const ONLY_STATION = '0'

/** Where this computer keeps sales: those of a company, or what is practised for it. */
export const placeOf = (company: string, isPractice: boolean) => (isPractice ? `${company}:treino` : company)

const prefixOf = (place: string) => `balcao-venda:${place}:${ONLY_STATION}:`

export const idOf = (record: SaleRecord) => (record.phase === 'sent' ? record.sent.id : record.sale.id)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parse(text: string | null): SaleRecord | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || !isRecord(value.owner) || typeof value.savedAt !== 'number') return null
    const { phase, sale, body, sent } = value
    const isSale = isRecord(sale) && typeof sale.id === 'string' && Array.isArray(sale.itens)
    const fits =
      (phase === 'open' && isSale) ||
      (phase === 'sending' && isSale && isRecord(body)) ||
      (phase === 'sent' && isRecord(sent) && typeof sent.id === 'string')
    return fits ? (value as SaleRecord) : null
  } catch {
    return null // not ours
  }
}

/** The sales of a place on this computer, the newest first. */
export function readSales(place: string): SaleRecord[] {
  const prefix = prefixOf(place)
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parse(localStorage.getItem(key)) ?? [])
    .toSorted((a, b) => b.savedAt - a.savedAt)
}

/** False: the browser keeps nothing (blocked or full), so that the clerk has to be told. */
export function writeSale(place: string, record: SaleRecord): boolean {
  try {
    localStorage.setItem(prefixOf(place) + idOf(record), JSON.stringify(record))
    return true
  } catch {
    return false
  }
}

export function forgetSale(place: string, id: string): void {
  localStorage.removeItem(prefixOf(place) + id)
}

/** Throws away all that is kept of a place. */
export function forgetPlace(place: string): void {
  for (const record of readSales(place)) forgetSale(place, idOf(record))
}

/** Tells which sale another tab has changed; `record` is null when it is gone. Returns how to stop. */
export function followSales(place: string, changed: (id: string, record: SaleRecord | null) => void): () => void {
  const prefix = prefixOf(place)
  const listen = ({ key, newValue, storageArea }: StorageEvent) => {
    if (storageArea === localStorage && key?.startsWith(prefix)) changed(key.slice(prefix.length), parse(newValue))
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
