import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiProblem } from '@/api'
import type { Product } from '@/api'
import { formatDecimal, formatMoney, parseDecimal, toast } from '@/ui'
import type { InPlace } from '@/ui'
import { labelOf } from './product-fields'
import { bodyOf, valuesOf } from './product-values'
import { readProduct, refreshProducts, saveProduct } from './queries'
import type { LoadedProduct } from './queries'
import { texts } from './texts'

const words = texts.priceInPlace
const PLACES = 4

/** What the next save starts from, and the price that one knows of. */
type Start = { loaded: LoadedProduct; seen: string | null }

const withPrice = (product: Product, price: string | null) => bodyOf({ ...valuesOf(product), prod_vUnCOM: price ?? '' })

/** The price in the list: the whole record is saved with it, by the form's rules and its version, and one can undo it. */
export function usePriceInPlace(company: string): InPlace<Product> {
  const queryClient = useQueryClient()
  const starts = useRef(new Map<string, Promise<Start>>())

  const begin = (row: Product) => {
    const { signal } = new AbortController()
    const start = readProduct(company, row.id, signal).then((loaded) => ({ loaded, seen: row.prod_vUnCOM }))
    starts.current.set(row.id, start)
    // Whoever saves hears of a failure, then reads again.
    start.catch(() => starts.current.delete(row.id))
    return start
  }
  const know = (id: string, loaded: LoadedProduct) =>
    starts.current.set(id, Promise.resolve({ loaded, seen: loaded.product.prod_vUnCOM }))

  const undo = async (saved: LoadedProduct, price: string | null) => {
    try {
      await saveProduct(saved.product, withPrice(saved.product, price), saved.etag)
      toast.success(words.undone, saved.product.prod_xProd)
    } catch (error) {
      toast.failed(words.failed, error)
    } finally {
      await refreshProducts(queryClient)
    }
  }

  const save = async (row: Product, text: string) => {
    const price = text === '' ? null : parseDecimal(text, PLACES)
    const { loaded, seen } = await (starts.current.get(row.id) ?? begin(row))
    const meet = (newest: LoadedProduct, by?: string): never => {
      know(row.id, newest)
      throw new Error(words.changed(formatMoney(newest.product.prod_vUnCOM) || words.none, by))
    }
    if (loaded.product.prod_vUnCOM !== seen) meet(loaded)
    const saved = await send(loaded, price, (newest, by) => {
      if (newest.product.prod_vUnCOM !== seen) meet(newest, by)
    })
    starts.current.delete(row.id)
    const shown = (value: string | null) => formatMoney(value) || words.none
    const said = words.fromTo(row.prod_xProd, shown(seen), shown(saved.product.prod_vUnCOM))
    await refreshProducts(queryClient)
    toast.success(words.done, said, { action: { label: words.undo, onClick: () => void undo(saved, seen) } })
  }

  return {
    column: 'prod_vUnCOM',
    key: 'p',
    label: words.key,
    nameOf: ({ prod_xProd }) => words.of(prod_xProd),
    shownOf: ({ prod_vUnCOM }) => formatMoney(prod_vUnCOM),
    canChange: ({ deleted_at }) => deleted_at === null,
    textOf: ({ prod_vUnCOM }) => formatDecimal(prod_vUnCOM),
    problemOf: (text) => {
      if (text === '') return null
      const price = parseDecimal(text, PLACES)
      if (price === null) return words.unreadable
      return price.startsWith('-') ? words.negative : null
    },
    onBegin: (row) => void begin(row),
    save,
  }
}

/** Saves over a newer version too when `meet` lets it pass: somebody changed something else of the product. */
async function send(
  { product, etag }: LoadedProduct,
  price: string | null,
  meet: (newest: LoadedProduct, by?: string) => void,
): Promise<LoadedProduct> {
  try {
    return await saveProduct(product, withPrice(product, price), etag)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (!error.isStale) throw error.isInvalid ? new Error(sentenceOf(error)) : error
    const newest = { product: error.current as Product, etag: error.etag }
    meet(newest, error.changedBy)
    return saveProduct(newest.product, withPrice(newest.product, price), newest.etag)
  }
}

function sentenceOf({ errors, message }: ApiProblem): string {
  const price = errors.find(({ field }) => field === 'prod_vUnCOM')
  if (price) return price.message
  const [first] = errors
  return first ? words.otherField(labelOf(first.field), first.message) : message
}
