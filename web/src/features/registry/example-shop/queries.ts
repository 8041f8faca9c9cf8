import { queryOptions } from '@tanstack/react-query'
import { api, madeOf, queryKeys } from '@/api'
import type { ExampleShop } from '@/api'

const LOOK_AGAIN_MS = 1_000

export const exampleShopKey = queryKeys('example-shop').one('now')

/** Whether there is a made-up shop, and how far it is. For administrators. */
export const exampleShopNow = queryOptions({
  queryKey: exampleShopKey,
  queryFn: ({ signal }) => readExampleShop(signal),
  // Events tell; where they do not come, it is asked for.
  refetchInterval: ({ state }) => (state.data?.estado === 'preparando' ? LOOK_AGAIN_MS : false),
  meta: madeOf('companies'),
})

export async function readExampleShop(signal?: AbortSignal): Promise<ExampleShop> {
  return (await api.get('/api/example-shop', { signal })).data
}

export async function createExampleShop(): Promise<ExampleShop> {
  return (await api.post('/api/example-shop', {})).data
}

export async function removeExampleShop(): Promise<void> {
  await api.delete('/api/example-shop', {})
}
