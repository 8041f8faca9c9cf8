import { decimal, formatMoney, parseDecimal } from '@/ui'
import type { Item, OpenSale, Payment } from './sale'

export type Amounts = {
  itens: readonly Pick<Item, 'quantidade' | 'valor' | 'desconto' | 'descricao'>[]
  desconto: string
  acrescimo: string
  frete: string
  pagamentos: readonly Pick<Payment, 'tPag' | 'valor'>[]
}

export type Totals = {
  /** Of each item. */
  itens: string[]
  /** Of the items. */
  subtotal: string
  total: string
  received: string
  /** What is still to be paid. */
  missing: string
  troco: string
  /** Why it cannot be issued so, in the order to put it right; the server refuses the same. */
  problems: string[]
}

/** The largest amount an item or a sale may come to. */
const MOST = '99999999999.99'
const MOST_ITEMS = 990
const ZERO = '0.00'

const isMore = (a: string, b: string) => decimal.compare(a, b) > 0

/** Rule 99 of the layout: change comes from cash and cheques. */
export const givesChange = (tPag: string) => tPag === '01' || tPag === '02'

/** The same numbers the server makes (sales/sale_amounts): each product rounded once, half up, to the cent. */
export function totalsOf({ itens, desconto, acrescimo, frete, pagamentos }: Amounts): Totals {
  const problems: string[] = []
  const tooMuch = `O valor passa de ${formatMoney(MOST)}. Confira os números digitados.`
  const lines = itens.map((item) => {
    const product = decimal.multiply([item.quantidade, item.valor], 2)
    if (isMore(product, MOST)) problems.push(tooMuch)
    else if (isMore(item.desconto, product))
      problems.push(`O desconto de ${item.descricao} é maior que o valor do item, ${formatMoney(product)}.`)
    return decimal.subtract(product, item.desconto)
  })
  const subtotal = decimal.sum(lines)
  const gross = decimal.add(subtotal, acrescimo)
  if (itens.length === 0) problems.push('Inclua ao menos um produto na venda.')
  else if (itens.length > MOST_ITEMS)
    problems.push(`Uma nota leva até ${MOST_ITEMS} itens; esta venda tem ${itens.length}. Divida em duas vendas.`)
  else if (problems.length === 0 && isMore(gross, MOST)) problems.push(tooMuch)
  else if (isMore(desconto, gross)) problems.push(`O desconto é maior que o total, ${formatMoney(gross)}.`)

  const total = decimal.add(decimal.subtract(gross, desconto), frete)
  const received = decimal.sum(pagamentos.map(({ valor }) => valor))
  const missing = isMore(total, received) ? decimal.subtract(total, received) : ZERO
  const over = isMore(received, total) ? decimal.subtract(received, total) : ZERO
  const changeable = decimal.sum(pagamentos.filter(({ tPag }) => givesChange(tPag)).map(({ valor }) => valor))
  if (itens.length > 0 && problems.length === 0 && !isMore(total, ZERO))
    problems.push('O total da venda precisa ser maior que zero.')
  if (isMore(missing, ZERO)) problems.push(`Faltam ${formatMoney(missing)} para fechar a venda.`)
  else if (isMore(over, changeable))
    problems.push(
      `O troco de ${formatMoney(over)} é maior que o dinheiro recebido. Só dinheiro e cheque dão troco: corrija o valor do cartão, do Pix ou dos outros.`,
    )
  return { itens: lines, subtotal, total, received, missing, troco: over, problems }
}

/** Said while the total is not known, since something that was scanned has no price yet; null when all have one. */
export function priceAwaited({ scans }: OpenSale): string | null {
  return scans.some(({ message }) => message === undefined) ? 'Espere o preço do que foi lido.' : null
}

/** What keeps the sale from being issued now, the first to put right; null when nothing does. */
export function whatIsMissing(sale: OpenSale, totals: Totals): string | null {
  const refused = sale.scans.find(({ message }) => message !== undefined)
  if (refused) return `“${refused.code}” ainda não é um item. Escolha o produto ou tire a linha.`
  const awaited = priceAwaited(sale)
  if (awaited !== null) return awaited
  const [first] = totals.problems
  if (first !== undefined) return first
  const traced = sale.itens.find((item) => item.rastreado && item.lote === null)
  return traced ? `Informe o lote de ${traced.descricao}.` : null
}

/**
 * What a typed discount takes off: '10' and '10,50' are reais, '5%' a share of what the items come to. Null when it is
 * neither or more than that.
 */
export function readDiscount(text: string, subtotal: string): string | null {
  const percent = /^(.*)%\s*$/.exec(text)?.[1]
  const amount =
    percent === undefined
      ? parseAmount(text)
      : parseAmount(percent) && decimal.multiply([subtotal, parseAmount(percent) ?? ZERO], 2, 100)
  return amount === null || isMore(amount, subtotal) ? null : amount
}

/**
 * What is typed at an item takes off it: as for the whole sale, or '=8,90', which is charged for one instead. `dearer`: more
 * than its price.
 */
export function readItemDiscount(text: string, { quantidade, valor }: Pick<Item, 'quantidade' | 'valor'>) {
  const product = decimal.multiply([quantidade, valor], 2)
  const typed = /^\s*=(.*)$/.exec(text)?.[1]
  if (typed === undefined) return readDiscount(text, product)
  const price = typed.trim() === '' ? null : parseDecimal(typed, 10)
  if (price === null || price.startsWith('-')) return null
  if (isMore(price, valor)) return 'dearer'
  return decimal.subtract(product, decimal.multiply([quantidade, price], 2))
}

/** Percent that the sale takes off what its items cost, as the server counts it (sales/sale_amounts). */
export function discountPercent({ itens }: Pick<Amounts, 'itens'>, desconto: string): string {
  const listed = decimal.sum(itens.map(({ quantidade, valor }) => decimal.multiply([quantidade, valor], 2)))
  const off = decimal.add(desconto, decimal.sum(itens.map((item) => item.desconto)))
  return isMore(listed, ZERO) ? decimal.divide(decimal.multiply([off, '100'], 2), listed, 2) : ZERO
}

function parseAmount(text: string): string | null {
  if (text.trim() === '') return ZERO
  const value = parseDecimal(text, 2)
  return value === null || value.startsWith('-') ? null : value
}
