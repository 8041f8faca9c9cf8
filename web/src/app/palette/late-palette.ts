import { lateParts } from '@/ui'

/** The palette is in no first view. */
export const [useLatePalette, useLoadLatePalette] = lateParts(() => import('./command-palette'))
