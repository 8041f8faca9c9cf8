import { lateParts } from '@/ui'

/** What the first view of the list does not draw: the windows for a company's certificate and SEFAZ settings. */
export const [useLateParts, useLoadLateParts] = lateParts(() => import('./late-dialogs'))
