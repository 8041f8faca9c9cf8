import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './problem'

const MAX_RETRIES = 2

function mayRetry(failures: number, error: Error): boolean {
  return failures < MAX_RETRIES && error instanceof ApiProblem && error.isTemporary
}

/** Reads repeat on a lost line or a busy server, never on a refusal. Writes do not pass here: only the person repeats them. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: mayRetry,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
        staleTime: 30_000,
        // A lost line is told by the failed call itself; a paused query would spin for ever.
        networkMode: 'always',
      },
    },
  })
}
