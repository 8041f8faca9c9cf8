import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, download, queryKeys } from '@/api'
import type { BulkChange, BulkResult, Product, ProductInput } from '@/api'

const products = queryKeys('products')
const companies = queryKeys('companies')

export const SORTS = ['prod_cProd', 'prod_xProd', 'prod_NCM', 'prod_uCOM', 'created_at'] as const
type Sort = (typeof SORTS)[number]

/** Status tabs; 'todos' is all but the bin. */
export const TABS = ['ativos', 'inativos', 'sem_ncm', 'todos', 'lixeira'] as const
export type Tab = (typeof TABS)[number]

/** Which products, without order and page. Empty texts filter nothing. */
export type ProductFilter = { search: string; tab: Tab; prod_NCM: string; prod_uCOM: string }
export type ProductSort = Sort | `-${Sort}`

/** A product with the version to send back when saving. */
export type LoadedProduct = { product: Product; etag: string | undefined }

const queryOf = ({ tab, ...filter }: ProductFilter) => ({ ...filter, situacao: tab === 'todos' ? undefined : tab })

export function listProducts(company: string, filter: ProductFilter, sort: ProductSort, page: number) {
  const query = { ...queryOf(filter), sort, page }
  return queryOptions({
    queryKey: products.list({ company, ...query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/products', { path: { id: company }, query, signal })).data,
    // Rows of another company are never shown, not even for a moment.
    placeholderData: (before, query) =>
      (query?.queryKey[2] as { company?: string } | undefined)?.company === company ? before : undefined,
  })
}

/** Exactly how many the filter has. */
export function countProducts(company: string, filter: ProductFilter) {
  const query = queryOf(filter)
  return queryOptions({
    queryKey: products.list({ company, count: query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/products/count', { path: { id: company }, query, signal })).data.total,
  })
}

export function exportProducts(
  company: string,
  filter: ProductFilter,
  sort: ProductSort,
  format: 'csv' | 'xlsx',
): Promise<string> {
  return download('/api/companies/{id}/products/export', {
    path: { id: company },
    query: { ...queryOf(filter), sort, format },
  })
}

/** For the form: read anew each time it opens, so that its version is the newest. */
export function loadProduct(company: string, pid: string) {
  return queryOptions({
    // Not under the topic: what others save meanwhile must not reach into what is being typed.
    queryKey: ['product-form', company, pid],
    queryFn: async ({ signal }): Promise<LoadedProduct> => {
      const { data, etag } = await api.get('/api/companies/{id}/products/{pid}', { path: { id: company, pid }, signal })
      return { product: data, etag }
    },
    gcTime: 0,
    staleTime: Infinity,
  })
}

/** Whose tax codes a company uses: 1 and 4 CSOSN, 2 and 3 CST. */
export function companyCrt(company: string) {
  return queryOptions({
    queryKey: [...companies.one(company), 'crt'],
    queryFn: async ({ signal }) => (await api.get('/api/companies/{id}', { path: { id: company }, signal })).data.crt,
    placeholderData: keepPreviousData,
  })
}

export async function createProduct(company: string, body: ProductInput, idempotencyKey: string): Promise<Product> {
  return (await api.post('/api/companies/{id}/products', { path: { id: company }, body, idempotencyKey })).data
}

export async function updateProduct(product: Product, body: ProductInput, version: string | undefined): Promise<void> {
  const path = { id: product.id_emit, pid: product.id }
  await api.put('/api/companies/{id}/products/{pid}', { path, body, ifMatch: version })
}

/** The product as it is now when it was only deactivated, since budgets use it; undefined when it is in the bin. */
export async function deleteProduct(product: Product): Promise<Product | undefined> {
  const path = { id: product.id_emit, pid: product.id }
  // What one sees in the list is what one deletes, whichever version.
  const answer = await api.delete('/api/companies/{id}/products/{pid}', { path, ifMatch: '*' })
  return answer.data
}

export async function restoreProduct(product: Product): Promise<void> {
  const path = { id: product.id_emit, pid: product.id }
  await api.post('/api/companies/{id}/products/{pid}/restore', { path })
}

export async function changeProducts(
  company: string,
  action: BulkChange['action'],
  ids: string[],
): Promise<BulkResult> {
  return (await api.post('/api/companies/{id}/products/bulk', { path: { id: company }, body: { action, ids } })).data
}

export function refreshProducts(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: products.all })
}
