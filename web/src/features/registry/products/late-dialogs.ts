import { lateParts } from '@/ui'

/** What the first view of the list does not draw: the windows that change values of a selection. */
export const [useLateDialogs, useLoadLateDialogs] = lateParts(() => import('./values-dialog'))
