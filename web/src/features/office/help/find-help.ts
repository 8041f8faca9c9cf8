import { fold } from '@/ui'
import type { HelpEntry, HelpTopic } from './help'

const wordsOf = (topic: HelpTopic, entry: HelpEntry) =>
  fold([topic.title, entry.title, ...(entry.steps ?? []), ...(entry.text ?? [])].join(' '))

/** The topics with only the entries that have every word of the text, accents and capitals aside. */
export function findHelp(topics: readonly HelpTopic[], text: string): HelpTopic[] {
  const wanted = fold(text).split(/\s+/).filter(Boolean)
  return topics
    .map((topic) => ({
      ...topic,
      entries: topic.entries.filter((entry) => wanted.every((word) => wordsOf(topic, entry).includes(word))),
    }))
    .filter(({ entries }) => entries.length > 0)
}
