import type { Query, QueryClient } from '@tanstack/react-query'
import { isAbout } from '@/api'
import type { ServerEvent } from '@/api'

const TOGETHER_MS = 250
const BETWEEN_LISTS_MS = 1_000

/**
 * Has queries read anew what events tell of, many events together: a record when one names it, lists and all else of the
 * topic at most once a second. `stop` forgets what is waiting.
 */
export function gatherEvents(queryClient: QueryClient): { add: (event: ServerEvent) => void; stop: () => void } {
  const readAnew = (makesOld: (query: Query, event: ServerEvent) => boolean) => (events: ServerEvent[]) =>
    void queryClient.invalidateQueries({ predicate: (query) => events.some((event) => makesOld(query, event)) })

  const records = together(TOGETHER_MS, readAnew(isRecordOf))
  const others = together(
    BETWEEN_LISTS_MS,
    readAnew((query, event) => !isRecord(query, event) && isAbout(query, event.topic)),
  )
  return {
    add: (event) => {
      records.add(event)
      others.add(event)
    },
    stop: () => {
      records.stop()
      others.stop()
    },
  }
}

/** Hands on what was added within 250 ms as one, and then nothing more for `between` ms. */
function together(between: number, handOn: (events: ServerEvent[]) => void) {
  let waiting: ServerEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = -Infinity
  const flush = () => {
    timer = undefined
    last = performance.now()
    const events = waiting
    waiting = []
    handOn(events)
  }
  return {
    add: (event: ServerEvent) => {
      waiting.push(event)
      timer ??= setTimeout(flush, Math.max(TOGETHER_MS, last + between - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

/** Whether the query read one record of the event's topic (see `queryKeys`). */
function isRecord({ queryKey }: Query, { topic }: ServerEvent): boolean {
  return queryKey[0] === topic && queryKey[1] === 'one'
}

/** … and the event is about this one, or about many. */
function isRecordOf(query: Query, event: ServerEvent): boolean {
  return isRecord(query, event) && (event.id === null || query.queryKey[2] === event.id)
}
