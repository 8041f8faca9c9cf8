import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { TAB_COMPANY } from '../src/api/early.ts'
import { EARLY_DATA } from '../src/app/early-data.ts'
import { COMPANY_PARAM, paths } from '../src/app/paths.ts'

const file = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

/** Where every screen is declared. */
const places = file('app/places.tsx')
const declared = /path: paths\.([\w.]+)(?:\('(.*?)'\))?,\s[^]*?load: \(\) => import\('@\/(.*?)'\)/g
/** What every one of them has around it. */
const around = ['app/area.tsx', 'app/session/session-guard.tsx', 'app/shell/shell.tsx'].map(file)
/** In index.html, before the style sheets, which a script would wait for: this one's place. */
const mark = '<!-- early screens -->'

type Screen = { address: string; module: string }
type Named = string | ((id: string) => string) | { readonly [name: string]: Named }

const inside = (value: Named | undefined, name: string) => (typeof value === 'object' ? value[name] : undefined)

function declaredScreens(): Screen[] {
  const source = readFileSync(places, 'utf8')
  const screens = [...source.matchAll(declared)].map(([, names = '', id = '', module = '']) => {
    const named = names.split('.').reduce<Named | undefined>(inside, paths)
    const address = typeof named === 'function' ? named(id) : named
    if (typeof address !== 'string') throw new Error(`no address paths.${names}`)
    return { address, module: file(`${module}.tsx`) }
  })
  if (screens.length !== source.split('path: paths.').length - 1)
    throw new Error(`cannot read every screen in ${places}`)
  return screens
}

/** Address as a pattern, its files by their places in the list of all, and what it asks the server for first. */
type EarlyScreen = [address: string, files: number[], data: string]

/**
 * Runs in the page, before everything else: asks for the files of the screen that the address names, who is signed in, and the
 * screen's first data. The program takes what it needs by its address (src/api/early.ts).
 */
function askEarly(screens: EarlyScreen[], files: string[], session: string, tabCompany: string, param: string) {
  const matches = (address: string) => new RegExp(`^${address}/?$`).exec(location.pathname)
  const found = screens.find(([address]) => matches(address))
  if (!found) return
  const early = new Map<string, Promise<Response>>()
  Object.assign(window, { balcaoEarly: early })
  const get = (address: string) => {
    const headers = { Accept: 'application/json, application/problem+json' }
    const answer = fetch(address, { headers, signal: AbortSignal.timeout(30_000) }) // as src/api/client.ts does
    answer.catch(() => 0) // whoever takes it asks again
    early.set(address, answer)
    return answer
  }
  const signedIn = get(session)
  const load = (rel: string, as: string, href = '') =>
    document.head.append(Object.assign(document.createElement('link'), { rel, as, href, crossOrigin: '' }))
  for (const each of found[1]) {
    if (files[each]?.endsWith('.css')) load('preload', 'style', files[each])
    else load('modulepreload', 'script', files[each])
  }
  const query = new URLSearchParams(location.search)
  const named = query.get(param) || sessionStorage.getItem(tabCompany)
  query.delete(param)
  const data = found[2].replace('{id}', matches(found[0])?.[1] ?? '')
  if (data === '' || query.size > 0) return
  const askOf = (company: string) => void get(data.replace('{company}', company))
  if (named || !data.includes('{company}')) askOf(named ?? '')
  else
    void signedIn
      .then((answer) => answer.clone().json() as Promise<{ active_company?: { id: string } | null }>)
      .then((who) => who.active_company && askOf(who.active_company.id))
      .catch(() => 0)
}

/** Each file the chunk needs before it can run. */
function neededBy(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const name of chunk.viteMetadata?.importedCss ?? []) found.add(name)
  for (const name of chunk.imports) {
    const needed = bundle[name]
    if (needed?.type === 'chunk') neededBy(needed, bundle, found)
  }
  return found
}

/**
 * Lets a first visit ask for a screen's own files, and for the session, together with those of the program's base. Without it the
 * browser learns of them when the base has come and run, half a second later on an old computer.
 */
export function earlyScreens(): Plugin {
  return {
    name: 'balcao-early-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, chunk: entry }) {
        if (!bundle || !entry || !html.includes(mark)) throw new Error(`no build, or no ${mark} in index.html`)
        const filesOf = (module: string): Set<string> => {
          for (const each of Object.values(bundle))
            if (each.type === 'chunk' && each.moduleIds.includes(module)) return neededBy(each, bundle)
          throw new Error(`the build has no ${module}`)
        }
        const there = neededBy(entry, bundle)
        const files: string[] = []
        const numberOf = (name: string) => (files.includes(name) ? files.indexOf(name) : files.push(name) - 1)
        const table = declaredScreens()
          // An address that has no variable part wins.
          .toSorted((a, b) => Number(a.address.includes(':')) - Number(b.address.includes(':')))
          .map(({ address, module }) => {
            const needed = new Set([...around, module].flatMap((each) => [...filesOf(each)]))
            const own = [...needed].filter((name) => !there.has(name)).map(numberOf)
            return [address.replaceAll(/:\w+/g, '([^/]+)'), own, EARLY_DATA[address] ?? '']
          })
        const values = [table, files.map((name) => `/${name}`), '/api/session', TAB_COMPANY, COMPANY_PARAM].map(
          (each) => JSON.stringify(each),
        )
        return html.replace(mark, () => `<script>;(${askEarly.toString()})(${values.join(',')})</script>`)
      },
    },
  }
}
