import type { ListState } from '@/ui'
import { NFCE, NFE } from './modelo'
import type { ReceiptFilter, Situation } from './queries'

const MODELOS = [NFCE, NFE]
const TP_NF = [0, 1] as const

/**
 * Of the list's address: `?status=rejeitadas&de=2026-11-01&ate=2026-11-30&tPag=20`. Those after `pedido` come with the
 * figure of a report whose rows are shown.
 */
export const FILTERS = {
  de: 'date',
  ate: 'date',
  operador: 'text',
  tPag: 'text',
  pedido: 'text',
  modelo: ['65', '55'],
  tpNF: ['0', '1'],
  serie: 'text',
  hora: 'text',
  dia_semana: 'text',
  produto: 'text',
  cliente: 'text',
  ambiente: ['producao', 'homologacao', 'simulador'],
} as const
export type FilterName = keyof typeof FILTERS

/** The filters that have no field of their own: shown only while they are in use. */
export const FROM_FIGURES = ['tpNF', 'serie', 'dia_semana', 'hora', 'produto', 'cliente', 'ambiente'] as const

/** The text as the server searches it: a key without its spaces, a CPF without its points, '1.284' as 1284. */
export function plainSearch(text: string): string {
  const compact = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(nota|nfc?-?e) (?=\d)/i, '')
  if (/^[\dA-Z ]{44,}$/i.test(compact) && compact.replace(/ /g, '').length === 44) return compact.replace(/ /g, '')
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(compact)) return compact.replace(/\D/g, '')
  if (/^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}$/i.test(compact)) return compact.replace(/\W/g, '')
  if (/^\d{1,3}(\.\d{3})+$/.test(compact)) return compact.replace(/\./g, '')
  return compact
}

const numberIn = (text: string, least: number, most: number) =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

/** What the server is asked for; the same for the rows and for their sum. */
export function filterFrom({
  search,
  tab = 'todas',
  filters,
}: Pick<ListState<Situation, FilterName>, 'search' | 'tab' | 'filters'>): ReceiptFilter {
  return {
    situacao: tab,
    search: plainSearch(search),
    de: filters.de || undefined,
    ate: filters.ate || undefined,
    operador: filters.operador || undefined,
    tPag: /^\d{2}$/.test(filters.tPag) ? filters.tPag : undefined,
    pedido: numberIn(filters.pedido, 1, 999_999_999),
    modelo: MODELOS.find((modelo) => String(modelo) === filters.modelo),
    tpNF: TP_NF.find((tpNF) => String(tpNF) === filters.tpNF),
    serie: numberIn(filters.serie, 0, 999),
    hora: numberIn(filters.hora, 0, 23),
    dia_semana: numberIn(filters.dia_semana, 1, 7),
    produto: filters.produto || undefined,
    cliente: filters.cliente || undefined,
    ambiente: FILTERS.ambiente.find((name) => name === filters.ambiente),
  }
}
