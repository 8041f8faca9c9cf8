import type { OperationName } from '@/api'

/** One guide or one question with its answer. */
export type HelpEntry = {
  /** Anchor, unique in the whole help. */
  id: string
  kind: 'guia' | 'pergunta'
  title: string
  /** Steps of a guide, in order. */
  steps?: readonly string[]
  /** Paragraphs, after the steps if there are any. */
  text?: readonly string[]
  /** Where it is done, for those who may. */
  link?: { label: string; to: string; needs?: OperationName }
}

/** What belongs to one screen or one subject. */
export type HelpTopic = {
  /** Anchor that the '?' of the screen leads to. */
  id: string
  title: string
  entries: readonly HelpEntry[]
}
