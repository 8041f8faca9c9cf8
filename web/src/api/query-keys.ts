import type { Query } from '@tanstack/react-query'
import type { ServerEvent } from './types'

/**
 * Cache keys of one topic, the same word the event stream uses: `queryKeys('companies').list({ page: 2 })`.
 * Invalidating `all` reaches every list and record of the topic.
 */
export function queryKeys<Topic extends string>(topic: Topic) {
  return {
    all: [topic] as const,
    lists: () => [topic, 'list'] as const,
    list: (filter: object) => [topic, 'list', filter] as const,
    one: (id: string) => [topic, 'one', id] as const,
    /** Of a form: not under the topic, since what others save meanwhile must not reach into what is being typed. */
    form: (...ids: string[]) => [`${topic}-form`, ...ids] as const,
  }
}

type Topic = ServerEvent['topic']

/** For a query that is made of other topics too: `queryOptions({ ..., meta: madeOf('budgets', 'products') })`. */
export function madeOf(...topics: Topic[]): { topics: readonly Topic[] } {
  return { topics }
}

/** Whether an event of the topic makes what this query read old: its key begins with the word, or it is made of it. */
export function isAbout(query: Pick<Query, 'queryKey' | 'meta'>, topic: Topic): boolean {
  const others = query.meta?.topics
  return query.queryKey[0] === topic || (Array.isArray(others) && others.includes(topic))
}
