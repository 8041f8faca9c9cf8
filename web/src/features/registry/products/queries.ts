import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, download, queryKeys } from '@/api'
import type { BulkChange, BulkResult, Product, ProductInput } from '@/api'

const products = queryKeys('products')
const companies = queryKeys('companies')

export const SORTS = ['prod_cProd', 'prod_xProd', 'prod_NCM', 'prod_uCOM', 'prod_vUnCOM', 'created_at'] as const
type Sort = (typeof SORTS)[number]

/** Status tabs; 'todos' is all but the bin. */
export const TABS = ['ativos', 'com_pendencia', 'com_aviso', 'inativos', 'todos', 'lixeira'] as const
export type Tab = (typeof TABS)[number]

/** Which products, without order and page. Empty texts filter nothing. */
export type ProductFilter = { search: string; tab: Tab; prod_NCM: string; prod_uCOM: string }
export type ProductSort = Sort | `-${Sort}`
type PageOf = { page: number; pageSize?: number }

/** A product with the version to send back when saving. */
export type LoadedProduct = { product: Product; etag: string | undefined }

const queryOf = ({ tab, ...filter }: ProductFilter) => ({ ...filter, situacao: tab === 'todos' ? undefined : tab })

export function listProducts(company: string, filter: ProductFilter, sort: ProductSort, { page, pageSize }: PageOf) {
  const query = { ...queryOf(filter), sort, page, page_size: pageSize }
  return queryOptions({
    queryKey: products.list({ company, ...query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/products', { path: { id: company }, query, signal })).data,
  })
}

function counted(company: string, query: Partial<ReturnType<typeof queryOf>>) {
  return queryOptions({
    queryKey: products.list({ company, count: query }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/products/count', { path: { id: company }, query, signal })).data,
  })
}

/** Exactly how many the filter has. */
export function countProducts(company: string, filter: ProductFilter) {
  return queryOptions({ ...counted(company, queryOf(filter)), select: ({ total }) => total })
}

/** How many each tab has within a search and the other filters. */
export function countTabs(company: string, { search, prod_NCM, prod_uCOM }: ProductFilter) {
  return queryOptions({ ...counted(company, { search, prod_NCM, prod_uCOM }), select: ({ abas }) => abas })
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
    queryKey: products.form(company, pid),
    queryFn: ({ signal }) => readProduct(company, pid, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

export async function readProduct(company: string, pid: string, signal: AbortSignal): Promise<LoadedProduct> {
  const { data, etag } = await api.get('/api/companies/{id}/products/{pid}', { path: { id: company, pid }, signal })
  return { product: data, etag }
}

/** Whose tax codes a company uses: 1 and 4 CSOSN, 2 and 3 CST. */
export function companyCrt(company: string) {
  return queryOptions({
    queryKey: [...companies.one(company), 'crt'],
    queryFn: async ({ signal }) => (await api.get('/api/companies/{id}', { path: { id: company }, signal })).data.crt,
  })
}

export async function createProduct(company: string, body: ProductInput, idempotencyKey: string): Promise<Product> {
  return (await api.post('/api/companies/{id}/products', { path: { id: company }, body, idempotencyKey })).data
}

export async function updateProduct(product: Product, body: ProductInput, version: string | undefined): Promise<void> {
  await saveProduct(product, body, version)
}

/** Saved under this version (If-Match); as it is then, with its new version. */
export async function saveProduct(
  product: Product,
  body: ProductInput,
  version: string | undefined,
): Promise<LoadedProduct> {
  const path = { id: product.id_emit, pid: product.id }
  const { data, etag } = await api.put('/api/companies/{id}/products/{pid}', { path, body, ifMatch: version })
  return { product: data, etag }
}

/** All or none. One is deleted and restored by itself, so that the log names it. */
export async function changeProducts(
  company: string,
  action: BulkChange['action'],
  products: readonly Product[],
): Promise<Pick<BulkResult, 'deactivated'>> {
  const ids = products.map(({ id }) => id)
  const [pid] = ids
  if (pid !== undefined && ids.length === 1) {
    const path = { id: company, pid }
    if (action === 'delete') {
      // What one sees in the list is what one deletes, whichever version.
      const answer: { data: Product | undefined } = await api.delete('/api/companies/{id}/products/{pid}', {
        path,
        ifMatch: '*',
      })
      // It comes back when it was only deactivated, since budgets use it.
      return { deactivated: answer.data ? ids : [] }
    }
    if (action === 'restore') {
      await api.post('/api/companies/{id}/products/{pid}/restore', { path })
      return { deactivated: [] }
    }
  }
  return (await api.post('/api/companies/{id}/products/bulk', { path: { id: company }, body: { action, ids } })).data
}

export function refreshProducts(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: products.all })
}
