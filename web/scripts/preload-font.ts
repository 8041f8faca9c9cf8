import type { Plugin } from 'vite'

/** Adds a preload of the built font file whose name starts with `name`, so that the first text is drawn once. */
export function preloadFont(name: string): Plugin {
  return {
    name: 'balcao-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((path) => path.includes(`/${name}`) && path.endsWith('.woff2'))
        if (!file) throw new Error(`no font file ${name} in the build`)
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head-prepend',
          },
        ]
      },
    },
  }
}
