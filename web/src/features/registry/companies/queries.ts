import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, madeOf, queryKeys, sessionKey } from '@/api'
import type { Company, CompanyInput } from '@/api'
import { totalsOf } from '@/ui'

const companies = queryKeys('companies')

export const SORTS = ['razao_social', 'cnpj', 'municipio', 'updated_at'] as const
type Sort = (typeof SORTS)[number]

export type CompanyFilter = {
  search: string
  sort: Sort | `-${Sort}`
  ativo: 'S' | 'N' | undefined
  page: number
  page_size?: number | undefined
}

export type LogoKind = 'system' | 'documents'

/** A company with the version to send back when saving. */
export type LoadedCompany = { company: Company; etag: string | undefined }

export function listCompanies(filter: CompanyFilter) {
  return queryOptions({
    queryKey: companies.list(filter),
    queryFn: async ({ signal }) => (await api.get('/api/companies', { query: filter, signal })).data,
    // Which of them one reaches is the session's to say, and they tell how long their certificates last.
    meta: madeOf('session', 'certificate', 'sefaz-settings'),
  })
}

/** Another company than `self`, of those one reaches, with exactly this CNPJ. */
export function findTwin(cnpj: string, self: string | undefined) {
  return queryOptions({
    queryKey: companies.list({ of: 'twin', cnpj }),
    queryFn: async ({ signal }) => (await api.get('/api/companies', { query: { search: cnpj }, signal })).data.items,
    select: (found) => found.find((company) => company.cnpj === cnpj && company.id !== self),
    staleTime: 0,
  })
}

export const TABS = ['ativas', 'inativas', 'todas'] as const
export type Tab = (typeof TABS)[number]
/** What a tab lists. */
export const ATIVO = { ativas: 'S', inativas: 'N', todas: undefined } as const

/** How many each tab has within a search. */
export function countCompanies(search: string) {
  return queryOptions({
    queryKey: companies.list({ count: search }),
    queryFn: ({ signal }) =>
      totalsOf(TABS, async (tab) => {
        const query = { search, ativo: ATIVO[tab], page_size: 1 }
        return (await api.get('/api/companies', { query, signal })).data
      }),
    meta: madeOf('session'),
  })
}

/** For the form: read anew each time it opens, so that its version is the newest. */
export function loadCompany(id: string) {
  return queryOptions({
    queryKey: companies.form(id),
    queryFn: ({ signal }) => readCompany(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
}

export async function readCompany(id: string, signal?: AbortSignal): Promise<LoadedCompany> {
  const { data, etag } = await api.get('/api/companies/{id}', { path: { id }, signal })
  return { company: data, etag }
}

export async function createCompany(body: CompanyInput, idempotencyKey: string): Promise<Company> {
  return (await api.post('/api/companies', { body, idempotencyKey })).data
}

export async function updateCompany(id: string, body: CompanyInput, version: string | undefined): Promise<void> {
  await api.put('/api/companies/{id}', { path: { id }, body, ifMatch: version })
}

/** Answers with the company's new version, since its logos belong to it. */
export async function putLogo(id: string, kind: LogoKind, file: File): Promise<LoadedCompany> {
  const { data, etag } = await api.put('/api/companies/{id}/logos/{kind}', { path: { id, kind }, body: file })
  return { company: data, etag }
}

export async function deleteLogo(id: string, kind: LogoKind): Promise<void> {
  await api.delete('/api/companies/{id}/logos/{kind}', { path: { id, kind } })
}

/** Reads first: what the list shows may be older than what somebody else saved. */
export async function setCompanyActive(id: string, isActive: boolean): Promise<void> {
  const { company, etag } = await readCompany(id)
  const ativo = isActive ? 'S' : 'N'
  // Read-only fields go along: the server accepts and ignores them.
  if (company.ativo !== ativo) await updateCompany(id, { ...company, ativo }, etag)
}

export async function deleteCompany(id: string): Promise<void> {
  const { etag } = await readCompany(id)
  await api.delete('/api/companies/{id}', { path: { id }, ifMatch: etag })
}

/** Lists, records and the session, which carries the active company, are read anew. */
export function refreshCompanies(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries({ queryKey: companies.all }),
    queryClient.invalidateQueries({ queryKey: sessionKey }),
  ])
}
