import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { api, madeOf, queryKeys } from '@/api'

const notifications = queryKeys('notifications')

/** A certificate nears its end without any event. */
const EVERY_MS = 5 * 60_000

/** What needs attention within the person's reach, most pressing first. */
export const listNotifications = queryOptions({
  queryKey: notifications.all,
  queryFn: async ({ signal }) => (await api.get('/api/notifications', { signal })).data,
  refetchInterval: EVERY_MS,
  meta: madeOf('session', 'companies', 'certificate', 'sefaz-settings', 'imports', 'receipts', 'numbers'),
})

/** What was there until now is no longer new; the marks in an open list stay until it is read anew. */
export async function markSeen(queryClient: QueryClient): Promise<void> {
  await api.put('/api/notifications/seen')
  // A list that was asked for before would bring them back as new.
  await queryClient.cancelQueries({ queryKey: notifications.all })
  queryClient.setQueryData(listNotifications.queryKey, (list) => list && { ...list, unseen: 0 })
}
