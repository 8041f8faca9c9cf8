// ESLint rule: imports go one way, app → features → ui, api. A feature uses another only through its index.ts, and only ui
// knows Mantine. The addresses of the screens, which import nothing themselves, are for app and features alike.
import { dirname, relative, resolve } from 'node:path'

const src = resolve(import.meta.dirname, '../src')

const MAY_IMPORT = {
  app: ['app', 'features', 'ui', 'api'],
  features: ['ui', 'api'],
  ui: ['ui'],
  api: ['api'],
}

const PATHS = 'app/paths'

// Groups of features, and those that each may use: the arrows between them go one way.
const GROUPS = {
  accounts: [],
  fiscal: ['accounts'],
  registry: ['accounts', 'fiscal'],
  selling: ['accounts', 'fiscal', 'registry'],
  office: ['accounts', 'fiscal', 'registry', 'selling'],
}

/** `features/registry/people`, `ui`, … of a file; undefined outside these folders. */
function moduleOf(file) {
  const [zone, group, feature] = relative(src, file).split('/')
  if (!(zone in MAY_IMPORT)) return undefined
  return zone === 'features' ? { zone, group, name: `features/${group}/${feature}` } : { zone, name: zone }
}

function refusal(from, source, file) {
  if (/^@mantine\//.test(source))
    return from.zone === 'ui' ? undefined : 'Mantine is used only inside ui; import from @/ui.'
  const target = source.startsWith('@/')
    ? resolve(src, source.slice(2))
    : source.startsWith('.')
      ? resolve(dirname(file), source)
      : undefined
  if (from.zone === 'features' && target && relative(src, target) === PATHS) return undefined
  const to = target && moduleOf(target)
  if (!to || to.name === from.name || MAY_IMPORT[from.zone].includes(to.zone)) return undefined
  if (from.zone === 'features' && to.zone === 'features') {
    if (from.group !== to.group && !GROUPS[from.group].includes(to.group))
      return `${from.group} may not import ${to.group}.`
    const isIndex = [to.name, `${to.name}/index`].includes(relative(src, target))
    return isIndex ? undefined : `${from.name} may import ${to.name} only through its index.ts.`
  }
  return `${from.name} may not import ${to.name}.`
}

export const importZones = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const from = moduleOf(context.filename)
    if (!from) return {}
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return
      const message = refusal(from, node.source.value, context.filename)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}
