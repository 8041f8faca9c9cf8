import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client'
import { queryKeys } from './query-keys'

const keys = queryKeys('versions')

/** Shown until the server has said which version runs. */
export const DEFAULT_VERSION = '1.0.0'

/** Versions that ran on this installation, newest first. */
export function listVersions(filter: { page: number; page_size?: number }) {
  return queryOptions({
    queryKey: keys.list(filter),
    queryFn: async ({ signal }) => (await api.get('/api/versions', { query: filter, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
}

/** The version that runs now. */
export const newestVersion = queryOptions({
  ...listVersions({ page: 1, page_size: 1 }),
  select: (page) => page.items[0]?.version ?? DEFAULT_VERSION,
})
