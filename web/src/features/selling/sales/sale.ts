import { decimal } from '@/ui'
import type { Product, ProductLookup, Sale } from '@/api'

/** An item as it is sold; decimals as the API writes them. `key` names its line on this screen. */
export type Item = {
  key: string
  produto_id: string
  codigo: string
  descricao: string
  unidade: string
  quantidade: string
  /** Charged for one. */
  valor: string
  /** The product's price when the item was added. */
  preco_lido: string
  desconto: string
  lote: Sale['itens'][number]['lote']
  /** What it invoices of an order, whose price then counts. */
  orcamento_item_id?: string | null
  /** The lot must be known before it can be sold. */
  rastreado?: boolean
  /** Why no receipt can have it, as far as was known when it was scanned. */
  pendencia?: string
}

export type Payment = {
  key: string
  tPag: string
  /** Handed over, the change included. */
  valor: string
  xPag: string | null
  credenciadora: string | null
  tBand: string | null
  cAut: string | null
  txid: string | null
  /** Code of the store credit that pays. */
  credito?: string | null
}

/** `modelo`: 55 when a company buys, whose document an NF-e is; absent: a consumer's NFC-e. */
export type Consumer = { cliente_id: string | null; cpf: string | null; nome: string | null; modelo?: Sale['modelo'] }

export type NfeDetails = NonNullable<Sale['nfe']>

export const NFCE = 65
export const NFE = 55
export const isNfe = ({ modelo, entrega_futura }: Pick<OpenSale, 'modelo' | 'entrega_futura'>) =>
  modelo === NFE || entrega_futura === 'S'

/**
 * What was typed or scanned and is no item yet. `message`: why it is none; without it, its answer is awaited. `isName`: typed by
 * hand, and no code. `similar`: what finds the products that may be meant.
 */
export type Scan = {
  key: string
  text: string
  code: string
  quantidade: string
  isName?: boolean
  message?: string
  similar?: string
}

/** Its price has not come yet, nor why it has none. */
export const isUnanswered = ({ message }: Scan): boolean => message === undefined

/** A sale that is being put together. `id` is its identity for ever, `version` that of a draft the server has. */
export type OpenSale = Consumer & {
  id: string
  version: number | null
  itens: Item[]
  scans: Scan[]
  desconto: string
  acrescimo: string
  frete: string
  pagamentos: Payment[]
  observacao: string | null
  ind_pres: Sale['ind_pres']
  entrega: Sale['entrega']
  /** Transport and bill of an NF-e. */
  nfe?: Sale['nfe']
  /** The order it invoices. */
  orcamento_id?: string | null
  /** S: invoiced now, its goods leave later, each truck with a remessa. */
  entrega_futura?: Sale['entrega_futura']
  /** Name it was parked under, offered again. */
  em_espera: string | null
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** UUIDv7. Not randomUUID, which plain http on a local network does not have. */
export function newSaleId(now = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(10))
  random[0] = 0x70 | ((random[0] ?? 0) & 0x0f)
  random[2] = 0x80 | ((random[2] ?? 0) & 0x3f)
  const digits = now.toString(16).padStart(12, '0') + hex(random)
  return [0, 8, 12, 16, 20].map((at, index, all) => digits.slice(at, all[index + 1])).join('-')
}

let lastKey = 0
/** Of a line; lines of a stored sale keep theirs, so it must not begin anew with the page. */
export const newKey = () => `${Date.now().toString(36)}-${(++lastKey).toString(36)}`

export function emptySale(indPres: Sale['ind_pres'] = 1): OpenSale {
  return {
    id: newSaleId(),
    version: null,
    itens: [],
    scans: [],
    cliente_id: null,
    cpf: null,
    nome: null,
    desconto: '0.00',
    acrescimo: '0.00',
    frete: '0.00',
    pagamentos: [],
    observacao: null,
    ind_pres: indPres,
    entrega: null,
    em_espera: null,
  }
}

/** Nothing in it that anybody would miss. */
export function isEmpty(sale: OpenSale): boolean {
  return sale.itens.length + sale.scans.length + sale.pagamentos.length === 0 && !sale.cpf && !sale.cliente_id
}

