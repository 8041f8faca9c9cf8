import { useQuery } from '@tanstack/react-query'
import { isOwnWrite } from './own-writes'
import { queryKeys } from './query-keys'
import type { ServerEvent } from './types'

type Versioned = { etag: string | undefined }

type Options<Loaded extends Versioned> = {
  topic: ServerEvent['topic']
  id: string | undefined
  /** What the form was opened with; null for a new record, which nobody else saves. */
  loaded: Loaded | null
  read: (id: string, signal: AbortSignal) => Promise<Loaded>
}

/**
 * A record as the server has it now: read anew when an event tells that it was saved. `isOwn`: by this tab, such as by an
 * action of its page.
 */
export function useLatest<Loaded extends Versioned>({ topic, id = '', loaded, read }: Options<Loaded>) {
  const { data } = useQuery({
    queryKey: [...queryKeys(topic).one(id), 'latest'],
    queryFn: async ({ signal }) => {
      const latest = await read(id, signal)
      return { ...latest, isOwn: isOwnWrite(id, latest.etag) }
    },
    ...(loaded && { initialData: { ...loaded, isOwn: false } }),
    enabled: loaded !== null,
    staleTime: Infinity,
    gcTime: 0,
  })
  return data
}
