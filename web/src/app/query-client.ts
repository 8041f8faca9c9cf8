import { createQueryClient } from '@/api'

/** The page's one cache of what the server said. */
export const queryClient = createQueryClient()
