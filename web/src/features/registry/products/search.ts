import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'
import type { Product } from '@/api'
import { fold, formatMoney } from '@/ui'
import type { FoundRow } from '@/ui'

const products = queryKeys('products')

/** So many a text may mean. */
const FOUND = 10

type Finding = { situacao?: 'ativos'; signal: AbortSignal }

/** Products that a text may mean; the one whose code it is is among them, however many others there are. */
export async function findProducts(company: string, text: string, { signal, ...more }: Finding): Promise<Product[]> {
  const read = async (filter: { search: string; sort: 'prod_cProd' } | { prod_cProd: string }) => {
    const query = { ...more, ...filter, page_size: FOUND }
    return (await api.get('/api/companies/{id}/products', { path: { id: company }, query, signal })).data
  }
  const { items, total, total_exact } = await read({ search: text, sort: 'prod_cProd' })
  if (total_exact && total <= items.length) return items
  const exact = (await read({ prod_cProd: text })).items
  return [...exact, ...items.filter(({ id }) => exact.every((product) => product.id !== id))]
}

export type FoundProduct = FoundRow & { product: Product }

/** For a field in which products are found; one whose code or EAN it is comes first, as a barcode reader needs it. */
export function searchProducts(company: string, text: string) {
  const wanted = fold(text)
  return queryOptions({
    queryKey: products.list({ company, of: 'items', text }),
    queryFn: async ({ signal }): Promise<FoundProduct[]> => {
      const found = await findProducts(company, text, { situacao: 'ativos', signal })
      const rows = found.map((product) => ({
        id: product.id,
        label: product.prod_xProd,
        detail: product.prod_cProd,
        aside: [product.prod_vUnCOM && formatMoney(product.prod_vUnCOM), product.prod_uCOM?.toLowerCase()]
          .filter(Boolean)
          .join(' / '),
        isExact: [product.prod_cProd, product.prod_cEAN ?? ''].some((code) => fold(code) === wanted),
        product,
      }))
      return [...rows.filter(({ isExact }) => isExact), ...rows.filter(({ isExact }) => !isExact)]
    },
    staleTime: 5_000,
  })
}
