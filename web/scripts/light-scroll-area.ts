import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const mergeRefs = fileURLToPath(new URL('../src/ui/theme/merge-refs.ts', import.meta.url))

/**
 * Mantine's ScrollArea, which comes with every dialog, wants one small hook of @floating-ui/react, and with it all of that
 * library's placing of popovers would be in the first view. It gets the hook alone.
 */
export function lightScrollArea(): Plugin {
  return {
    name: 'light-scroll-area',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '@floating-ui/react' && importer?.includes('/ScrollArea/') ? mergeRefs : undefined,
  }
}
