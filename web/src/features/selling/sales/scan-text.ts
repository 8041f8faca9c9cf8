import { decimal, formatDecimal, parseDecimal } from '@/ui'

/** What a line of the scan field means. `text` is what the server is asked for. */
export type Scanned =
  | { kind: 'nothing' }
  /** `*` alone: the last item once more. */
  | { kind: 'repeat' }
  | { kind: 'code'; text: string; code: string; quantidade: string }
  | { kind: 'refused'; message: string }

export const MOST_UNITS = '999999999'
const LONGEST_CODE = 60

/** The quantity that a text says, four places; null when it is none that can be sold. */
export function readQuantity(text: string): string | null {
  const quantity = parseDecimal(text, 4)
  if (quantity === null || decimal.compare(quantity, '0') <= 0) return null
  return decimal.compare(quantity, MOST_UNITS) > 0 ? null : quantity
}

/**
 * Reads what was typed or scanned. A quantity is only ever what stands before a `*`, so that no reader can send one. Codes,
 * GTIN and the labels of scales are told apart by the server, which knows the products.
 */
export function readScan(typed: string): Scanned {
  const text = typed.trim()
  if (text === '') return { kind: 'nothing' }
  if (text === '*') return { kind: 'repeat' }
  const star = text.indexOf('*')
  const quantidade = star < 0 ? '1.0000' : readQuantity(text.slice(0, star))
  const code = text.slice(star + 1).trim()
  if (quantidade === null)
    return { kind: 'refused', message: 'Antes do * digite a quantidade, com até 4 casas: 10*código.' }
  if (code === '') return { kind: 'refused', message: 'Digite ou leia o código do produto.' }
  if (code.length > LONGEST_CODE) return { kind: 'refused', message: 'Digite no máximo 60 caracteres.' }
  // The server takes a decimal comma and no grouping.
  return { kind: 'code', text: star < 0 ? code : `${plain(quantidade)}*${code}`, code, quantidade }
}

/** What of a line is the code or the name. */
export const wordsOf = (typed: string) => typed.slice(typed.indexOf('*') + 1)

/** Whether somebody typed a name, which may mean several products. */
export const isName = (typed: string) => !/\d/.test(wordsOf(typed)) || /\s/.test(wordsOf(typed).trim())

/** The line for a product, with the quantity that another line says; only `1*` lets a code have a `*` of its own. */
export const lineFor = (code: string, typed: string) =>
  `${typed.includes('*') ? typed.slice(0, typed.indexOf('*')) : '1'}*${code}`

const plain = (quantity: string) => formatDecimal(quantity, 0).replaceAll('.', '')
