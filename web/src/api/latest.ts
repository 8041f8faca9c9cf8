import { useQuery } from '@tanstack/react-query'
import { queryKeys } from './query-keys'
import type { ServerEvent } from './types'

type Options<Loaded> = {
  topic: ServerEvent['topic']
  id: string | undefined
  /** What the form was opened with; null for a new record, which nobody else saves. */
  loaded: Loaded | null
  read: (id: string, signal: AbortSignal) => Promise<Loaded>
}

/** A record as the server has it now: read anew when an event tells that somebody has saved it. */
export function useLatest<Loaded>({ topic, id = '', loaded, read }: Options<Loaded>): Loaded | undefined {
  const { data } = useQuery({
    queryKey: [...queryKeys(topic).one(id), 'latest'],
    queryFn: ({ signal }) => read(id, signal),
    ...(loaded && { initialData: loaded }),
    enabled: loaded !== null,
    staleTime: Infinity,
    gcTime: 0,
  })
  return data
}
