import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { UiProvider } from '@/ui'
import { queryClient } from './query-client'

/** Everything under /app: here the component library and the cache come in, which the landing page does without. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <UiProvider>
        <Outlet />
      </UiProvider>
    </QueryClientProvider>
  )
}
