import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, openInTab, queryKeys } from '@/api'
import type { Budget, BudgetInput, BudgetSummary, BulkResult, Person } from '@/api'
import { formatCpfCnpj } from '@/ui'
import type { PickerItem } from '@/ui'

const budgets = queryKeys('budgets')
const people = queryKeys('people')

export const SORTS = ['data_orcamento', 'numero_pedido', 'nome_cliente', 'vendedor', 'total_fatura'] as const
type Sort = (typeof SORTS)[number]

/** So many a text may mean. */
const CHOICES = 10

export type BudgetFilter = {
  search: string
  situacao: 'lixeira' | undefined
  tipo: Budget['tipo'] | undefined
  faturado: boolean | undefined
  de: string | undefined
  ate: string | undefined
  valido_de?: string
  valido_ate?: string
  venda_de?: string
  venda_ate?: string
  cliente_id?: string
  funcionario_id?: string
}

export type BudgetOrder = { sort: Sort | `-${Sort}`; page: number; page_size?: number | undefined }

/** A budget with the version to send back when saving. */
export type LoadedBudget = { budget: Budget; etag: string | undefined }

export function listBudgets(companyId: string, filter: BudgetFilter, order: BudgetOrder) {
  return queryOptions({
    queryKey: budgets.list({ companyId, ...filter, ...order }),
    queryFn: async ({ signal }) =>
      (
        await api.get('/api/companies/{id}/budgets', {
          path: { id: companyId },
          query: { ...filter, ...order },
          signal,
        })
      ).data,
  })
}

