import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, madeOf, openInTab, queryKeys } from '@/api'
import type { Budget, OrderDelivery, ReceiptSummary } from '@/api'
import type { UnitWeights } from './weights'

const deliveries = queryKeys('deliveries')
/** What a delivery changes. */
const CHANGED = ['deliveries', 'budgets', 'receipts'] as const

export type DeliveryInput = {
  endereco: string | null
  motorista: string | null
  placa: string | null
  observacao: string | null
  itens: { item_id: string; quantidade: string }[]
}

type Deliveries = {
  order: Budget
  items: OrderDelivery[]
  weights: UnitWeights
  /** Something of the order was invoiced for future delivery. */
  needsRemessas: boolean
}

/** The order with what left of it, in the order of the deliveries. */
export function loadDeliveries(company: string, order: string) {
  const path = { id: company, bid: order }
  return queryOptions({
    queryKey: deliveries.list({ company, order }),
    queryFn: async ({ signal }): Promise<Deliveries> => {
      const [of, out] = await Promise.all([
        api.get('/api/companies/{id}/budgets/{bid}', { path, signal }),
        api.get('/api/companies/{id}/budgets/{bid}/deliveries', { path, signal }),
      ])
      const { items, pesos, remessas } = out.data
      const weights = new Map(pesos.map((one) => [one.item_id, one.prod_pesoL]))
      return { order: of.data, items, weights, needsRemessas: remessas }
    },
    meta: madeOf('budgets', 'products', 'receipts'),
  })
}

export async function deliverGoods(
  company: string,
  bid: string,
  body: DeliveryInput,
  idempotencyKey: string,
): Promise<OrderDelivery> {
  const path = { id: company, bid }
  return (await api.post('/api/companies/{id}/budgets/{bid}/deliveries', { path, body, idempotencyKey })).data
}

/** Issues the NF-e that goes along with the delivery, unless somebody did since it was seen. */
export async function issueRemessa(
  company: string,
  bid: string,
  { id, nota_id }: Pick<OrderDelivery, 'id' | 'nota_id'>,
): Promise<ReceiptSummary> {
  const path = { id: company, bid, entrega: id }
  const body = { depois_de: nota_id }
  return (await api.post('/api/companies/{id}/budgets/{bid}/deliveries/{entrega}/remessa', { path, body })).data
}

export async function undoDelivery(company: string, bid: string, entrega: string, motivo: string): Promise<void> {
  const path = { id: company, bid, entrega }
  await api.post('/api/companies/{id}/budgets/{bid}/deliveries/{entrega}/undo', { path, body: { motivo } })
}

/** Shows the romaneio in a tab of its own; false: the browser allowed none. */
export function openRomaneio(company: string, bid: string, entrega: string): Promise<boolean> {
  return openInTab('/api/companies/{id}/budgets/{bid}/deliveries/{entrega}/pdf', {
    path: { id: company, bid, entrega },
  })
}

export async function refreshDeliveries(queryClient: QueryClient): Promise<void> {
  await Promise.all(CHANGED.map((topic) => queryClient.invalidateQueries({ queryKey: queryKeys(topic).all })))
}
