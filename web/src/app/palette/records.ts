import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'
import { formatCpfCnpj, formatDay, formatInteger, formatMoney } from '@/ui'
import { ofCompany, paths } from '../paths'
import { texts } from '../texts'

/** A record as the palette shows it. */
export type FoundRecord = { id: string; label: string; detail: string; to: string }
export type FoundRecords = { products: FoundRecord[]; people: FoundRecord[]; budgets: FoundRecord[] }

/** Of each kind. More than these, and one types on. */
const page_size = 3

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

function findProducts(company: string, search: string) {
  return queryOptions({
    queryKey: queryKeys('products').list({ company, palette: search }),
    queryFn: async ({ signal }): Promise<FoundRecord[]> => {
      const query = { search, page_size }
      const { data } = await api.get('/api/companies/{id}/products', { path: { id: company }, query, signal })
      return data.items.map(({ id, prod_xProd, prod_cProd, prod_vUnCOM }) => ({
        id,
        label: prod_xProd,
        detail: joined(prod_cProd, prod_vUnCOM && formatMoney(prod_vUnCOM)),
        to: ofCompany(paths.products.edit(id), company),
      }))
    },
  })
}

function findPeople(search: string) {
  return queryOptions({
    queryKey: queryKeys('people').list({ palette: search }),
    queryFn: async ({ signal }): Promise<FoundRecord[]> => {
      const { data } = await api.get('/api/people', { query: { search, page_size }, signal })
      return data.items.map(({ id, razao_social, cpf_cnpj }) => ({
        id,
        label: razao_social,
        detail: formatCpfCnpj(cpf_cnpj),
        to: paths.people.edit(id),
      }))
    },
  })
}

function findBudgets(company: string, search: string) {
  return queryOptions({
    queryKey: queryKeys('budgets').list({ company, palette: search }),
    queryFn: async ({ signal }): Promise<FoundRecord[]> => {
      const query = { search, page_size }
      const { data } = await api.get('/api/companies/{id}/budgets', { path: { id: company }, query, signal })
      return data.items.map(({ id, numero_pedido, nome_cliente, data_orcamento, faturado }) => ({
        id,
        label: joined(formatInteger(numero_pedido), nome_cliente ?? texts.noClient),
        detail: joined(formatDay(data_orcamento), faturado ? texts.invoiced : texts.pending),
        to: ofCompany(paths.budgets.edit(id), company),
      }))
    },
  })
}

/** Records of the active company that a text finds. A kind that cannot be read is left out; the others still serve. */
export async function findRecords(
  client: QueryClient,
  company: string | undefined,
  text: string,
): Promise<FoundRecords> {
  if (company === undefined) return { products: [], people: [], budgets: [] }
  const [products, people, budgets] = await Promise.allSettled([
    client.query(findProducts(company, text)),
    client.query(findPeople(text)),
    client.query(findBudgets(company, text)),
  ])
  return { products: foundBy(products), people: foundBy(people), budgets: foundBy(budgets) }
}

const foundBy = (result: PromiseSettledResult<FoundRecord[]>) => (result.status === 'fulfilled' ? result.value : [])