/** The number of a budget when the text is one: '1.047', 'pedido 1047'; else null. */
export function numberIn(text: string): number | null {
  const digits = text
    .trim()
    .replace(/^(pedido|or[çc]amento)\s+(?=\d)/i, '')
    .replace(/^(\d{1,3})\.(\d{3})$/, '$1$2')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** Budgets that a text may mean; the one whose number it is is among them, however many others there are. */
export function findBudgets(companyId: string, text: string) {
  return queryOptions({
    queryKey: budgets.list({ companyId, of: 'found', text }),
    queryFn: async ({ signal }): Promise<BudgetSummary[]> => {
      const read = async (filter: { search: string } | { numero_pedido: number }) => {
        const query = { ...filter, page_size: CHOICES }
        return (await api.get('/api/companies/{id}/budgets', { path: { id: companyId }, query, signal })).data.items
      }
      const number = numberIn(text)
      if (number === null) return read({ search: text })
      const [exact, found] = await Promise.all([read({ numero_pedido: number }), read({ search: String(number) })])
      return [...exact, ...found.filter(({ numero_pedido }) => numero_pedido !== number)]
    },
  })
}

/** How many there are and what they amount to, exactly. */
export function countBudgets(companyId: string, filter: Partial<BudgetFilter>) {
  return queryOptions({
    queryKey: budgets.list({ companyId, of: 'totals', ...filter }),
    queryFn: async ({ signal }) =>
      (await api.get('/api/companies/{id}/budgets/count', { path: { id: companyId }, query: filter, signal })).data,
  })
}

/** How many each tab has within a search and the other filters. */
export function countTabs(companyId: string, filter: BudgetFilter) {
  return queryOptions({ ...countBudgets(companyId, filter), select: ({ abas }) => abas })
}

/** For the form: read anew each time it opens, so that its version is the newest. */
export function loadBudget(companyId: string, id: string) {
  return queryOptions({
    queryKey: budgets.form(companyId, id),
    queryFn: ({ signal }) => readBudget(companyId, id, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

export async function readBudget(companyId: string, id: string, signal?: AbortSignal): Promise<LoadedBudget> {
  const { data, etag } = await api.get('/api/companies/{id}/budgets/{bid}', {
    path: { id: companyId, bid: id },
    signal,
  })
  return { budget: data, etag }
}

export async function createBudget(companyId: string, body: BudgetInput, idempotencyKey: string): Promise<Budget> {
  return (await api.post('/api/companies/{id}/budgets', { path: { id: companyId }, body, idempotencyKey })).data
}

export async function updateBudget(
  companyId: string,
  id: string,
  body: BudgetInput,
  version: string | undefined,
): Promise<LoadedBudget> {
  const { data, etag } = await api.put('/api/companies/{id}/budgets/{bid}', {
    path: { id: companyId, bid: id },
    body,
    ifMatch: version,
  })
  return { budget: data, etag }
}

/** All or none. One is deleted and restored by itself, so that the log names it. */
export async function changeBudgets(
  companyId: string,
  action: 'delete' | 'restore',
  chosen: readonly Pick<Budget, 'id'>[],
): Promise<Pick<BulkResult, 'deactivated'>> {
  const ids = chosen.map(({ id }) => id)
  const [bid] = ids
  if (bid === undefined || ids.length > 1) {
    return (await api.post('/api/companies/{id}/budgets/bulk', { path: { id: companyId }, body: { action, ids } })).data
  }
  const path = { id: companyId, bid }
  // What one sees in the list is what one deletes, whichever version.
  if (action === 'delete') await api.delete('/api/companies/{id}/budgets/{bid}', { path, ifMatch: '*' })
  else await api.post('/api/companies/{id}/budgets/{bid}/restore', { path })
  return { deactivated: [] }
}

export async function duplicateBudget(companyId: string, id: string, idempotencyKey: string): Promise<Budget> {
  const path = { id: companyId, bid: id }
  return (await api.post('/api/companies/{id}/budgets/{bid}/duplicate', { path, idempotencyKey })).data
}

/** A sale of what the order still has to be invoiced; `id` is the sale's for ever. */
export async function beginSale(companyId: string, bid: string, id: string): Promise<void> {
  await api.post('/api/companies/{id}/budgets/{bid}/sale', { path: { id: companyId, bid }, body: { id } })
}

/** Shows the document of what is saved in a tab of its own; false: the browser allowed none. */
export function openBudgetPdf(companyId: string, id: string): Promise<boolean> {
  return openInTab('/api/companies/{id}/budgets/{bid}/pdf', { path: { id: companyId, bid: id } })
}

/** Lists and totals are read anew. */
export function refreshBudgets(queryClient: QueryClient): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: budgets.all })
}

/** The budget that was last made for a client as an order, null when there is none. */
export function lastOrderOf(companyId: string, personId: string) {
  return queryOptions({
    queryKey: budgets.list({ companyId, of: 'last order', personId }),
    queryFn: async ({ signal }): Promise<BudgetSummary | null> => {
      const query = { cliente_id: personId, tipo: 'Pedido', sort: '-data_orcamento', page_size: 1 } as const
      const { data } = await api.get('/api/companies/{id}/budgets', { path: { id: companyId }, query, signal })
      return data.items[0] ?? null
    },
  })
}

export function loadPerson(id: string) {
  return queryOptions({
    queryKey: people.one(id),
    queryFn: async ({ signal }) => (await api.get('/api/people/{pid}', { path: { pid: id }, signal })).data,
    enabled: id !== '',
  })
}

export type ClientItem = PickerItem & { person: Person }

const document = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

/** Clients a text may mean; a CPF or CNPJ typed in full means exactly one. */
export function searchClients(text: string) {
  return queryOptions({
    queryKey: people.list({ of: 'clients', text }),
    queryFn: async ({ signal }): Promise<ClientItem[]> => {
      const query = { search: text, situacao: 'ativas', sort: 'razao_social', page_size: CHOICES } as const
      const { data } = await api.get('/api/people', { query, signal })
      return data.items.map((person) => ({
        id: person.id,
        label: person.razao_social,
        detail: [formatCpfCnpj(person.cpf_cnpj), person.nome_fantasia, cityOf(person)].filter(Boolean).join(' · '),
        ...(document(text) === person.cpf_cnpj ? { code: text } : {}),
        person,
      }))
    },
  })
}

/** 'Campinas/SP', '' when neither is known. */
export function cityOf({ municipio_nome, uf }: Person): string {
  return [municipio_nome, uf].filter(Boolean).join('/')
}

/** The address in a line: 'Rua das Palmeiras, 120, Centro, Campinas/SP, 13010-001'; '' without a street. */
export function addressOf(person: Person): string {
  if (!person.logradouro) return ''
  const cep = person.cep?.replace(/^(\d{5})(\d{3})$/, '$1-$2')
  return [person.logradouro, person.numero, person.complemento, person.bairro, cityOf(person), cep]
    .filter(Boolean)
    .join(', ')
}
