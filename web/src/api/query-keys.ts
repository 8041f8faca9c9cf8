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
  }
}
