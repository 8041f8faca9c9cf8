import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, listSellers, queryKeys } from '@/api'
import { searchProducts } from '@/features/registry/products'
import { PAYMENT_CHOICES } from '@/features/selling/receipts'
import { FilterSelect, FilterText, formatCpfCnpj, SearchPicker } from '@/ui'
import type { PickerItem } from '@/ui'
import classes from './reports.module.css'
import { texts } from './texts'
import type { ReportState } from './use-report'

const words = texts.filters

const NOBODY: { id: string; nome: string }[] = []

export function SellerFilter({ companyId, list }: { companyId: string; list: ReportState['list'] }) {
  const { data: sellers = NOBODY } = useQuery(listSellers(companyId))
  return (
    <FilterSelect
      list={list}
      name="operador"
      label={words.operador}
      all={words.allOperadores}
      choices={sellers.map(({ id, nome }) => ({ value: id, label: nome }))}
    />
  )
}

export function SeriesFilter({ list }: { list: ReportState['list'] }) {
  return (
    <FilterText
      list={list}
      name="serie"
      label={words.serie}
      placeholder={words.anySerie}
      parse={(text) => (/^\d{1,3}$/.test(text.trim()) ? String(Number(text)) : null)}
      format={(value) => value}
    />
  )
}

/** A payment, a product or a client: the sums know one of them at a time. */
export function RecordFilters({ companyId, list }: { companyId: string; list: ReportState['list'] }) {
  const queryClient = useQueryClient()
  const { cliente, produto } = list.filters
  const payments = {
    ...list,
    setFilter: (_: 'tPag', tPag: string) => list.setFilters({ tPag, cliente: '', produto: '' }),
  }
  return (
    <>
      <FilterSelect list={payments} name="tPag" label={words.tPag} all={words.allPayments} choices={PAYMENT_CHOICES} />
      <div className={classes.select}>
        <SearchPicker
          label={words.record}
          isLabelHidden
          placeholder={words.record}
          value={produto ? `produto:${produto}` : cliente ? `cliente:${cliente}` : ''}
          valueLabel={words.chosen}
          isWide
          search={(text) => searchRecords(queryClient, companyId, text)}
          onChange={(chosen) => {
            const [kind, id = ''] = chosen.split(':')
            list.setFilters({
              tPag: '',
              produto: kind === 'produto' ? id : '',
              cliente: kind === 'cliente' ? id : '',
            })
          }}
        />
      </div>
    </>
  )
}

const FOUND = 8

/** Products and clients that a text may mean. */
function searchRecords(queryClient: QueryClient, companyId: string, text: string) {
  return queryOptions({
    queryKey: queryKeys('products').list({ companyId, of: 'report', text }),
    queryFn: async ({ signal }): Promise<PickerItem[]> => {
      const query = { search: text, sort: 'razao_social', page_size: FOUND } as const
      const [products, people] = await Promise.all([
        queryClient.query(searchProducts(companyId, text)),
        api.get('/api/people', { query, signal }),
      ])
      return [
        ...products.map(({ id, label, product }) => ({
          id: `produto:${id}`,
          label,
          detail: `${words.products} ${product.prod_cProd}`,
        })),
        ...people.data.items.map(({ id, razao_social, cpf_cnpj }) => ({
          id: `cliente:${id}`,
          label: razao_social,
          detail: `${words.clients} ${formatCpfCnpj(cpf_cnpj)}`,
        })),
      ]
    },
  })
}
