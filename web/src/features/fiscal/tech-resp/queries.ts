import { queryOptions } from '@tanstack/react-query'
import { api, queryKeys } from '@/api'
import type { TechResp, TechRespInput } from '@/api'

const techResp = queryKeys('tech-resp')

/** With the version to send back when saving. */
export type LoadedTechResp = { techResp: TechResp; etag: string | undefined }

/** For the form: read anew each time it opens, so that its version is the newest. */
export function loadTechResp(company: string) {
  return queryOptions({
    queryKey: techResp.one(company),
    queryFn: async ({ signal }): Promise<LoadedTechResp> => {
      const { data, etag } = await api.get('/api/companies/{id}/tech-resp', { path: { id: company }, signal })
      return { techResp: data, etag }
    },
    gcTime: 0,
    staleTime: Infinity,
  })
}

export async function saveTechResp(
  company: string,
  body: TechRespInput,
  version: string | undefined,
): Promise<LoadedTechResp> {
  const { data, etag } = await api.put('/api/companies/{id}/tech-resp', {
    path: { id: company },
    body,
    ifMatch: version,
  })
  return { techResp: data, etag }
}
