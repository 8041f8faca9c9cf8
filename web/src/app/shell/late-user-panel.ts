import { lateParts } from '@/ui'

/** Comes when somebody may open it. */
export const [useLateUserPanel, useLoadLateUserPanel] = lateParts(() => import('./user-panel'))
