import { lateParts } from '../use-late-parts'

/** A menu comes with all that finds a place for it; every list has one, and few open it. */
export const [useLateMenu, useLoadLateMenu] = lateParts(() => import('./row-menu'))
