import { queryOptions } from '@tanstack/react-query'
import { api, ApiProblem, queryKeys } from '@/api'
import type { Contingency, SaleSettings } from '@/api'

const settings = queryKeys('sale-settings')
const contingency = queryKeys('contingency')

/** With the version to send back when saving. */
export type LoadedSettings = { settings: SaleSettings; etag: string | undefined }

/** For the form: read anew each time it opens, so that its version is the newest. */
export function loadSettings(company: string) {
  return queryOptions({
    queryKey: [...settings.one(company), 'form'],
    queryFn: async ({ signal }): Promise<LoadedSettings> => {
      const { data, etag } = await api.get('/api/companies/{id}/sale-settings', { path: { id: company }, signal })
      return { settings: data, etag }
    },
    gcTime: 0,
    staleTime: Infinity,
  })
}

/** What is inside Pix and the list of labels are fields of the form like the others. */
const fieldOf = (name: string) => name.replace(/^pix\./, 'pix_').replace(/^padroes_balanca\..*/, 'padroes_balanca')

export async function saveSettings(
  company: string,
  body: SaleSettings,
  ifMatch: string | undefined,
): Promise<LoadedSettings> {
  const path = { id: company }
  try {
    const { data, etag } = await api.put('/api/companies/{id}/sale-settings', { path, body, ifMatch })
    return { settings: data, etag }
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.errors.length === 0) throw problem
    const { status, code, title, detail } = problem
    const errors = problem.errors.map((one) => ({ ...one, field: fieldOf(one.field) }))
    throw new ApiProblem({ status, code, title, detail, errors })
  }
}

/** Whether and how the company sells offline, with the version to send back. */
export function loadContingency(company: string) {
  return queryOptions({
    queryKey: [...contingency.one(company), 'form'],
    queryFn: async ({ signal }) => await api.get('/api/companies/{id}/contingency', { path: { id: company }, signal }),
  })
}

export async function saveContingency(
  company: string,
  body: Pick<Contingency, 'modo' | 'ativa' | 'motivo'>,
  ifMatch: string | undefined,
): Promise<void> {
  await api.put('/api/companies/{id}/contingency', { path: { id: company }, body, ifMatch })
}
