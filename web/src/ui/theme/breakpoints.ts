import { useMediaQuery } from '@mantine/hooks'

/** Below 640 px: lists lose their table, dialogs come from below, touch targets grow. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 639px)', false, { getInitialValueInEffect: false })
}

/** Below 1024 px: one column. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 1023px)', false, { getInitialValueInEffect: false })
}
