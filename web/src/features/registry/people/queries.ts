import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, download, queryKeys } from '@/api'
import type { BulkChange, BulkResult, Person, PersonInput } from '@/api'

const people = queryKeys('people')

export const SORTS = ['razao_social', 'cpf_cnpj', 'cidade', 'created_at'] as const
type Sort = (typeof SORTS)[number]

/** Status tabs; 'todas' is all but the bin. */
export const TABS = ['ativas', 'inativas', 'todas', 'lixeira'] as const
export type Tab = (typeof TABS)[number]

/** Which people, without order and page. Empty texts filter nothing. */
export type PersonFilter = { search: string; tab: Tab; pessoa_tipo: 1 | 2 | undefined }
export type PersonSort = Sort | `-${Sort}`
type PageOf = { page: number; pageSize?: number }

/** A person with the version to send back when saving. */
export type LoadedPerson = { person: Person; etag: string | undefined }

const queryOf = ({ tab, ...filter }: PersonFilter) => ({ ...filter, situacao: tab === 'todas' ? undefined : tab })

export function listPeople(filter: PersonFilter, sort: PersonSort, { page, pageSize }: PageOf) {
  const query = { ...queryOf(filter), sort, page, page_size: pageSize }
  return queryOptions({
    queryKey: people.list(query),
    queryFn: async ({ signal }) => (await api.get('/api/people', { query, signal })).data,
  })
}

function counted(query: Partial<ReturnType<typeof queryOf>>) {
  return queryOptions({
    queryKey: people.list({ count: query }),
    queryFn: async ({ signal }) => (await api.get('/api/people/count', { query, signal })).data,
  })
}

/** Exactly how many the filter has. */
export function countPeople(filter: PersonFilter) {
  return queryOptions({ ...counted(queryOf(filter)), select: ({ total }) => total })
}

/** How many each tab has within a search and the other filters. */
export function countTabs({ search, pessoa_tipo }: PersonFilter) {
  return queryOptions({ ...counted({ search, pessoa_tipo }), select: ({ abas }) => abas })
}

export function exportPeople(filter: PersonFilter, sort: PersonSort, format: 'csv' | 'xlsx'): Promise<string> {
  return download('/api/people/export', { query: { ...queryOf(filter), sort, format } })
}

/** People that a text may mean. */
export function findPeople(search: string) {
  return queryOptions({
    queryKey: people.list({ of: 'found', search }),
    queryFn: async ({ signal }) => (await api.get('/api/people', { query: { search }, signal })).data.items,
  })
}

/** Somebody other than `self` with exactly this document. */
export function findTwin(cpfCnpj: string, self: string | undefined) {
  return queryOptions({
    queryKey: people.list({ of: 'twin', cpfCnpj }),
    queryFn: async ({ signal }) => (await api.get('/api/people', { query: { search: cpfCnpj }, signal })).data.items,
    select: (found) => found.find(({ id, cpf_cnpj }) => cpf_cnpj === cpfCnpj && id !== self),
    staleTime: 0,
  })
}

/** The one with exactly this document; null: none. */
export function findClient(cpfCnpj: string) {
  return queryOptions({
    queryKey: people.list({ of: 'client', cpfCnpj }),
    queryFn: async ({ signal }) => {
      const { items } = (await api.get('/api/people', { query: { search: cpfCnpj }, signal })).data
      return items.find(({ cpf_cnpj }) => cpf_cnpj === cpfCnpj) ?? null
    },
    staleTime: 0,
  })
}

/** For the form: read anew each time it opens, so that its version is the newest. */
export function loadPerson(pid: string) {
  return queryOptions({
    queryKey: people.form(pid),
    queryFn: ({ signal }) => readPerson(pid, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

export async function readPerson(pid: string, signal?: AbortSignal): Promise<LoadedPerson> {
  const { data, etag } = await api.get('/api/people/{pid}', { path: { pid }, signal })
  return { person: data, etag }
}

export async function createPerson(body: PersonInput, idempotencyKey: string): Promise<Person> {
  return (await api.post('/api/people', { body, idempotencyKey })).data
}

export async function updatePerson(pid: string, body: PersonInput, version: string | undefined): Promise<void> {
  await api.put('/api/people/{pid}', { path: { pid }, body, ifMatch: version })
}

/** All or none. One is deleted and restored by itself, so that the log names it; 422: one with budgets stays. */
export async function changePeople(
  action: BulkChange['action'],
  people: readonly Person[],
): Promise<Pick<BulkResult, 'deactivated'>> {
  const ids = people.map(({ id }) => id)
  const [pid] = ids
  if (pid !== undefined && ids.length === 1 && (action === 'delete' || action === 'restore')) {
    // What one sees in the list is what one deletes, whichever version.
    if (action === 'delete') await api.delete('/api/people/{pid}', { path: { pid }, ifMatch: '*' })
    else await api.post('/api/people/{pid}/restore', { path: { pid } })
    return { deactivated: [] }
  }
  return (await api.post('/api/people/bulk', { body: { action, ids } })).data
}

export function refreshPeople(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: people.all })
}