/** A draft of the server, as it is gone on with here. */
export function saleOfDraft(draft: Sale): OpenSale {
  const { id, version, cliente_id, cpf, nome, desconto, acrescimo, frete } = draft
  return {
    ...{ id, version, cliente_id, cpf, nome, desconto, acrescimo, frete, scans: [] },
    observacao: draft.observacao,
    ind_pres: draft.ind_pres,
    entrega: draft.entrega,
    em_espera: draft.em_espera,
    orcamento_id: draft.orcamento_id,
    entrega_futura: draft.entrega_futura,
    modelo: draft.modelo,
    nfe: draft.nfe,
    itens: draft.itens.map(
      ({
        produto_id,
        cProd,
        descricao,
        unidade,
        quantidade,
        valor,
        preco_lido,
        desconto,
        lote,
        orcamento_item_id,
      }) => ({
        ...{
          key: newKey(),
          codigo: cProd,
          produto_id,
          descricao,
          unidade,
          quantidade,
          valor,
          preco_lido,
          desconto,
          lote,
          orcamento_item_id,
        },
      }),
    ),
    pagamentos: draft.pagamentos.map(({ tPag, valor, xPag, credenciadora, tBand, cAut, txid, credito }) => ({
      ...{ key: newKey(), tPag, valor, xPag, credenciadora, tBand, cAut, txid, credito },
    })),
  }
}

/** The same sale under another identity: the one it had was ended elsewhere. */
export function asNewSale(sale: OpenSale): OpenSale {
  return { ...sale, id: newSaleId(), version: null }
}

/** The item that a product makes; null without a price to charge. */
export function itemOf(product: Product, quantidade: string, desconto = '0.00'): Item | null {
  if (product.prod_vUnCOM === null) return null
  const pendency = product.fiscal_pendencies?.[0]
  return {
    key: newKey(),
    produto_id: product.id,
    codigo: product.prod_cProd,
    descricao: product.prod_xProd,
    unidade: product.prod_uCOM ?? '',
    quantidade,
    valor: product.prod_vUnCOM,
    preco_lido: product.prod_vUnCOM,
    desconto,
    lote: null,
    ...(product.prod_rastro === 'S' ? { rastreado: true } : {}),
    ...(pendency ? { pendencia: pendency.mensagem } : {}),
  }
}

export const itemOfLookup = ({ produto, quantidade, desconto }: ProductLookup) => itemOf(produto, quantidade, desconto)

export const NO_PRICE = (name: string) => `${name} não tem preço. Digite o preço no cadastro do produto.`

/** The item with another quantity. What was taken off for a label's price belongs to the label's quantity. */
export function withQuantity(sale: OpenSale, key: string, quantidade: string): OpenSale {
  const change = (item: Item) => (item.key === key ? { ...item, quantidade, desconto: '0.00' } : item)
  return { ...sale, itens: sale.itens.map(change) }
}

/** The item with another amount taken off it. */
export const withItemDiscount = (sale: OpenSale, key: string, desconto: string): OpenSale => ({
  ...sale,
  itens: sale.itens.map((item) => (item.key === key ? { ...item, desconto } : item)),
})

/** One more or less of the item; at one it stays, since taking it out is another key. */
export function stepQuantity(sale: OpenSale, key: string, by: 1 | -1): OpenSale {
  const item = sale.itens.find((one) => one.key === key)
  if (!item) return sale
  const next = decimal.add(item.quantidade, String(by))
  return decimal.compare(next, '0') > 0 ? withQuantity(sale, key, next) : sale
}

export const withoutItem = (sale: OpenSale, key: string): OpenSale => ({
  ...sale,
  itens: sale.itens.filter((item) => item.key !== key),
})

/** Puts an item back where it was. */
export const withItemAt = (sale: OpenSale, item: Item, at: number): OpenSale => ({
  ...sale,
  itens: sale.itens.toSpliced(at, 0, item),
})

export const withLot = (sale: OpenSale, key: string, lote: NonNullable<Item['lote']>): OpenSale => ({
  ...sale,
  itens: sale.itens.map((item) => (item.key === key ? { ...item, lote } : item)),
})

export const withPayment = (sale: OpenSale, payment: Payment): OpenSale => ({
  ...sale,
  pagamentos: [...sale.pagamentos, payment],
})

export const withoutPayment = (sale: OpenSale, key: string): OpenSale => ({
  ...sale,
  pagamentos: sale.pagamentos.filter((payment) => payment.key !== key),
})

/** The item at the price its product has now, which the customer is told. */
export const withPrice = (sale: OpenSale, key: string, price: string): OpenSale => ({
  ...sale,
  itens: sale.itens.map((item) => (item.key === key ? { ...item, valor: price, preco_lido: price } : item)),
})
