import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, isAbout, queryKeys } from '@/api'
import type { ConnectionTest, NextNumber, SefazSettings, SefazSettingsInput, StoppedSeries } from '@/api'

const settings = queryKeys('sefaz-settings')

export type Environment = SefazSettings['ambiente']

/** Settings with the version to send back when saving. */
export type LoadedSettings = { settings: SefazSettings; etag: string | undefined }

export function loadSettings(company: string) {
  return queryOptions({
    queryKey: settings.one(company),
    queryFn: ({ signal }) => readSettings(company, signal),
    // A form starts from it: read anew each time it opens, so that its version is the newest.
    gcTime: 0,
    staleTime: Infinity,
  })
}

export async function readSettings(company: string, signal?: AbortSignal): Promise<LoadedSettings> {
  const { data, etag } = await api.get('/api/companies/{id}/sefaz-settings', { path: { id: company }, signal })
  return { settings: data, etag }
}

export async function saveSettings(
  company: string,
  body: SefazSettingsInput,
  version: string | undefined,
): Promise<LoadedSettings> {
  const { data, etag } = await api.put('/api/companies/{id}/sefaz-settings', {
    path: { id: company },
    body,
    ifMatch: version,
  })
  return { settings: data, etag }
}

export async function testConnection(company: string): Promise<ConnectionTest> {
  return (await api.post('/api/companies/{id}/sefaz-settings/test', { path: { id: company } })).data
}

export function loadStoppedSeries(company: string) {
  return queryOptions({
    queryKey: [...settings.one(company), 'stopped'],
    queryFn: async ({ signal }): Promise<StoppedSeries[]> =>
      (await api.get('/api/companies/{id}/numbers/stopped', { path: { id: company }, signal })).data.items,
  })
}

/** The series goes on with this number. */
export async function confirmNextNumber(company: string, body: NextNumber): Promise<void> {
  await api.post('/api/companies/{id}/numbers/confirm', { path: { id: company }, body })
}

/** The CSC in clear. */
export async function revealCsc(company: string, ambiente: Environment, password: string): Promise<string> {
  const { data } = await api.post('/api/companies/{id}/sefaz-settings/reveal', {
    path: { id: company },
    body: { ambiente, password },
  })
  return data.csc
}

/** The settings, and whatever shows which environment is in use. */
export function refreshSettings(queryClient: QueryClient): Promise<unknown> {
  return queryClient.invalidateQueries({ predicate: (query) => isAbout(query, 'sefaz-settings') })
}
