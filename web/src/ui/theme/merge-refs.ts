import { useMergedRef } from '@mantine/hooks'
import type { Ref } from 'react'

/** As @floating-ui/react has it, for scripts/light-scroll-area.ts. */
export const useMergeRefs = <T>(refs: readonly Ref<T>[]) => useMergedRef(...refs)
