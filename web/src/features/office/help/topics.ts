import type { HelpTopic } from './help'
import { RECEIPT_TOPICS } from './receipt-topics'
import { RECORD_TOPICS } from './record-topics'
import { SETUP_TOPICS } from './setup-topics'
import { SYSTEM_TOPICS } from './system-topics'

export const TOPICS: readonly HelpTopic[] = [...SETUP_TOPICS, ...RECORD_TOPICS, ...RECEIPT_TOPICS, ...SYSTEM_TOPICS]
