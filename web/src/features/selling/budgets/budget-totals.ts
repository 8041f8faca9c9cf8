import { decimal } from '@/ui'

/** What of an item its total is made of, decimals as the API writes them. */
export type ItemAmounts = { quantidade: string; valor_venda: string; desconto: string }

export type Amounts = {
  itens: readonly ItemAmounts[]
  /** Counts only when there are no items. */
  total_venda: string
  desconto: string
  acrescimo: string
}

export type Totals = {
  /** Of each item; null while one of its numbers is not readable or it is refused. */
  itens: (string | null)[]
  total_venda: string
  desconto: string
  acrescimo: string
  /** Below zero only while `problems` says so. */
  total_fatura: string
  /** Fields the server would refuse with these numbers: `itens.2.desconto`, `itens.2.quantidade`, `desconto`, `total_venda`. */
  problems: ReadonlySet<string>
}

const ZERO = '0.00'
/** The largest amount an item or a whole budget may come to. */
const MOST = '99999999999.99'

const isMore = (a: string, b: string) => decimal.compare(a, b) > 0

/** An empty or half typed number counts as nothing. */
function amount(text: string): string {
  return decimal.isDecimal(text) ? decimal.round(text, 2) : ZERO
}

type ItemResult = { total: string | null; problem?: 'quantidade' | 'desconto' }

/** quantidade × valor_venda rounded once to the cent, half up, less desconto. */
function itemResult({ quantidade, valor_venda, desconto }: ItemAmounts): ItemResult {
  if (!decimal.isDecimal(quantidade) || !decimal.isDecimal(valor_venda)) return { total: null }
  const product = decimal.multiply([quantidade, valor_venda], 2)
  if (isMore(product, MOST)) return { total: null, problem: 'quantidade' }
  const less = amount(desconto)
  if (isMore(less, product)) return { total: null, problem: 'desconto' }
  return { total: decimal.subtract(product, less) }
}

/** Of items as they are, which never change in place: at a key in a long budget all but one are known. */
const known = new WeakMap<ItemAmounts, ItemResult>()

function knownResult(item: ItemAmounts): ItemResult {
  const result = known.get(item) ?? itemResult(item)
  known.set(item, result)
  return result
}

/** The same numbers the server makes of the same input; both are tested by the same table. */
export function totalsOf({ itens, total_venda, desconto, acrescimo }: Amounts): Totals {
  const results = itens.map(knownResult)
  const sale = itens.length > 0 ? decimal.sum(results.map(({ total }) => total ?? ZERO)) : amount(total_venda)
  const less = amount(desconto)
  const more = amount(acrescimo)
  const gross = decimal.add(sale, more)
  const problems = results.flatMap(({ problem }, index) => (problem ? [`itens.${index}.${problem}`] : []))
  if (isMore(gross, MOST)) problems.push('total_venda')
  else if (isMore(less, gross)) problems.push('desconto')
  return {
    itens: results.map(({ total }) => total),
    total_venda: sale,
    desconto: less,
    acrescimo: more,
    total_fatura: decimal.subtract(gross, less),
    problems: new Set(problems),
  }
}
